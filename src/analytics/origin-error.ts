/** Tells the developer once, in the console, that the project does not know this site. */
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
