/** A restart of a service that had crashed; the demo's panel reports it. */
export interface Restart {
  /** Name for people, such as "Solana". */
  service: string
  /** Milliseconds since 1970. */
  time: number
}
