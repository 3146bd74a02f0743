/** A service of the sandbox that had died and is back: the demo's panel says so. */
export interface Restart {
  /** As people read it, such as "Solana". */
  service: string
  /** Milliseconds since 1970. */
  time: number
}
