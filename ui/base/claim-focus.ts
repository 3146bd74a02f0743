/**
 * Gives an element the focus, or as soon as nothing lies above the modal any more: what a wallet shows may close only after
 * the view has changed, and then the focus comes to the card. Returns its end.
 */
export function claimFocus(element: HTMLElement): () => void {
  element.focus()
  const root = element.getRootNode() as Document | ShadowRoot
  const card = element.closest<HTMLElement>('.card')
  if (!card || root.activeElement === element) return () => {}
  const end = () => card.removeEventListener('focusin', take)
  function take(): void {
    end()
    if (root.activeElement === card) element.focus()
  }
  card.addEventListener('focusin', take)
  return end
}
