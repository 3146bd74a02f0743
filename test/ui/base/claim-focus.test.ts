// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { claimFocus } from '../../../ui/base/claim-focus.ts'

function draw() {
  document.body.innerHTML = '<div class="card" tabindex="-1"><button>Sign again</button><input></div>'
  const card = document.querySelector<HTMLElement>('.card')!
  return { card, button: card.querySelector('button')!, input: card.querySelector('input')! }
}

/** As in a dialog that is inert while the wallet's own lies above it. */
function refuseFocus(element: HTMLElement): () => void {
  const { focus } = element
  element.focus = () => {}
  return () => void (element.focus = focus)
}

it('gives the focus at once where nothing lies above', () => {
  const { button } = draw()
  claimFocus(button)
  expect(document.activeElement).toBe(button)
})

it('gives it when the wallet’s window has closed after the view changed', () => {
  const { card, button } = draw()
  const allow = refuseFocus(button)
  claimFocus(button)
  expect(document.activeElement).not.toBe(button)
  allow()
  card.focus()
  expect(document.activeElement).toBe(button)
})

it('leaves it where a person has put it meanwhile', () => {
  const { card, button, input } = draw()
  const allow = refuseFocus(button)
  claimFocus(button)
  allow()
  input.focus()
  expect(document.activeElement).toBe(input)
  card.focus()
  expect(document.activeElement).toBe(card)
})
