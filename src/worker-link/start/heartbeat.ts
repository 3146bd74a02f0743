/** Finds out that a worker is gone or hangs. */

export interface HeartbeatOptions {
  /** Resolves with the worker's pong. */
  ping(): Promise<unknown>
  /** Browsers stretch the timers of a hidden page, so nothing is judged then. */
  isVisible(): boolean
  /** Called once. */
  onSilence(): void
}

/** A ping leaves this often; without a pong for as long as the limit the worker is lost. Milliseconds. */
const BEAT = 500
export const PONG_LIMIT = 2_000

/** Returns a stop function. */
export function startHeartbeat({ ping, isVisible, onSilence }: HeartbeatOptions): () => void {
  let lastBeat = performance.now()
  let lastPong = lastBeat
  const timer = setInterval(() => {
    const now = performance.now()
    // This thread was busy, asleep or hidden itself: a pong may be waiting in its queue. Judge anew from here.
    if (now - lastBeat > 2 * BEAT || !isVisible()) lastPong = now
    lastBeat = now
    if (now - lastPong >= PONG_LIMIT) {
      clearInterval(timer)
      return onSilence()
    }
    ping().then(
      () => (lastPong = Math.max(lastPong, now)),
      () => {},
    )
  }, BEAT)
  return () => clearInterval(timer)
}
