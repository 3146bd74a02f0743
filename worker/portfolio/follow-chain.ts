/**
 * Hears of a block that touches an account from the network's own node, where that is known: its nonce grows with each
 * transaction of the account, its balance with each payment and fee. Tokens that come from others change neither; those
 * are found when the balances are asked for anyway.
 */
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import type { Clock, Tabs } from '../context.ts'
import { sleep } from '../wait.ts'

/** One JSON-RPC request to the network's node. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

export interface FollowOptions {
  clock: Clock
  tabs: Pick<Tabs, 'lead'>
  /** Of all tabs that look at the account, one asks the node. */
  key: string
  /** What a block that touches the account changes, as text. */
  look(): Promise<string>
  onTouched(): void
  signal: AbortSignal
}

/** Between two looks: a block is noticed within 5 s. Milliseconds. */
const PAUSE = 4_000
const LONGEST_PAUSE = 30_000

/** Resolves when the signal is aborted. */
export async function followChain(options: FollowOptions): Promise<void> {
  const { tabs, key, signal } = options
  const begin = () => {
    void keepLooking(options)
    return () => Promise.reject(new BillfoldError('leader_missing', 'Nobody is to be asked here.'))
  }
  try {
    await tabs.lead(`chain/${key}`, signal, begin)
  } catch (error) {
    // Where tabs cannot take turns each looks for itself.
    if (!hasCode(error, 'leader_missing')) throw error
    await keepLooking(options)
  }
}

async function keepLooking({ clock, look, onTouched, signal }: FollowOptions): Promise<void> {
  let seen: string | undefined
  let failures = 0
  /** The service may be some seconds behind the node: it is asked once more with the next look. */
  let isRecent = false
  while (!signal.aborted) {
    const began = clock.now()
    try {
      const now = await look()
      if (signal.aborted) return
      const isNew = seen !== undefined && now !== seen
      if (isNew || isRecent) onTouched()
      isRecent = isNew
      seen = now
      failures = 0
    } catch {
      failures += 1
    }
    const pause = failures > 0 ? Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE) : PAUSE
    await sleep(clock, Math.max(0, began + pause - clock.now()), signal).catch(() => {})
  }
}

/** @throws what the node met, and bad_envelope */
export async function readChainState(rpc: Rpc, address: string): Promise<string> {
  const [nonce, balance] = await Promise.all([
    rpc('eth_getTransactionCount', [address, 'latest']),
    rpc('eth_getBalance', [address, 'latest']),
  ])
  if (!isQuantity(nonce) || !isQuantity(balance)) {
    throw new BillfoldError(
      'bad_envelope',
      'The network’s node did not give nonce and balance as documented.',
      {
        category: 'DATA_PARSING_ERROR',
      },
    )
  }
  return `${nonce} ${balance}`
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
}
