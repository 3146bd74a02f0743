/** What the link to the worker is made of, loaded as one when data is first needed. */
export { startWorker } from './start-worker.ts'
export { createWorkerClient, pageVisibility } from './worker-client.ts'
