/**
 * The parts that the build fetches by `import()` when they are first needed. `src` knows them by these names and
 * types alone; `vite.config.ts` says which file each one is.
 */
declare module '#ui' {
  export const mountView: import('./view.ts').MountView
}
declare module '#account' {
  export const view: import('./view.ts').AccountModule['view']
}
/** The same as `#ui`, as a part of the page. */
declare module '#embedded' {
  export const mountView: import('./view.ts').MountView
}
/** Billfold's own texts in a language; undefined for English, and for a language that it does not have. */
declare module '#languages' {
  export function loadTexts(tag: string): Promise<import('../base/catalogue.ts').Texts | undefined>
}
/** The same of the portfolio. */
declare module '#portfolio' {
  export const mountPortfolio: import('../portfolio/mount-portfolio.ts').MountPortfolio
}
/** The files of the worker, see `src/worker-link/start/files.ts`. */
declare module '*/billfold-worker.js' {
  export const ownUrl: string | undefined
  export const startWorker: import('../worker-link/start/files.ts').WorkerModule['startWorker']
}
declare module '*/billfold-evm.js' {
  export const ownUrl: string | undefined
}
declare module '*/billfold-solana.js' {
  export const ownUrl: string | undefined
}
declare module '*/billfold-bitcoin.js' {
  export const ownUrl: string | undefined
}
declare module '*/billfold-walletconnect.js' {
  export const ownUrl: string | undefined
}
/** A stylesheet as text. */
declare module '*.svg?raw' {
  const drawing: string
  export default drawing
}

declare module '*.css?inline' {
  const text: string
  export default text
}
