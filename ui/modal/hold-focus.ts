import { isComposing } from '../base/is-composing.ts'

/**
 * Keeps Tab inside the dialog. Without this, Tab also reaches the page's body and the browser's own controls; and
 * Firefox may always return from there to the last control, or leave from the middle of a card. Returns a stop
 * function.
 * @param isAside whether the modal has stepped aside, so that other elements may have the focus
 */
export function holdFocus(dialog: HTMLElement, isAside: () => boolean): () => void {
  const root = dialog.getRootNode() as ShadowRoot
  function onKeyDown(event: KeyboardEvent): void {
    // WebKitGTK has no `key` for Shift and Tab together.
    const isTab = event.key === 'Tab' || event.code === 'Tab'
    if (!isTab || event.defaultPrevented || isComposing(event) || isAside()) return
    const { activeElement, body } = document
    // An element of the page above the modal has the focus.
    if (activeElement && activeElement !== body && activeElement !== root.host) return
    const stops = findStops(dialog)
    if (event.shiftKey) stops.reverse()
    const from = root.activeElement
    const side = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
    const next = (from && stops.find((stop) => from.compareDocumentPosition(stop) & side)) ?? stops[0]
    const target = next instanceof HTMLSlotElement ? getSlotted(next) : next
    target?.focus()
    // Browsers select a field's text on Tab, so select it here too.
    if (next instanceof HTMLInputElement) next.select()
    // Handle the key only if the focus has moved: below a modal dialog of the page, no element here can take the focus.
    const focused = target?.getRootNode() === root ? root.activeElement : document.activeElement
    if (target && focused === target) event.preventDefault()
  }
  const listener = onKeyDown as EventListener
  root.addEventListener('keydown', listener, true)
  return () => root.removeEventListener('keydown', listener, true)
}

const STOPS = 'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable], slot'

/** Elements in the tab order. */
function findStops(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter((element) =>
    element instanceof HTMLSlotElement
      ? getSlotted(element)
      : element.tabIndex >= 0 && !element.matches(':disabled, [inert] *') && isVisible(element),
  )
}

/** The element in a slot: the frame of the sign-in site, which is shown here but is a child of the host. */
function getSlotted(slot: HTMLSlotElement): HTMLElement | undefined {
  return slot.assignedElements()[0] as HTMLElement | undefined
}

function isVisible(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true
}
