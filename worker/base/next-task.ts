/** Resolves in the next task, without delay, after tasks that are already queued. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // Nested timers would wait for 4 ms each.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
