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

test('A button that is disabled gets the focus as soon as it is not', async () => {
  button.disabled = true
  claimFocus(button)
  card.focus()
  expect(document.activeElement).toBe(card)
  button.disabled = false
  await eventually(() => expect(document.activeElement).toBe(button))
})

test('Who has gone on to something else keeps it', async () => {
  button.disabled = true
  claimFocus(button)
  field.focus()
  button.disabled = false
  await new Promise((resolve) => setTimeout(resolve))
  card.focus()
  expect(document.activeElement).toBe(card)
})

test('While the focus is in the window of a wallet, it stays there', async () => {
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

test('When the window of a wallet goes without a word, the button gets the focus', async () => {
  const wallet = document.createElement('input')
  document.body.append(wallet)
  button.disabled = true
  claimFocus(button)
  wallet.focus()
  button.disabled = false
  wallet.remove()
  await eventually(() => expect(document.activeElement).toBe(button))
})
