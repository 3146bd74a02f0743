/**
 * Random tests start from a fresh seed. One that fails says which: fast-check by itself, our own
 * generators by `useRandom`; `SEED=… npm test` runs them all from there again.
 */
import * as fc from 'fast-check'
import { onTestFailed } from 'vitest'
import { createRandom, type Random } from '../sandbox/history/random.ts'
import { propertyRuns } from './property-runs.ts'

export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
if (!Number.isSafeInteger(seed)) throw new Error(`SEED is a whole number, not ${process.env['SEED']}.`)

// What hangs ends before vitest ends it, which would not say the seed.
const limit = { interruptAfterTimeLimit: 150_000, markInterruptAsFailure: true }
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...limit, seed, numRuns: propertyRuns(100) })

/** Random numbers for one test, from the beginning of this run's: call it in the test itself. */
export function useRandom(): Random {
  onTestFailed(() => console.error(`Repeat it with SEED=${seed}`))
  return createRandom(seed)
}
