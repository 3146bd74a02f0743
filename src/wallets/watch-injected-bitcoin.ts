/**
 * Follows a Bitcoin wallet that only has a provider. Its events say that something changed, its answers what: an answer
 * may hang, or be junk for a moment while the wallet goes elsewhere.
 */
import type { Connector } from '../connections/connector.ts'
import { READ_LIMIT } from './briefly.ts'
import { createFrameTask } from './frame-task.ts'
import { listenToInjected } from './injected-bitcoin.ts'
import { type BitcoinReading, readInjectedAccounts } from './read-bitcoin-accounts.ts'

/** Pauses before a wallet that settled nothing is asked again; the last one is repeated. Milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const
/** So many answers in a row that are no answer may be a slip of the wallet. One more is its word: it shares nothing. */
const MAX_SLIPS = 2

/** Tells at once and after each change; many events in one frame count as the last (F13). Returns its own stop. */
export function watchInjectedBitcoin(
  connector: Connector,
  tell: (reading: BitcoinReading) => void,
): () => void {
  let asked = 0
  /** What was asked up to this one is overtaken by a later answer. */
  let overtaken = 0
  let misses = 0
  let slips = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = createFrameTask(() => void look())

  async function look(): Promise<void> {
    frame.cancel()
    clearTimeout(timer)
    const mine = ++asked
    timer = setTimeout(lookLater, READ_LIMIT)
    const reading = await readInjectedAccounts(connector).catch(() => undefined)
    if (stopped || mine <= overtaken) return
    overtaken = mine
    if (!reading) {
      slips += 1
      lookLater()
      if (slips > MAX_SLIPS) tell({ accounts: [] })
      return
    }
    if (mine === asked) clearTimeout(timer)
    misses = 0
    slips = 0
    tell(reading)
  }

  /** Nobody looks at a hidden page: it asks again when it is shown. */
  function lookLater(): void {
    clearTimeout(timer)
    timer = setTimeout(() => document.hidden || void look(), PAUSES[Math.min(misses, PAUSES.length - 1)])
    misses += 1
  }

  const onShown = () => document.hidden || frame.schedule()
  document.addEventListener('visibilitychange', onShown)
  const stopListening = listenToInjected(connector, frame.schedule)
  void look()

  return () => {
    stopped = true
    frame.cancel()
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', onShown)
  }
}
