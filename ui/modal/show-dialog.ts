/** The dialog above the page, where the browser has a place for such and where it has none. */
import { holdFocus } from './hold-focus.ts'

/**
 * Shows the dialog above the page and keeps it there, with the focus in it, even if the page replaces its body. Returns the
 * function that ends it.
 * @param onRefused the page removes it again and again
 */
export function showDialog(dialog: HTMLDialogElement, onRefused: () => void): () => void {
  const { host } = dialog.getRootNode() as ShadowRoot
  let timesTaken = 0

  function show(): void {
    if (!host.isConnected) (document.body ?? document.documentElement).append(host)
    // A removed dialog keeps `open` but is no longer modal; close() would fire an event as if a person had closed it.
    dialog.removeAttribute('open')
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
  const stopFocus = holdFocus(dialog)
  // Without a top layer, as in the tests of many dapps (jsdom), it is merely on the page.
  const stopPlain = 'showModal' in dialog ? undefined : listenPlainly(dialog)
  return () => {
    observer.disconnect()
    stopFocus()
    stopPlain?.()
    if (dialog.close) dialog.close()
    else dialog.removeAttribute('open')
  }
}

/** What the browser does for a dialog in its top layer. */
function listenPlainly(dialog: HTMLDialogElement): () => void {
  dialog.setAttribute('aria-modal', 'true')
  function onKeyDown({ key, defaultPrevented }: KeyboardEvent): void {
    if (key === 'Escape' && !defaultPrevented) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

const MOST_TIMES = 10
