/**
 * Follows a Bitcoin wallet that only has a provider. Its events say that something changed, its answers what: an answer
 * may hang, or be junk for a moment while the wallet goes elsewhere.
 */
import type { Connector } from '../connector.ts'
import { listenToInjected } from './injected.ts'
import { createWalletPolling } from '../wallet-polling.ts'
import { type BitcoinReading, readInjectedAccounts } from './read-accounts.ts'

/** Ignore this many unusable answers in a row. After one more, assume that the wallet shares no account. */
const MAX_SLIPS = 2

/** Tells at once and after each change. Returns a stop function. */
export function watchInjectedBitcoin(
  connector: Connector,
  onReading: (reading: BitcoinReading) => void,
): () => void {
  let asked = 0
  /** Answers to requests up to this number are outdated. */
  let overtaken = 0
  let slips = 0
  let stopped = false
  const polling = createWalletPolling(() => void poll())

  async function poll(): Promise<void> {
    const mine = ++asked
    polling.begin()
    const reading = await readInjectedAccounts(connector).catch(() => undefined)
    if (stopped || mine <= overtaken) return
    overtaken = mine
    if (!reading) {
      slips += 1
      polling.again()
      if (slips > MAX_SLIPS) onReading({ accounts: [] })
      return
    }
    slips = 0
    polling.settle(mine === asked)
    onReading(reading)
  }

  const stopListening = listenToInjected(connector, polling.soon)
  void poll()

  return () => {
    stopped = true
    polling.stop()
    stopListening()
  }
}
