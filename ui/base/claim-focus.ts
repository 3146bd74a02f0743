/** Between two looks. Milliseconds. */
const LOOK_PAUSE = 100

/**
 * Gives an element the focus, or as soon as it can have it: what a wallet shows above the modal may close only after the view
 * has changed, and a button may still be disabled. A browser doesn't tell when the focus is nowhere, so this looks again and
 * again, until the focus is anywhere in the modal. Returns its end.
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
