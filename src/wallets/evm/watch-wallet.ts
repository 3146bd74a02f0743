/**
 * Watches the accounts and network that an EVM wallet shares. The values of an event are used first, and then confirmed
 * by a request. The answer to a request may never come, may be older than an event, or may be invalid for a moment.
 */
import type { Connector } from '../connector.ts'
import { hasCode, type BillfoldError } from '../../core/base/errors.ts'
import { listenToWallet } from './eip1193.ts'
import { createWalletPolling } from '../wallet-polling.ts'
import { providerOf, readWallet, toAddresses, toNetworkId, type WalletReading } from './read-wallet.ts'

export interface WalletWatch {
  /**
   * Reads the wallet now. Resolves after `onReading` was called with the answer; never, if the wallet does not answer.
   */
  poll(): Promise<void>
  stop(): void
}

/**
 * Number of answers in a row that are ignored, because they are invalid or contradict an event. The next answer is
 * believed.
 */
const MAX_DOUBTS = 3

/** Calls `onReading` with what the wallet shares, soon and after each change. */
export function watchWallet(connector: Connector, onReading: (reading: WalletReading) => void): WalletWatch {
  const provider = providerOf(connector)
  let known: Partial<WalletReading> = {}
  /** Values from events that no answer has confirmed yet. */
  let announced: Partial<WalletReading> = {}
  let asked = 0
  /** Answers to requests up to this number are ignored, since an event or a later answer came. */
  let overtaken = 0
  let doubts = 0
  let stopped = false
  const polling = createWalletPolling(() => void poll())

  async function poll(): Promise<void> {
    if (Object.keys(announced).length > 0) learn(announced)
    if (stopped) return
    const mine = ++asked
    polling.begin()
    const answer = await readNow(connector)
    if (stopped || mine <= overtaken) return
    overtaken = mine
    if ('addresses' in answer && (doubts >= MAX_DOUBTS || confirms(answer, announced))) {
      polling.settle(true)
      doubts = 0
      announced = {}
      return learn(answer)
    }
    const isJunk = hasCode(answer, 'wallet_bad_account') || hasCode(answer, 'wallet_bad_network')
    if (isJunk || 'addresses' in answer) doubts += 1
    // A missing or doubtful answer is no proof that the wallet has disconnected: keep its last accounts and ask again.
    polling.again()
    if (isJunk && doubts > MAX_DOUBTS) learn({ addresses: [] })
  }

  function learn(change: Partial<WalletReading>): void {
    known = { ...known, ...change }
    const { addresses, caipNetworkId } = known
    // Only accounts or only the network are known: wait for the answer.
    if (!addresses || (addresses.length > 0 && !caipNetworkId)) return
    onReading({ addresses, ...(caipNetworkId ? { caipNetworkId } : {}) })
  }

  function onEvent(change: Partial<WalletReading>): void {
    overtaken = asked
    announced = { ...announced, ...change }
    polling.soon()
  }

  const stops = [
    listenToWallet(provider, 'connect', () => onEvent({})),
    // EIP-1193: no network is reachable. In some wallets: the wallet was disconnected. Read the wallet to find out,
    // unless it shares nothing: some wallets then emit this event on each request.
    listenToWallet(provider, 'disconnect', () => known.addresses?.length && polling.soon()),
    listenToWallet(provider, 'chainChanged', (value) => {
      const caipNetworkId = toNetworkId(value)
      onEvent(caipNetworkId ? { caipNetworkId } : {})
    }),
    listenToWallet(provider, 'accountsChanged', (value) => {
      const addresses = readAddresses(value)
      onEvent(addresses ? { addresses } : {})
    }),
  ]
  // Read after the listeners are set: later changes are heard, and earlier ones are in the answer.
  void poll()

  return {
    poll,
    stop() {
      stopped = true
      polling.stop()
      for (const stop of stops) stop()
    },
  }
}

/** An error 4100 (EIP-1193) means that the wallet shares no account any more. */
async function readNow(connector: Connector): Promise<WalletReading | BillfoldError> {
  try {
    return await readWallet(connector)
  } catch (error) {
    const failure = error as BillfoldError
    return failure.context['code'] === 4100 ? { addresses: [] } : failure
  }
}

function confirms(answer: WalletReading, announced: Partial<WalletReading>): boolean {
  const [active] = answer.addresses
  const isSameAccount =
    !announced.addresses || announced.addresses[0]?.toLowerCase() === active?.toLowerCase()
  const isSameNetwork =
    !active || !announced.caipNetworkId || announced.caipNetworkId === answer.caipNetworkId
  return isSameAccount && isSameNetwork
}

/** The event's data may be any value, even one that throws when it is read. */
function readAddresses(value: unknown): readonly string[] | undefined {
  try {
    return toAddresses(value)
  } catch {
    return undefined
  }
}
