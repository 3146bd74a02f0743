/** Shows the modal above the page, in the browser's top layer if there is one. */
import type { Readable } from '../../src/base/readable.ts'
import { isComposing } from '../base/is-composing.ts'
import { holdFocus } from './hold-focus.ts'
import { type Above, COVERS, focusIn, isReachable, wantsFocus, watchAbove } from './watch-above.ts'

/**
 * Shows the dialog above the page, with the focus in it, and keeps it there even if the page replaces its body. The
 * dialog steps aside for dialogs of the page, and for elements that a wallet shows during a request. Returns a stop
 * function.
 * @param isAsked whether a wallet has an open request
 * @param onRefused called if the page keeps removing the dialog
 */
export function showDialog(
  dialog: HTMLDialogElement,
  isAsked: Readable<boolean>,
  onRefused: () => void,
): () => void {
  const root = dialog.getRootNode() as ShadowRoot
  const { host } = root
  let timesTaken = 0
  /** The element that had the focus when the dialog stepped aside. */
  let focused: Element | null | undefined

  function show(): void {
    if (!host.isConnected) (document.body ?? document.documentElement).append(host)
    uncover()
    // A dialog that was removed keeps `open` but is no longer modal, so remove `open`. Do not call close(), which fires
    // an event as if a person had closed the dialog.
    dialog.removeAttribute('open')
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    const before = focused instanceof HTMLElement && focused.isConnected ? focused : undefined
    focused = undefined
    const target = before ?? getCard()
    target?.focus({ preventScroll: true })
  }

  /**
   * When the page opens a dialog, it may hide everything else from assistive technology, even the modal above. Undoes
   * that, unless the modal has stepped aside.
   */
  function uncover(): void {
    if (isAside()) return
    for (const name of COVERS) if (host.hasAttribute(name)) host.removeAttribute(name)
  }

  const isAside = () => dialog.dataset['aside'] !== undefined
  const getCard = () => dialog.querySelector<HTMLElement>('.card')

  function stepAside(above: readonly Above[]): void {
    const top = above.at(-1)?.element
    if (!top) return stepBack()
    if (!isAside()) {
      focused = root.activeElement
      dialog.dataset['aside'] = ''
      endModal(dialog)
    }
    dialog.inert = above.some(({ isDialog }) => isDialog)
    for (const level of LEVELS) {
      dialog.style.zIndex = level
      if (above.every(({ element }) => isReachable(element, host))) break
    }
    if (!top.contains(document.activeElement) && wantsFocus(top)) focusIn(top)
  }

  function stepBack(): void {
    const { activeElement } = root
    // A new view may have taken the focus while the dialog was aside.
    if (activeElement && activeElement !== getCard()) focused = activeElement
    delete dialog.dataset['aside']
    dialog.inert = false
    dialog.style.zIndex = ''
    endModal(dialog)
    show()
  }

  const observer = new MutationObserver((changes) => {
    const isTaken = changes.some(({ removedNodes }) =>
      Array.from(removedNodes).some((node) => node.contains(host)),
    )
    // Frameworks may also move the host from the old body to a new one, which is a removal, too.
    if (!isTaken && host.isConnected) return
    timesTaken += 1
    // Give up after some attempts, since a page may remove every element that it does not know.
    if (timesTaken > MAX_TIMES) onRefused()
    else show()
  })
  const coverObserver = new MutationObserver(uncover)

  show()
  observer.observe(document, { childList: true, subtree: true })
  coverObserver.observe(host, { attributeFilter: COVERS })
  const stopFocus = holdFocus(dialog, isAside)
  // If there is no top layer, the dialog is an ordinary part of the page. jsdom has none, and many dapps test with it.
  const isPlain = typeof (dialog as Partial<HTMLDialogElement>).showModal !== 'function'
  if (isPlain) dialog.setAttribute('aria-modal', 'true')
  const stopEscape = listenToEscape(dialog, () => isPlain || isAside())
  const stopAbove = isPlain ? undefined : watchAbove(host, isAsked, stepAside)
  return () => {
    observer.disconnect()
    coverObserver.disconnect()
    stopFocus()
    stopEscape()
    stopAbove?.()
    if (dialog.close) dialog.close()
    else dialog.removeAttribute('open')
  }
}

/** Makes the dialog non-modal but keeps it open, so that elements beside it can be reached. */
function endModal(dialog: HTMLDialogElement): void {
  // Stop this `close` event, since the modal itself stays open.
  dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), { once: true, capture: true })
  dialog.close()
  dialog.setAttribute('open', '')
}

/** Handles Esc where the browser does not: for a dialog outside of the top layer. */
function listenToEscape(dialog: HTMLDialogElement, isNeeded: () => boolean): () => void {
  const root = dialog.getRootNode() as ShadowRoot
  function onKeyDown(given: Event): void {
    const event = given as KeyboardEvent
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Keep the browser from closing the dialog on the Esc that ends a composition.
    if (isComposing(event)) event.preventDefault()
    else if (isNeeded()) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  root.addEventListener('keydown', onKeyDown)
  return () => root.removeEventListener('keydown', onKeyDown)
}

/**
 * Values of z-index, to try in this order: the modal's own; below later elements without a z-index; below all elements
 * without a z-index.
 */
const LEVELS = ['', '0', '-1']
const MAX_TIMES = 10
