/**
 * What the host of a virtual machine takes from it: time in which a processor had work and was lent to others. A page
 * loses frames by it, whatever runs in it.
 */
import { readFileSync } from 'node:fs'

/** Of all processors since the machine was started, in steps of 10 ms; 0 where the system does not tell. */
export function readStolen(): number {
  if (process.platform !== 'linux') return 0
  // "cpu user nice system idle iowait irq softirq steal …", in hundredths of a second (proc_stat(5)).
  const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)
  return Number(steal ?? 0) * 10
}

/** In half a second of a quiet machine at most, and in a round that counts. Milliseconds. */
const QUIET = 20
const UNDISTURBED = 100
/** A machine that is never quiet is measured all the same; a quick round is over soon, whatever the machine does. */
const isQuick = process.argv.includes('quick')
const MAX_WAITS = isQuick ? 1 : 20
const MAX_ROUNDS = isQuick ? 1 : 3

/** Waits for a quiet moment, and measures again where others took the processors meanwhile. @returns the quietest round. */
export async function measureUndisturbed(measure: () => Promise<number>): Promise<number> {
  let best = { value: Number.NaN, stolen: Number.POSITIVE_INFINITY }
  for (let round = 0; round < MAX_ROUNDS && best.stolen > UNDISTURBED; round++) {
    for (let wait = 0; wait < MAX_WAITS; wait++) {
      const before = readStolen()
      await new Promise((resolve) => setTimeout(resolve, 500))
      if (readStolen() - before <= QUIET) break
    }
    const before = readStolen()
    const value = await measure()
    const stolen = readStolen() - before
    if (stolen < best.stolen) best = { value, stolen }
  }
  return best.value
}
