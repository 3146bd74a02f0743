/**
 * The worker, which the build bundles into one file without imports; also published as `billfold/worker`. Bundlers may
 * put this code into chunks that pages and other workers load. So it runs only in a worker whose name is `WORKER_NAME`.
 */
import { WORKER_NAME } from '../../../src/core/contract/protocol.ts'
import { startWorker } from '../start.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export { startWorker }

// A window can have this name too, so check that this is not a window.
if (typeof window === 'undefined' && globalThis.name === WORKER_NAME) {
  startWorker(globalThis as unknown as DedicatedWorkerGlobalScope)
}

declare const window: unknown
