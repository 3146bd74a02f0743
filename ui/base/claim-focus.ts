/** Delay between two attempts to focus the element. Milliseconds. */
const LOOK_PAUSE = 100

/**
 * Focuses an element as soon as it can take the focus: a wallet's own window may close after the view has changed, and
 * a button may be disabled at first. No event reports such changes, so this retries until the focus is inside the
 * modal. Returns a stop function.
 */
export function claimFocus(element: HTMLElement): () => void {
  const root = element.getRootNode() as Document | ShadowRoot
  const card = element.closest<HTMLElement>('.card')
  let timer: ReturnType<typeof setTimeout> | undefined
  function end(): void {
    clearTimeout(timer)
    card?.removeEventListener('focusin', look)
  }
  function look(): void {
    end()
    const isNowhere = root.activeElement === card || document.activeElement === document.body
    if (isNowhere) element.focus()
    const { activeElement: now } = root
    if (now !== card && card?.contains(now)) return
    card?.addEventListener('focusin', look)
    timer = setTimeout(look, LOOK_PAUSE)
  }
  element.focus()
  look()
  return end
}
