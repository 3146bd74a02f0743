/**
 * Watches an injected Bitcoin wallet: its events only say that something has changed, so the accounts are requested. An
 * answer may never come, or be invalid for a moment while the wallet switches the network.
 */
import type { Connector } from '../connector.ts'
import { listenToInjected } from './injected.ts'
import { createWalletPolling } from '../wallet-polling.ts'
import { type BitcoinReading, readInjectedAccounts } from './read-accounts.ts'

/** Number of unusable answers in a row that are ignored. After one more, the wallet is assumed to share no account. */
const MAX_SLIPS = 2

/** Calls `onReading` soon, and after each change. Returns a stop function. */
export function watchInjectedBitcoin(
  connector: Connector,
  onReading: (reading: BitcoinReading) => void,
): () => void {
  let asked = 0
  /** Answers to requests up to this number are ignored, since a later answer came. */
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
