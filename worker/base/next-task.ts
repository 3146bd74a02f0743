/** Resolves in a new task without delay, after the tasks that are already queued. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // A message instead of a timer: browsers delay nested timers by 4 ms each.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
