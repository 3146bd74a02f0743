/** Recognises answers that are outdated because a later request has begun. */
export interface LatestOnly {
  /** @returns a function that returns true as long as no later request has begun */
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
