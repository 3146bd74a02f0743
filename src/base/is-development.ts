/** `process.env.NODE_ENV` as the embedding app's bundler replaces it; our own build leaves it as it stands. */
declare const __HOST_NODE_ENV__: string

/** Whether the embedding app is built for development. A page without a bundler, which has no `process`, is not. */
export function isDevelopment(): boolean {
  try {
    return __HOST_NODE_ENV__ !== 'production'
  } catch {
    return false
  }
}
