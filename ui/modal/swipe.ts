/** On a phone, the sheet follows a finger that pulls it down. A far or fast pull closes it. */
import type { Shell } from '../../src/shell/shell.ts'
import { readTime } from '../base/read-time.ts'

/** Distance in px, or speed in px/ms, from which a pull closes the sheet. */
const FAR = 96
const FAST = 0.6
/** A shorter movement is not a swipe, however fast. px */
const SHORT = 24

let pull: AbortController | undefined

/**
 * Follows a finger that has just touched the sheet.
 * @param grab the handle, a child of the card
 */
export function swipe(
  grab: HTMLElement,
  event: PointerEvent,
  { close, open }: Pick<Shell, 'close' | 'open'>,
): void {
  const card = grab.parentElement
  const isPull = event.isPrimary && event.pointerType !== 'mouse' && isSheet()
  if (!card || !isPull) return
  const { clientY: startY, timeStamp: startedAt, pointerId } = event
  let far = 0
  // Throws if the finger has already left.
  grab.setPointerCapture(pointerId)
  pull?.abort()
  pull = new AbortController()
  const { signal } = pull

  function move({ clientY }: PointerEvent): void {
    far = Math.max(0, clientY - startY)
    card!.style.transform = `translateY(${far}px)`
  }
  function end({ type, timeStamp }: PointerEvent): void {
    pull?.abort()
    const speed = far / Math.max(1, timeStamp - startedAt)
    const isSwipe = far > FAR || (far > SHORT && speed > FAST)
    if (isSwipe && type === 'pointerup') close()
    if (open.peek()) putBack(card!, far)
  }
  grab.addEventListener('pointermove', move, { signal })
  grab.addEventListener('pointerup', end, { signal })
  grab.addEventListener('pointercancel', end, { signal })
}

function isSheet(): boolean {
  return typeof matchMedia !== 'undefined' && matchMedia('(max-width: 430px)').matches
}

function putBack(card: HTMLElement, from: number): void {
  card.style.transform = ''
  const duration = readTime(card, '--bf-t-entry')
  if (duration === 0 || from === 0) return
  card.animate?.([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration,
    easing: 'cubic-bezier(.2,.8,.2,1)',
  })
}
