// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimFocus } from '../../../ui/base/claim-focus.ts'
import { eventually } from '../../eventually.ts'

let card: HTMLElement
let button: HTMLButtonElement
let field: HTMLInputElement

beforeEach(() => {
  card = document.createElement('div')
  card.className = 'card'
  card.tabIndex = -1
  button = document.createElement('button')
  // happy-dom lets a disabled button have the focus, which no browser does.
  const { focus } = HTMLElement.prototype
  button.focus = () => button.disabled || focus.call(button)
  field = document.createElement('input')
  card.append(field, button)
  document.body.append(card)
})
afterEach(() => card.remove())

test('a disabled button that claims the focus gets it as soon as the button is enabled', async () => {
  button.disabled = true
  claimFocus(button)
  card.focus()
  expect(document.activeElement).toBe(card)
  button.disabled = false
  await eventually(() => expect(document.activeElement).toBe(button))
})

test('a button that claims the focus does not take the focus from a field that the user has moved to', async () => {
  button.disabled = true
  claimFocus(button)
  field.focus()
  button.disabled = false
  await new Promise((resolve) => setTimeout(resolve))
  card.focus()
  expect(document.activeElement).toBe(card)
})

test('a button that claims the focus gets the focus once a wallet’s window no longer has it', async () => {
  const wallet = document.createElement('input')
  document.body.append(wallet)
  button.disabled = true
  claimFocus(button)
  wallet.focus()
  button.disabled = false
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(wallet)
  card.focus()
  expect(document.activeElement).toBe(button)
  wallet.remove()
})

test('a button that claims the focus gets it when the page removes the focused wallet window', async () => {
  const wallet = document.createElement('input')
  document.body.append(wallet)
  button.disabled = true
  claimFocus(button)
  wallet.focus()
  button.disabled = false
  wallet.remove()
  await eventually(() => expect(document.activeElement).toBe(button))
})
