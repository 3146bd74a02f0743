/** Work that outlives its watchers, such as a sent transaction that is followed until it is mined. One per key. */
import type { Jobs } from './context.ts'

export interface JobsControl extends Jobs {
  /** Ends every job of this owner. */
  forget(owner: string): void
  stopAll(): void
  getCount(): number
}

interface Job {
  owner: string
  controller: AbortController
  ended: Promise<void>
}

export function createJobs(): JobsControl {
  const jobs = new Map<string, Job>()

  /** Frees the key at once, whether or not the work reacts to its signal. */
  function end(key: string, job: Job): void {
    job.controller.abort()
    if (jobs.get(key) === job) jobs.delete(key)
  }

  function endAll(which: (job: Job) => boolean): void {
    for (const [key, job] of jobs) if (which(job)) end(key, job)
  }

  return {
    run(key, owner, work) {
      const running = jobs.get(key)
      if (running) return running.ended
      const controller = new AbortController()
      const job: Job = { owner, controller, ended: Promise.resolve() }
      jobs.set(key, job)
      job.ended = Promise.resolve()
        .then(() => work(controller.signal))
        // A job stores its failure in its own records.
        .catch(() => {})
        .finally(() => end(key, job))
      return job.ended
    },
    stop(key) {
      const job = jobs.get(key)
      if (job) end(key, job)
    },
    forget: (owner) => endAll((job) => job.owner === owner),
    stopAll: () => endAll(() => true),
    getCount: () => jobs.size,
  }
}
