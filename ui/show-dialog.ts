/**
 * Shows the dialog above the page and keeps it there: a page that swaps its body takes the modal out with it, though
 * nobody has closed it. Returns its end.
 * @param onRefused the page takes it out again and again
 */
export function showDialog(dialog: HTMLDialogElement, onRefused: () => void): () => void {
  const { host } = dialog.getRootNode() as ShadowRoot
  let timesTaken = 0

  function show(): void {
    if (!host.isConnected) (document.body ?? document.documentElement).append(host)
    // One that was taken out still calls itself open and is modal no more; close() would be heard as a person's.
    dialog.removeAttribute('open')
    // A page without it, as in the tests of many dapps (jsdom), has no top layer: there it is merely on the page.
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    dialog.querySelector<HTMLElement>('.card')?.focus({ preventScroll: true })
  }

  const observer = new MutationObserver((changes) => {
    const isTaken = changes.some(({ removedNodes }) =>
      Array.from(removedNodes).some((node) => node.contains(host)),
    )
    // A page moves it, too: from its old body into the new one.
    if (!isTaken && host.isConnected) return
    timesTaken += 1
    // A page that takes out whatever it does not know would never end.
    if (timesTaken > MOST_TIMES) onRefused()
    else show()
  })

  show()
  observer.observe(document, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    if (dialog.close) dialog.close()
    else dialog.removeAttribute('open')
  }
}

const MOST_TIMES = 10
