/**
 * The worker files. Each is named twice: as an asset, which bundlers that support `new URL` copy unchanged, and as a
 * module, which every bundler supports. The build copies these lines into the package byte for byte, since bundlers
 * recognise only this form.
 */
import type { LazyDomain } from '../../core/contract/protocol.ts'

export interface WorkerFile<Module> {
  /** A function, since the expression throws where `import.meta.url` is missing. */
  asset(): URL
  module(): Promise<Module & { ownUrl: string | undefined }>
}

export interface WorkerModule {
  /** Runs the worker's code on the page's own thread. Returns a stop function. */
  startWorker(
    port: MessagePort,
    environment: { importDomain(domain: LazyDomain): Promise<unknown> },
  ): () => void
}

export interface WorkerFiles extends Record<LazyDomain, WorkerFile<object>> {
  worker: WorkerFile<WorkerModule>
}

export const workerFiles: WorkerFiles = {
  worker: {
    asset: () => new URL('./billfold-worker.js', import.meta.url),
    module: () => import('./billfold-worker.js'),
  },
  evm: {
    asset: () => new URL('./billfold-evm.js', import.meta.url),
    module: () => import('./billfold-evm.js'),
  },
  solana: {
    asset: () => new URL('./billfold-solana.js', import.meta.url),
    module: () => import('./billfold-solana.js'),
  },
  bitcoin: {
    asset: () => new URL('./billfold-bitcoin.js', import.meta.url),
    module: () => import('./billfold-bitcoin.js'),
  },
  walletconnect: {
    asset: () => new URL('./billfold-walletconnect.js', import.meta.url),
    module: () => import('./billfold-walletconnect.js'),
  },
}
