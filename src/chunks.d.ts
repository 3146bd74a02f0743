/**
 * The parts that the build fetches by `import()` when they are first needed. `src` knows them by these names and
 * types alone; `vite.config.ts` says which file each one is.
 */
declare module '#ui' {
  export const mountView: import('./view.ts').MountView
}
/** The worker's code, to be run on this thread. */
declare module '#worker' {
  export function startWorker(endpoint: MessagePort): () => void
}
/** The worker as source text, for a blob. */
declare module '#worker-source' {
  const source: string
  export default source
}
/** The lazily loaded domains as source text, for blobs. */
declare module '#domain-source/nfts' {
  const source: string
  export default source
}
declare module '#domain-source/ens' {
  const source: string
  export default source
}
/** A stylesheet as text. */
declare module '*.css?inline' {
  const text: string
  export default text
}
