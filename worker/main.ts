/** The published worker entry, `billfold/worker`: serves the page that started it. */
import { startWorker } from './start.ts'

startWorker(globalThis as unknown as DedicatedWorkerGlobalScope)
