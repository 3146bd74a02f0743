/**
 * Our build replaces this name with `process.env.NODE_ENV`, which the bundler of the embedding app replaces with a
 * value.
 */
declare const __HOST_NODE_ENV__: string

/** Whether the embedding app is built for development. False for a page without a bundler, which has no `process`. */
export function isDevelopment(): boolean {
  try {
    return __HOST_NODE_ENV__ !== 'production'
  } catch {
    return false
  }
}
