/** Measures the longest task of a worker. */

/** @returns a function that stops, and returns the longest time between two tasks of this worker in milliseconds */
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
