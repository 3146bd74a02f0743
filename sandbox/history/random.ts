/** A seeded random number generator (mulberry32): the same seed gives the same numbers. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  hex(digits: number): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    hex(digits) {
      let text = ''
      while (text.length < digits) text += ((next() * 4_294_967_296) >>> 0).toString(16).padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}
