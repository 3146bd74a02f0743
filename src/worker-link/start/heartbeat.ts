/** Detects a worker that was terminated or hangs. */

export interface HeartbeatOptions {
  /** Resolves when the worker answers. */
  ping(): Promise<unknown>
  /**
   * Whether the web page is visible. While it is hidden, browsers delay timers, so that a late answer proves nothing.
   */
  isVisible(): boolean
  /** Called once, when the worker has not answered for `PONG_LIMIT`. */
  onSilence(): void
}

/** `BEAT`: pause between pings. `PONG_LIMIT`: a worker that does not answer for this long is lost. Milliseconds. */
const BEAT = 500
export const PONG_LIMIT = 2_000

/** Returns a stop function. */
export function startHeartbeat({ ping, isVisible, onSilence }: HeartbeatOptions): () => void {
  let lastBeat = performance.now()
  let lastPong = lastBeat
  const timer = setInterval(() => {
    const now = performance.now()
    // This thread itself was busy, suspended or hidden, so an answer may be waiting: restart the time limit.
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
