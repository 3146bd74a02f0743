/**
 * The files of the worker, each named twice: as an asset, which bundlers that know `new URL` copy as it is, and as a
 * module, which every bundler can follow. The build brings these lines to the package byte for byte.
 */
import type { LazyDomain } from '../../core/contract/protocol.ts'

export interface WorkerFile<Module> {
  /** Only when asked: where `import.meta.url` is missing it throws. */
  asset(): URL
  module(): Promise<Module & { ownUrl: string | undefined }>
}

export interface WorkerModule {
  /** Runs the worker on this thread; returns a stop function. */
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
