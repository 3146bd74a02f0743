/** Runs work once per frame for all callers, such as the 10,000 events of a wallet (F13). */

export interface FrameTask {
  schedule(): void
  cancel(): void
}

export function createFrameTask(run: () => void): FrameTask {
  let cancelScheduled: (() => void) | undefined
  const runNow = () => {
    task.cancel()
    run()
  }
  const task: FrameTask = {
    schedule() {
      if (cancelScheduled) return
      // A hidden page gets no frames, and it may be hidden during the wait.
      const frame = document.hidden ? undefined : requestAnimationFrame(runNow)
      const fallback = setTimeout(runNow, document.hidden ? 16 : 50)
      cancelScheduled = () => {
        clearTimeout(fallback)
        if (frame !== undefined) cancelAnimationFrame(frame)
      }
    },
    cancel() {
      cancelScheduled?.()
      cancelScheduled = undefined
    },
  }
  return task
}
