/** Whose answer still counts: whatever begins later makes what began before nobody's. */
export interface Turns {
  /** @returns whether nothing has begun since. */
  begin(): () => boolean
}

export function createTurns(): Turns {
  let turn = 0
  return {
    begin() {
      const mine = ++turn
      return () => mine === turn
    },
  }
}
