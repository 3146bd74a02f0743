/**
 * CPU time that a virtual machine's host takes for other guests although a processor had work ("steal"). A page loses
 * frames to it, whatever the page does.
 */
import { readFileSync } from 'node:fs'

/**
 * Milliseconds of steal on all processors since the machine started, in steps of 10 ms; 0 where the system doesn't
 * report it.
 */
export function readStolen(): number {
  if (process.platform !== 'linux') return 0
  // "cpu user nice system idle iowait irq softirq steal …", in hundredths of a second (proc_stat(5)).
  const [, , , , , , , , steal] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9)
  return Number(steal ?? 0) * 10
}

/**
 * Upper limits of steal in milliseconds. QUIET: in half a second, if the machine is quiet. UNDISTURBED: in a round that
 * is not repeated.
 */
const QUIET = 20
const UNDISTURBED = 100
/** Limits of waiting and repeating, for machines that are never quiet. A quick run waits and measures once. */
const isQuick = process.argv.includes('quick')
const MAX_WAITS = isQuick ? 1 : 20
const MAX_ROUNDS = isQuick ? 1 : 3

/**
 * Waits for a quiet moment, and repeats the measurement when the host took too much time.
 * @returns the quietest round's value
 */
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
