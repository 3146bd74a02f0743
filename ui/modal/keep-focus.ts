/**
 * Keeps the focus inside the modal when views change. After going back, the button that was pressed last has the focus
 * again, even if it is rendered late.
 */
import type { Route } from '../../src/shell/routes.ts'

/** Identifies a button: a selector, and the button's index among the selector's matches. */
type Spot = readonly [selector: string, place: number]

const spots = new WeakMap<Route, Spot>()

/** Remembers which button of a view was pressed. */
export function keepPressed(card: Element, route: Route, target: Element): void {
  const pressed = target.closest('button[part]')
  if (!pressed) return
  const row = pressed.closest<HTMLElement>('[data-row]')?.dataset['row']
  const selector = `${row ? `[data-row="${row}"] ` : ''}[part="${pressed.part}"]`
  spots.set(route, [selector, [...card.querySelectorAll(selector)].indexOf(pressed)])
}

/**
 * Moves the focus to the card if the focused element disappears. Moves it to the button of this view that was pressed
 * last, as soon as that button is rendered. Moves a message that covers the focused element. Returns a stop function.
 */
export function keepFocus(card: HTMLElement, route: Route): () => void {
  const root = card.getRootNode() as ShadowRoot
  let spot = spots.get(route)
  let frame = 0
  function check(): void {
    // An element that the page shows above the modal keeps the focus.
    const { activeElement, body } = document
    if (!root.activeElement && (!activeElement || activeElement === body)) card.focus({ preventScroll: true })
    // The focus is on another element now, so leave it there.
    if (root.activeElement !== card) spot = undefined
    if (spot) card.querySelectorAll<HTMLElement>(spot[0])[spot[1]]?.focus()
    // Wait a frame, since the browser first scrolls the focused element into view.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => makeWay(card, root.activeElement))
  }
  const observer = new MutationObserver(check)
  // After going back, the Back button may still be there with the focus, so move the focus to the card.
  if (spot) card.focus({ preventScroll: true })
  check()
  // Rows of a list render late: each gets its `data-row` when its slot gets an index.
  observer.observe(card, { childList: true, subtree: true, ...(spot && { attributeFilter: ['data-row'] }) })
  card.addEventListener('focusin', check)
  return () => {
    observer.disconnect()
    card.removeEventListener('focusin', check)
    cancelAnimationFrame(frame)
  }
}

/** If the message covers the focused element, moves the message to the other end of the card. */
function makeWay(card: Element, focused: Element | null): void {
  const upper = card.querySelector('.snack')
  if (upper && focused?.closest('.view') && isOver(upper, focused)) upper.classList.toggle('above')
}

function isOver(one: Element, other: Element): boolean {
  const [upper, lower] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return upper.top < lower.bottom && lower.top < upper.bottom
}
