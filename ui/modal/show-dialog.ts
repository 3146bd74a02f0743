/** Shows the modal above the page, with or without the browser's top layer. */
import type { Readable } from '../../src/base/readable.ts'
import { isComposing } from '../base/is-composing.ts'
import { holdFocus } from './hold-focus.ts'
import { type Above, COVERS, focusIn, isReachable, wantsFocus, watchAbove } from './watch-above.ts'

/**
 * Shows the dialog above the page and keeps it there, with the focus in it, even if the page replaces its body. It steps
 * aside for dialogs of the page and for elements that a wallet shows during a request. Returns a stop function.
 * @param isAsked whether a wallet is being asked
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
    // A removed dialog keeps `open` but is no longer modal; close() would fire an event as if a person had closed it.
    dialog.removeAttribute('open')
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    const before = focused instanceof HTMLElement && focused.isConnected ? focused : undefined
    focused = undefined
    const target = before ?? dialog.querySelector<HTMLElement>('.card')
    target?.focus({ preventScroll: true })
  }

  /** Dialogs of the page hide the rest of the page from assistive technology, even elements above them. */
  function uncover(): void {
    if (isAside()) return
    for (const name of COVERS) if (host.hasAttribute(name)) host.removeAttribute(name)
  }

  const isAside = () => dialog.dataset['aside'] !== undefined

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
    // A page also moves the host, from its old body into the new one.
    if (!isTaken && host.isConnected) return
    timesTaken += 1
    // Stop after some attempts: a page may remove every element that it does not know.
    if (timesTaken > MAX_TIMES) onRefused()
    else show()
  })
  const coverObserver = new MutationObserver(uncover)

  show()
  observer.observe(document, { childList: true, subtree: true })
  coverObserver.observe(host, { attributeFilter: COVERS })
  const stopFocus = holdFocus(dialog, isAside)
  // Without a top layer, as in the tests of many dapps (jsdom), the dialog is a plain part of the page.
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

/** Keeps the dialog open without being modal, so that elements beside it can be reached. */
function endModal(dialog: HTMLDialogElement): void {
  // Hide this `close` event: the modal itself stays open.
  dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), { once: true, capture: true })
  dialog.close()
  dialog.setAttribute('open', '')
}

/** Handles Esc, as the browser does for a dialog in its top layer. */
function listenToEscape(dialog: HTMLDialogElement, isNeeded: () => boolean): () => void {
  const root = dialog.getRootNode() as ShadowRoot
  function onKeyDown(given: Event): void {
    const event = given as KeyboardEvent
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Otherwise a browser may close the dialog when Esc ends a composition.
    if (isComposing(event)) event.preventDefault()
    else if (isNeeded()) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  }
  root.addEventListener('keydown', onKeyDown)
  return () => root.removeEventListener('keydown', onKeyDown)
}

/** z-index, tried in this order: the modal's own, below later elements without one, below all elements without one. */
const LEVELS = ['', '0', '-1']
const MAX_TIMES = 10
