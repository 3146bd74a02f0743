/**
 * Random tests start from a new seed, which is reported when a test fails: by fast-check itself, or by `useRandom` for
 * our own generators. `SEED=… npm test` repeats the run.
 */
import * as fc from 'fast-check'
import { onTestFailed } from 'vitest'
import { createRandom, type Random } from '../sandbox/history/random.ts'
import { propertyRuns } from './property-runs.ts'

export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be an integer, not ${process.env['SEED']}.`)

// End hanging properties before vitest's timeout, which wouldn't report the seed.
const limit = { interruptAfterTimeLimit: 150_000, markInterruptAsFailure: true }
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...limit, seed, numRuns: propertyRuns(100) })

/** Random numbers for one test, from the run's seed. Must be called in the test itself. */
export function useRandom(): Random {
  onTestFailed(() => console.error(`Repeat it with SEED=${seed}`))
  return createRandom(seed)
}
