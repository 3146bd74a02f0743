/**
 * The worker, one file that imports nothing; published as `billfold/worker` too. Bundlers put its code into chunks that
 * pages and other workers load: it serves only where it was started under its name.
 */
import { WORKER_NAME } from '../../../src/core/contract/protocol.ts'
import { startWorker } from '../start.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export { startWorker }

// A window may bear any name.
if (typeof window === 'undefined' && globalThis.name === WORKER_NAME) {
  startWorker(globalThis as unknown as DedicatedWorkerGlobalScope)
}

declare const window: unknown
