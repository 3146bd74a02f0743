/**
 * Follows what an EVM wallet shares. Its events tell first and its answers confirm: an answer may hang, lag behind an
 * event, or be junk for a moment, and none of that is what the person did.
 */
import type { Connector } from '../connections/connector.ts'
import { hasCode, type BillfoldError } from '../core/errors.ts'
import { READ_LIMIT } from './briefly.ts'
import { listenToWallet } from './eip1193.ts'
import { createFrameTask } from './frame-task.ts'
import { providerOf, readWallet, toAddresses, toNetworkId, type WalletReading } from './read-wallet.ts'

export interface WalletWatch {
  /** Asks the wallet now. Resolves when its answer is told; never, when it never answers. */
  look(): Promise<void>
  stop(): void
}

/** Pauses before a wallet that settled nothing is asked again; the last one is repeated. Milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const
/** So many answers in a row that are junk, or deny an event, may be a slip of the wallet. One more is its word. */
const MAX_DOUBTS = 3

/** Tells what the wallet shares at once and after each change; many events in one frame count as the last (F13). */
export function watchWallet(connector: Connector, tell: (reading: WalletReading) => void): WalletWatch {
  const provider = providerOf(connector)
  let known: Partial<WalletReading> = {}
  /** By events, and not yet confirmed by an answer. */
  let said: Partial<WalletReading> = {}
  let asked = 0
  /** What was asked up to this one is overtaken: by an event, or by a later answer. */
  let overtaken = 0
  let misses = 0
  let doubts = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = createFrameTask(() => void look())

  async function look(): Promise<void> {
    frame.cancel()
    clearTimeout(timer)
    if (Object.keys(said).length > 0) learn(said)
    if (stopped) return
    const mine = ++asked
    timer = setTimeout(lookLater, READ_LIMIT)
    const answer = await readNow(connector)
    if (stopped || mine <= overtaken) return
    overtaken = mine
    if ('addresses' in answer && (doubts >= MAX_DOUBTS || confirms(answer, said))) {
      clearTimeout(timer)
      misses = 0
      doubts = 0
      said = {}
      return learn(answer)
    }
    const isJunk = hasCode(answer, 'wallet_bad_account') || hasCode(answer, 'wallet_bad_network')
    if (isJunk || 'addresses' in answer) doubts += 1
    // A wallet that does not answer right now is still the same wallet, but what it shares may be another.
    lookLater()
    if (isJunk && doubts > MAX_DOUBTS) learn({ addresses: [] })
  }

  /** Nobody looks at a hidden page: it asks again when it is shown. */
  function lookLater(): void {
    clearTimeout(timer)
    timer = setTimeout(() => document.hidden || void look(), PAUSES[Math.min(misses, PAUSES.length - 1)])
    misses += 1
  }

  function learn(news: Partial<WalletReading>): void {
    known = { ...known, ...news }
    const { addresses, caipNetworkId } = known
    if (!addresses || (addresses.length > 0 && !caipNetworkId)) return // Half of it: the answer brings the rest.
    tell({ addresses, ...(caipNetworkId ? { caipNetworkId } : {}) })
  }

  function hear(news: Partial<WalletReading>): void {
    overtaken = asked
    said = { ...said, ...news }
    frame.schedule()
  }

  const onShown = () => document.hidden || frame.schedule()
  document.addEventListener('visibilitychange', onShown)
  const stops = [
    () => document.removeEventListener('visibilitychange', onShown),
    listenToWallet(provider, 'connect', () => hear({})),
    listenToWallet(provider, 'chainChanged', (value) => {
      const caipNetworkId = toNetworkId(value)
      hear(caipNetworkId ? { caipNetworkId } : {})
    }),
    listenToWallet(provider, 'accountsChanged', (value) => {
      const addresses = readAddresses(value)
      hear(addresses ? { addresses } : {})
    }),
  ]
  // After the events are heard: what changes from now on is noticed, and what changed before is in the answer.
  void look()

  return {
    look,
    stop() {
      stopped = true
      frame.cancel()
      clearTimeout(timer)
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

function confirms(answer: WalletReading, said: Partial<WalletReading>): boolean {
  const [active] = answer.addresses
  const isSameAccount = !said.addresses || said.addresses[0]?.toLowerCase() === active?.toLowerCase()
  const isSameNetwork = !active || !said.caipNetworkId || said.caipNetworkId === answer.caipNetworkId
  return isSameAccount && isSameNetwork
}

/** An event may carry anything, also what throws when it is read. */
function readAddresses(value: unknown): readonly string[] | undefined {
  try {
    return toAddresses(value)
  } catch {
    return undefined
  }
}
