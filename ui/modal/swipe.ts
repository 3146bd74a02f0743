/** On a phone, the card follows a finger that pulls it down. A long or fast pull closes the modal. */
import type { Shell } from '../../src/shell/shell.ts'
import { readTime } from '../base/read-time.ts'

/** A pull closes the modal if it is longer than FAR (px) or faster than FAST (px/ms). */
const FAR = 96
const FAST = 0.6
/** A pull up to this length never closes the modal, however fast it is. px */
const SHORT = 24

let pull: AbortController | undefined

/**
 * Starts to follow a finger that has just touched the card.
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
  // This throws if the finger has left the screen already.
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
