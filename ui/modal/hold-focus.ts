import { isComposing } from '../base/is-composing.ts'

/**
 * Keeps Tab inside the dialog. A browser lets it go on to the page's body and to its own window, and Firefox comes back
 * from there to the last control again and again, or goes there from the middle of a card. Returns a stop function.
 * @param isAside something else may have the focus
 */
export function holdFocus(dialog: HTMLElement, isAside: () => boolean): () => void {
  const root = dialog.getRootNode() as ShadowRoot
  function onKeyDown(event: KeyboardEvent): void {
    // WebKitGTK has no name for Shift and Tab together.
    const isTab = event.key === 'Tab' || event.code === 'Tab'
    if (!isTab || event.defaultPrevented || isComposing(event) || isAside()) return
    const { activeElement, body } = document
    // The page may show something of its own above.
    if (activeElement && activeElement !== body && activeElement !== root.host) return
    const stops = findStops(dialog)
    if (event.shiftKey) stops.reverse()
    const from = root.activeElement
    const side = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
    const next = (from && stops.find((stop) => from.compareDocumentPosition(stop) & side)) ?? stops[0]
    const target = next instanceof HTMLSlotElement ? getSlotted(next) : next
    target?.focus()
    // As the browser does: what is typed takes its place.
    if (next instanceof HTMLInputElement) next.select()
    // Below a dialog of the page's own, nothing here can have the focus.
    const focused = target?.getRootNode() === root ? root.activeElement : document.activeElement
    if (target && focused === target) event.preventDefault()
  }
  const listener = onKeyDown as EventListener
  root.addEventListener('keydown', listener, true)
  return () => root.removeEventListener('keydown', listener, true)
}

const STOPS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable], slot'

/** What Tab stops at. */
function findStops(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter((element) =>
    element instanceof HTMLSlotElement
      ? getSlotted(element)
      : element.tabIndex >= 0 && !element.matches(':disabled, [inert] *') && isVisible(element),
  )
}

/** The sign-in site's frame, which is shown here and stands beside the shadow root. */
function getSlotted(slot: HTMLSlotElement): HTMLElement | undefined {
  return slot.assignedElements()[0] as HTMLElement | undefined
}

function isVisible(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true
}
