/**
 * Keeps events inside Billfold from the page's handlers: shortcuts that swallow letters, focus traps, scroll locks, and
 * dialogs that close on Esc or on a press outside. Stops each event at the window, and dispatches a copy of it inside
 * our shadow root. Only handlers that the page put on `window` earlier run before this guard. Returns a stop function.
 * @param isAbove whether `host` lies above the page. If `host` is embedded in the page instead, only input and scroll
 * events are kept back.
 */
export function guardEvents(host: HTMLElement, isAbove = true): () => void {
  /** The dispatched copies. Some test environments (happy-dom) also send a copy to the window: do not copy it again. */
  const copies = new WeakSet<Event>()
  /** Keys and pointers that were pressed inside the host. */
  const presses = new Set<string>()

  /**
   * Records presses inside the host. Returns whether an event ends a press that began on the other side: outside the
   * host for an event inside the host, and vice versa.
   */
  function isOfOther(event: Event, isHere: boolean): boolean {
    const press = getPress(event)
    if (!press) return false
    if (!event.type.endsWith('down')) return presses.delete(press) !== isHere
    if (!isHere) presses.delete(press)
    // A held key repeats keydown events; only the first one begins a press.
    else if (!(event as KeyboardEvent).repeat) presses.add(press)
    return false
  }

  function onEvent(event: Event): void {
    if (copies.has(event)) return
    const target = findTarget(host, event)
    const isHere = target !== undefined && (isAbove || isOfCard(event))
    if (isOfOther(event, isHere)) {
      // This press began inside and closed the modal: keep its keyup from the page.
      if (!isHere && event.type === 'keyup') event.stopImmediatePropagation()
      return
    }
    if (!isHere) return
    event.stopImmediatePropagation()
    const copy = copyEvent(event)
    copies.add(copy)
    // A copy that is dispatched on the host itself would reach the page's handlers.
    if (target !== host) target.dispatchEvent(copy)
    if (copy.defaultPrevented) event.preventDefault()
    // The page's handlers, which may refuse dropped files, no longer see the event. Without this call, the browser
    // would open a dropped file.
    if (event.type === 'dragover') refuseFiles(event as DragEvent)
  }

  for (const type of TYPES)
    // Passive, so that scrolling does not wait for handlers.
    window.addEventListener(type, onEvent, { capture: true, passive: /^wheel|^touch/.test(type) })
  return () => {
    for (const type of TYPES) window.removeEventListener(type, onEvent, true)
  }
}

const TYPES =
  `keydown keypress keyup beforeinput textInput input compositionstart compositionupdate compositionend copy cut paste
  click dblclick auxclick contextmenu mousedown mouseup mousemove mouseover mouseout
  pointerdown pointerup pointermove pointerover pointerout pointercancel gotpointercapture lostpointercapture
  pointerenter pointerleave mouseenter mouseleave touchstart touchmove touchend touchcancel
  wheel DOMMouseScroll MozMousePixelScroll gesturestart gesturechange gestureend dragstart drag dragenter dragover dragleave drop dragend
  focus blur focusin focusout`.split(/\s+/)

/**
 * Whether an embedded card keeps an event from the page. Esc and Tab go to the page, since the page handles them for
 * the card as well.
 */
function isOfCard(event: Event): boolean {
  const { type, key } = event as KeyboardEvent
  return (
    /^key|input$|^compo|^copy|^cut|^paste|^wheel|scroll$|^touchmove/i.test(type) && !/^Escape|^Tab/.test(key)
  )
}

/**
 * The key or pointer that an event presses or releases. Undefined for touch events: the browser sends all events of a
 * touch to the element where the touch began.
 */
function getPress(event: Event): string | undefined {
  const { type, code, key, pointerId, button } = event as KeyboardEvent & PointerEvent
  if (/^key(?:down|up)$/.test(type)) return `key ${code || key}`
  if (/^pointer(?:down|up|cancel)$/.test(type)) return `pointer ${pointerId}`
  return /^mouse(?:down|up)$/.test(type) ? `button ${button}` : undefined
}

/** The element that gets the copy; undefined for an event outside the host. */
function findTarget(host: HTMLElement, event: Event): EventTarget | undefined {
  const path = event.composedPath()
  if (path.includes(host)) return path[0]
  // Without a focused element, keys go to our dialog if nothing is above it.
  const isNowhere = path[0] === document.body || path[0] === document.documentElement
  return isNowhere && event.type.startsWith('key') ? findOnTop(host) : undefined
}

/** Our dialog; undefined if an element of the page is above it. */
function findOnTop({ shadowRoot }: HTMLElement): Element | undefined {
  const dialog = shadowRoot?.querySelector('dialog[open]:not([data-aside])')
  const top = dialog && document.elementFromPoint?.(innerWidth / 2, innerHeight / 2)
  return !dialog || (top && top !== shadowRoot!.host) ? undefined : dialog
}

/** For each prototype of events: the prototype of their copies, whose getters read from the original event. */
const prototypes = new WeakMap<object, object>()
const originals = new WeakMap<object, Event>()

/**
 * A copy that handlers can read like the original. The browser must act on the original alone, so the copy is cancelled
 * before its dispatch: WebKit follows links, toggles labels and submits forms even for a plain `Event`. The handlers'
 * own calls of `preventDefault` are recorded separately.
 */
function copyEvent(event: Event): Event {
  const { type, bubbles, cancelable } = event
  const copy = new Event(type, { bubbles, cancelable: true })
  copy.preventDefault()
  let isPrevented = event.defaultPrevented
  originals.set(copy, event)
  Object.setPrototypeOf(copy, getPrototype(event))
  return Object.defineProperties(copy, {
    cancelable: { value: cancelable },
    defaultPrevented: { get: () => isPrevented },
    preventDefault: { value: () => (isPrevented ||= cancelable) },
  })
}

function getPrototype(event: Event): object {
  const from = Object.getPrototypeOf(event) as object
  let prototype = prototypes.get(from)
  if (prototype) return prototype
  prototype = Object.create(Event.prototype) as object
  // Also copy the event's own properties: some test environments (happy-dom) keep the data there.
  for (
    let next: object = event;
    next && next !== Event.prototype;
    next = Object.getPrototypeOf(next) as object
  )
    for (const key of Object.getOwnPropertyNames(next) as (keyof Event)[])
      if (!(key in prototype))
        Object.defineProperty(prototype, key, {
          get(this: Event) {
            const original = originals.get(this)!
            const value: unknown = original[key]
            return typeof value === 'function' ? value.bind(original) : value
          },
        })
  prototypes.set(from, prototype)
  return prototype
}

function refuseFiles(event: DragEvent): void {
  if (!event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
