/** Ignores answers of requests that a later request has replaced. */
export interface LatestOnly {
  /** @returns whether nothing has begun since. */
  begin(): () => boolean
}

export function createLatestOnly(): LatestOnly {
  let generation = 0
  return {
    begin() {
      const mine = ++generation
      return () => mine === generation
    },
  }
}
