/**
 * Finds elements that must stay reachable while the modal is open: those that a wallet adds during a request, and
 * dialogs of the page that do not use `showModal()`. No z-index puts them above a modal dialog, and below a modal
 * dialog they are inert.
 */
import type { Readable } from '../../src/base/readable.ts'

export interface Above {
  readonly element: Element
  /** Whether the element is a modal dialog of the page, which makes everything else inert until it closes. */
  readonly isDialog: boolean
}

/** Elements that appeared during a wallet request. Remembered while the modal is closed and opened again. */
const ofWallets = new WeakSet<Element>()

/**
 * Calls `onChange` with the elements above the modal whenever they change. Returns a stop function.
 * @param host the modal's element
 * @param isAsked whether a wallet has an open request
 */
export function watchAbove(
  host: Element,
  isAsked: Readable<boolean>,
  onChange: (above: readonly Above[]) => void,
): () => void {
  /** Elements that were visible before the modal opened. */
  const below = new Set<Element>()
  /** All visible elements, and for each, whether it appeared during a wallet request. */
  const shown = new Map<Element, boolean>()
  /**
   * Elements that were not hidden when the page hid the modal from assistive technology. Dialog libraries hide the modal
   * when they open a dialog, so the dialog is one of these elements.
   */
  const modals = new Set<Element>()
  /** Positioned elements that were added anywhere in the page while a wallet had an open request. */
  const added = new Set<Element>()
  let last: readonly Above[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let checkedAt = -Infinity
  /** Whether the page has changed since the last check. */
  let hasChanged = false

  /**
   * Finds the elements above the modal. Forces a layout.
   * @param asked whether a wallet had an open request when the page changed
   */
  function check(asked: boolean): void {
    clearTimeout(timer)
    dueAt = Infinity
    checkedAt = performance.now()
    const isChanged = hasChanged
    hasChanged = false
    const found = findCandidates(host, added).filter(isShown)
    for (const known of [shown, below])
      for (const element of known.keys()) if (!found.includes(element)) known.delete(element)
    const above: Above[] = []
    for (const element of found) {
      const isDialog = !below.has(element) && hasDialog(element, modals)
      // A wallet's panel may stay after a request. Include it during the next request too, since the wallet may use it
      // again.
      const isOfWallet = asked && (ofWallets.has(element) || (shown.get(element) ?? true))
      shown.set(element, isOfWallet)
      if (isOfWallet) ofWallets.add(element)
      if (isDialog || isOfWallet) above.push({ element, isDialog })
    }
    const isSame =
      above.length === last.length &&
      above.every(
        ({ element, isDialog }, at) => element === last[at]!.element && isDialog === last[at]!.isDialog,
      )
    if (above.length === 0 && last.length > 0) modals.clear()
    last = above
    if (!isSame) onChange(above)
    // Check again later: elements can appear, disappear and fade in without a change to the document.
    if (asked || above.length > 0 || isChanged) lookIn(LOOK_EVERY)
  }

  /** Schedules a check, unless an earlier check is due. @param time milliseconds */
  function lookIn(time: number): void {
    const at = performance.now() + time
    if (at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => check(isAsked.peek()), time)
  }

  for (const element of findCandidates(host, added)) {
    if (!isShown(element)) continue
    shown.set(element, ofWallets.has(element))
    if (!ofWallets.has(element)) below.add(element)
  }

  function onChanges(changes: MutationRecord[], asked: boolean): void {
    hasChanged = true
    // If the page has hidden the modal, it has probably opened a dialog of a library. Remember the elements that are not
    // hidden, since the dialog is one of them. Skip elements from before the modal: an open dialog also hides elements
    // that are added later.
    if (changes.some(({ target, oldValue }) => target === host && oldValue === null))
      for (const element of findCandidates(host, added))
        if (!below.has(element) && !element.closest(HIDDEN)) modals.add(element)
    if (!asked) return
    const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes]).slice(-MAX_PARTS)
    for (const node of nodes) if (node instanceof Element && isOverlay(node)) added.add(node)
  }

  const observer = new MutationObserver((changes) => {
    onChanges(changes, isAsked.peek())
    const wait = checkedAt + SHORTEST - performance.now()
    if (wait > 0) lookIn(wait)
    else check(isAsked.peek())
  })
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['open'] })
  observer.observe(host, { attributeFilter: COVERS, attributeOldValue: true })
  let wasAsked = isAsked.peek()
  const stop = isAsked.subscribe((asked) => {
    // Process changes from before the request first, since their elements are not the wallet's.
    const changes = observer.takeRecords()
    if (changes.length > 0) onChanges(changes, wasAsked)
    if (hasChanged) check(wasAsked)
    wasAsked = asked
    check(asked)
  })
  return () => {
    observer.disconnect()
    stop()
    clearTimeout(timer)
  }
}

/** LOOK_EVERY: interval of checks while elements may change. SHORTEST: least time between two checks. Milliseconds. */
const LOOK_EVERY = 250
const SHORTEST = 100

/** Attributes by which a page hides its other elements from assistive technology while its modal dialog is open. */
export const COVERS = ['aria-hidden', 'inert']
const HIDDEN = '[aria-hidden=true], [inert]'

const DIALOGS = '[role=dialog], [role=alertdialog], [aria-modal=true], dialog[open]'

