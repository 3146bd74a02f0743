/**
 * Gives an element the focus, or as soon as it can have it: what a wallet shows above the modal may close only after the view
 * has changed, and a button may still be disabled. Ends when the focus has gone anywhere else in the modal. Returns its end.
 */
export function claimFocus(element: HTMLElement): () => void {
  const root = element.getRootNode() as Document | ShadowRoot
  const card = element.closest<HTMLElement>('.card')
  const enabled = new MutationObserver(take)
  function end(): void {
    enabled.disconnect()
    card?.removeEventListener('focusin', take)
  }
  function take(): void {
    const { activeElement } = root
    const isNowhere = activeElement === card || document.activeElement === document.body
    if (isNowhere) element.focus()
    const { activeElement: now } = root
    if (now !== card && card?.contains(now)) end()
  }
  enabled.observe(element, { attributeFilter: ['disabled'] })
  card?.addEventListener('focusin', take)
  element.focus()
  take()
  return end
}
