/** Logs once, in the console, that this origin is not on the project's allowlist. */
export function createOriginError(): () => void {
  let isReported = false
  return () => {
    if (!isReported)
      console.error(
        `Invalid App Configuration: the origin ${location.origin} is not on the allowlist of this projectId. Add it in your dashboard.`,
      )
    isReported = true
  }
}
