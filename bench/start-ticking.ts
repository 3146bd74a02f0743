/** How long a worker is busy without a pause. */

/** @returns stops, and tells the longest time between two turns of this worker's loop. Milliseconds. */
export function startTicking(): () => number {
  const { port1, port2 } = new MessageChannel()
  let longest = 0
  let last = performance.now()
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    port2.postMessage(0)
  }
  port2.postMessage(0)
  return () => {
    port1.close()
    return Math.max(longest, performance.now() - last)
  }
}
