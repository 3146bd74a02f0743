/**
 * The files of the worker, each named twice: as an asset, which bundlers that know `new URL` copy as it is, and as a
 * module, which every bundler can follow. The build brings these lines to the package byte for byte.
 */
import type { LazyDomain } from '../core/protocol.ts'

export interface WorkerFile<Module> {
  /** Only when asked: where `import.meta.url` is missing it throws. */
  asset(): URL
  module(): Promise<Module & { ownUrl: string | undefined }>
}

export interface WorkerModule {
  /** Runs the worker on this thread; returns its own stop. */
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
  activity: {
    asset: () => new URL('./billfold-activity.js', import.meta.url),
    module: () => import('./billfold-activity.js'),
  },
  directory: {
    asset: () => new URL('./billfold-directory.js', import.meta.url),
    module: () => import('./billfold-directory.js'),
  },
  nfts: {
    asset: () => new URL('./billfold-nfts.js', import.meta.url),
    module: () => import('./billfold-nfts.js'),
  },
  ens: {
    asset: () => new URL('./billfold-ens.js', import.meta.url),
    module: () => import('./billfold-ens.js'),
  },
  evm: {
    asset: () => new URL('./billfold-evm.js', import.meta.url),
    module: () => import('./billfold-evm.js'),
  },
  bitcoin: {
    asset: () => new URL('./billfold-bitcoin.js', import.meta.url),
    module: () => import('./billfold-bitcoin.js'),
  },
  walletconnect: {
    asset: () => new URL('./billfold-walletconnect.js', import.meta.url),
    module: () => import('./billfold-walletconnect.js'),
  },
  payments: {
    asset: () => new URL('./billfold-payments.js', import.meta.url),
    module: () => import('./billfold-payments.js'),
  },
  market: {
    asset: () => new URL('./billfold-market.js', import.meta.url),
    module: () => import('./billfold-market.js'),
  },
  siwx: {
    asset: () => new URL('./billfold-siwx.js', import.meta.url),
    module: () => import('./billfold-siwx.js'),
  },
}
