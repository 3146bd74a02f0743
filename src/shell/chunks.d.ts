/** Chunks that are loaded by `import()` on demand. `vite.config.ts` maps each name to its file. */
declare module '#ui' {
  export const mountView: import('./view.ts').MountView
}
declare module '#account' {
  export const view: import('./view.ts').AccountModule['view']
}
/** Like `#ui`, for a modal that is embedded in the page (option `enableEmbedded`). */
declare module '#embedded' {
  export const mountView: import('./view.ts').MountView
}
/** Billfold's texts in a language; undefined for English and for languages without a translation. */
declare module '#languages' {
  export function loadTexts(tag: string): Promise<import('../base/catalogue.ts').Texts | undefined>
}
/** The portfolio's view. */
declare module '#portfolio' {
  export const mountPortfolio: import('../portfolio/mount-portfolio.ts').MountPortfolio
}
/** The worker's files; see `src/worker-link/start/files.ts`. */
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
/** The file's text. */
declare module '*.svg?raw' {
  const drawing: string
  export default drawing
}

/** The stylesheet's text. */
declare module '*.css?inline' {
  const text: string
  export default text
}
