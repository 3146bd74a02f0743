/** Jobs that run without watchers, such as following a sent transaction until it is mined. One job for each key. */
import type { Jobs } from './context.ts'

export interface JobsControl extends Jobs {
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

  /** Stops a job. Frees its key at once, even if the work ignores its signal. */
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
        // Ignore failures: a job stores them in its own records.
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
