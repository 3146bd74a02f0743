/**
 * Follows what an EVM wallet shares. Its events tell first and its answers confirm: an answer may hang, lag behind an
 * event, or be junk for a moment, and none of that is what the person did.
 */
import type { Connector } from '../connector.ts'
import { hasCode, type BillfoldError } from '../../core/base/errors.ts'
import { listenToWallet } from './eip1193.ts'
import { createWalletPolling } from '../wallet-polling.ts'
import { providerOf, readWallet, toAddresses, toNetworkId, type WalletReading } from './read-wallet.ts'

export interface WalletWatch {
  /** Asks the wallet now. Resolves when its answer is told; never, when it never answers. */
  poll(): Promise<void>
  stop(): void
}

/** Ignore this many answers in a row that are invalid or contradict an event; believe the next one. */
const MAX_DOUBTS = 3

/** Tells what the wallet shares at once and after each change. */
export function watchWallet(connector: Connector, onReading: (reading: WalletReading) => void): WalletWatch {
  const provider = providerOf(connector)
  let known: Partial<WalletReading> = {}
  /** By events, and not yet confirmed by an answer. */
  let announced: Partial<WalletReading> = {}
  let asked = 0
  /** Answers to requests up to this number are outdated: an event or a later answer came. */
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
    // A wallet that does not answer right now is still the same wallet, but what it shares may be another.
    polling.again()
    if (isJunk && doubts > MAX_DOUBTS) learn({ addresses: [] })
  }

  function learn(change: Partial<WalletReading>): void {
    known = { ...known, ...change }
    const { addresses, caipNetworkId } = known
    if (!addresses || (addresses.length > 0 && !caipNetworkId)) return // Half of it: the answer brings the rest.
    onReading({ addresses, ...(caipNetworkId ? { caipNetworkId } : {}) })
  }

  function onEvent(change: Partial<WalletReading>): void {
    overtaken = asked
    announced = { ...announced, ...change }
    polling.soon()
  }

  const stops = [
    listenToWallet(provider, 'connect', () => onEvent({})),
    // EIP-1193 means by it that no network is reached; some wallets mean that they were left, and say it with each request
    // from then on. So the answer tells, and a wallet that shares nothing is not asked for it.
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
  // After the events are heard: what changes from now on is noticed, and what changed before is in the answer.
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

/** A wallet's own word that nothing is shared any more (EIP-1193: 4100) is an answer like another. */
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

/** The data of an event may be any value, even one that throws when it is read. */
function readAddresses(value: unknown): readonly string[] | undefined {
  try {
    return toAddresses(value)
  } catch {
    return undefined
  }
}