/**
 * Elements that may be above the modal: the children of `html` and `body`, the dialogs, and the elements in `added`.
 */
function findCandidates(host: Element, added: Set<Element>): Element[] {
  for (const element of added) if (!element.isConnected) added.delete(element)
  const { body, documentElement } = document
  const beside = [...documentElement.children, ...(body?.children ?? [])]
  return [...new Set([...beside, ...document.querySelectorAll(DIALOGS), ...added])].filter(
    (element) =>
      element !== body &&
      !element.contains(host) &&
      !NEVER.test(element.localName) &&
      // Modal dialogs are in the browser's top layer already.
      !matches(element, ':modal'),
  )
}

/** Elements that are invisible, or parts of Billfold, which are in the browser's top layer. */
const NEVER = /^(head|script|style|link|template|noscript|billfold-.*)$/

/** Like `element.matches`, but false in older browsers, which do not know `:modal` and throw. */
function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/**
 * Whether the element is a dialog that a person must answer first, or has one in its shadow root. Such a dialog is
 * modal, large, or in the middle of the screen; a strip at the edge, such as a cookie notice, can wait. Children of the
 * element are not searched: dialogs among them are candidates of their own.
 * @param modals dialogs for which the page has hidden the modal
 */
function hasDialog(element: Element, modals: Set<Element>): boolean {
  const found = element.matches(DIALOGS) ? element : element.shadowRoot?.querySelector(DIALOGS)
  if (!found || matches(found, ':modal') || !isShown(found)) return false
  return modals.has(element) || found.getAttribute('aria-modal') === 'true' || isLarge(found)
}

/** Whether the element covers the middle of the screen or a large part of it. */
export function isLarge(element: Element): boolean {
  return getParts(element).some((part) => {
    const box = getBox(part)
    if (!box) return false
    const { left, top, right, bottom, width, height } = box
    const isOverMiddle =
      left < innerWidth / 2 && right > innerWidth / 2 && top < innerHeight / 2 && bottom > innerHeight / 2
    return isOverMiddle || width * height > (innerWidth * innerHeight) / 5
  })
}

function findIn(element: Element, selector: string): Element | null | undefined {
  return element.querySelector(selector) ?? element.shadowRoot?.querySelector(selector)
}

/** Whether the element is positioned over the page, not in its flow. */
function isOverlay(element: Element): boolean {
  return getParts(element).some((part) => /fixed|absolute/.test(getComputedStyle(part).position))
}

function isShown(element: Element): boolean {
  // If the element itself is on the page but outside the screen, so are its parts.
  const box = element.getBoundingClientRect()
  if (isVisibleSize(box) && !isOnScreen(box)) return false
  return getParts(element).some((part) => getBox(part)) || isClosed(element)
}

const isVisibleSize = ({ width, height }: DOMRect) => width >= SMALL && height >= SMALL

const isOnScreen = ({ left, top, right, bottom }: DOMRect) =>
  right > 0 && bottom > 0 && left < innerWidth && top < innerHeight

/** Whether the element may have a closed shadow root, whose content is not accessible. */
function isClosed(element: Element): boolean {
  if (!element.localName.includes('-') || element.shadowRoot || element.childElementCount > 0) return false
  const { display, visibility } = getComputedStyle(element)
  return display !== 'none' && visibility === 'visible'
}

/**
 * Whether a press on the element would reach a part of it, not the modal. True if no part of the element reacts to
 * presses.
 */
export function isReachable(element: Element, host: Element): boolean {
  const boxes = getParts(element)
    .filter((part) => getComputedStyle(part).pointerEvents !== 'none')
    .map(getBox)
    .filter((box) => box !== undefined)
  return (
    boxes.length === 0 ||
    boxes.some(({ left, top, right, bottom }) => {
      const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2
      const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2
      return document.elementFromPoint(x, y) !== host
    })
  )
}

/** The element's box; undefined if no part of the element is on the screen, or if it is invisible. */
function getBox(element: Element): DOMRect | undefined {
  const box = element.getBoundingClientRect()
  if (!isOnScreen(box) || !isVisibleSize(box)) return undefined
  const { visibility, opacity } = getComputedStyle(element)
  return visibility === 'visible' && opacity !== '0' ? box : undefined
}

/** Elements that are smaller than this are ignored, since scripts use them as markers. px */
const SMALL = 8
const MAX_PARTS = 100

function getParts(element: Element): Element[] {
  const parts = [element]
  for (const root of [element.shadowRoot, element]) {
    const walker = root && document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
    while (parts.length < MAX_PARTS && walker?.nextNode()) parts.push(walker.currentNode as Element)
  }
  return parts
}

/** Whether the element needs the focus: it is large or has a field. A message in a corner must not take the focus. */
export function wantsFocus(element: Element): boolean {
  return isLarge(element) || !!findIn(element, FIELDS)
}

const FIELDS = 'input:not([type=hidden]), textarea, select, iframe'

/** Focuses the first element that accepts the focus. */
export function focusIn(element: Element): void {
  for (const selector of ['[autofocus]', FOCUSABLE]) {
    const found = element.matches(selector) ? element : findIn(element, selector)
    if (found instanceof HTMLElement) return found.focus({ preventScroll: true })
  }
}

const FOCUSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, iframe, [tabindex]'
