/** Whose answer still counts: whatever begins later makes what began before nobody's. */
export interface LatestOnly {
  /** @returns whether nothing has begun since. */
  begin(): () => boolean
}

export function createLatestOnly(): LatestOnly {
  let turn = 0
  return {
    begin() {
      const mine = ++turn
      return () => mine === turn
    },
  }
}
