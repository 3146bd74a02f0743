/** Runs work once per frame, however often the work is scheduled: a wallet may send 10,000 events at once (F13). */

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
      // A hidden page gets no frames, and the page may be hidden before the frame comes, so a timer runs the work in
      // any case.
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
