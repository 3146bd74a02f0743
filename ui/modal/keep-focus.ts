/**
 * Keeps the focus inside the modal when views change. After going back, restores it to the last pressed button, which may
 * render late.
 */
import type { Route } from '../../src/shell/routes.ts'

/** Identifies a pressed button: its index among the matches of a selector. */
type Spot = readonly [selector: string, place: number]

const spots = new WeakMap<Route, Spot>()

/** Remembers the pressed button of a view. */
export function keepPressed(card: Element, route: Route, target: Element): void {
  const pressed = target.closest('button[part]')
  if (!pressed) return
  const row = pressed.closest<HTMLElement>('[data-row]')?.dataset['row']
  const selector = `${row ? `[data-row="${row}"] ` : ''}[part="${pressed.part}"]`
  spots.set(route, [selector, [...card.querySelectorAll(selector)].indexOf(pressed)])
}

/**
 * Moves the focus to the card when the focused element disappears, and then to this view's last pressed button, as soon
 * as it is rendered. Moves a message that covers the focused element. Returns a stop function.
 */
export function keepFocus(card: HTMLElement, route: Route): () => void {
  const root = card.getRootNode() as ShadowRoot
  let spot = spots.get(route)
  let frame = 0
  function check(): void {
    // Leave the focus in an element that the page shows above the modal.
    const { activeElement, body } = document
    if (!root.activeElement && (!activeElement || activeElement === body)) card.focus({ preventScroll: true })
    // The focus has moved elsewhere: leave it there.
    if (root.activeElement !== card) spot = undefined
    if (spot) card.querySelectorAll<HTMLElement>(spot[0])[spot[1]]?.focus()
    // Wait a frame: the browser first scrolls the focused element into view.
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => makeWay(card, root.activeElement))
  }
  const observer = new MutationObserver(check)
  // The Back button may have the focus and stay on screen: move the focus away from it.
  if (spot) card.focus({ preventScroll: true })
  check()
  // A list row appears when its slot receives an index.
  observer.observe(card, { childList: true, subtree: true, ...(spot && { attributeFilter: ['data-row'] }) })
  card.addEventListener('focusin', check)
  return () => {
    observer.disconnect()
    card.removeEventListener('focusin', check)
    cancelAnimationFrame(frame)
  }
}

/** Moves a message that covers the focused element to the other end of the card. */
function makeWay(card: Element, focused: Element | null): void {
  const upper = card.querySelector('.snack')
  if (upper && focused?.closest('.view') && isOver(upper, focused)) upper.classList.toggle('above')
}

function isOver(one: Element, other: Element): boolean {
  const [upper, lower] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return upper.top < lower.bottom && lower.top < upper.bottom
}
