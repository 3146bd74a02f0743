/**
 * What the network's own node says of a swap before it is shown: whether the tokens count as they are said to, whether
 * there is enough of everything, and whether it works. Where no node can be asked, none of this is known.
 */
import { parseCaipAddress } from '../../src/core/caip.ts'
import { isCoin, type PreparedSwap, type SwapDraft, type SwapToken } from '../../src/core/swap.ts'
import { openRpc, type Rpc, toHex } from '../http/rpc.ts'
import type { CommandContext } from '../context.ts'
import { readRefusal } from '../payments/revert-reason.ts'
import { refuse } from './check-swap.ts'

type Seen = Pick<PreparedSwap, 'simulation' | 'shortage'>
type Context = Pick<CommandContext, 'config' | 'http' | 'signal'>

/** @throws swap_refused (context: reason) when a token counts in other units than its row says */
export async function lookAtSwap(
  prepared: Omit<PreparedSwap, 'simulation' | 'preparedAt'>,
  context: Context,
): Promise<Seen> {
  const { draft, transaction, limits, networkFee = 0n } = prepared
  const { caipNetworkId, address: own } = parseCaipAddress(draft.account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return { simulation: { status: 'unknown' } }
  const { from, to, amount } = draft
  const [simulation, coins, held] = await Promise.all([
    limits.length > 0 ? { status: 'unknown' as const } : simulate(rpc, own, transaction),
    maybe(rpc('eth_getBalance', [own, 'latest']).then(readQuantity)),
    isCoin(from) ? undefined : maybe(fetchWord(rpc, from, BALANCE_OF + toWord(own))),
    assertDecimals(rpc, from),
    assertDecimals(rpc, to),
  ])
  const available = isCoin(from) ? coins : held
  const left = coins === undefined ? undefined : coins - transaction.value
  const shortage =
    available !== undefined && available < amount
      ? ('funds' as const)
      : left !== undefined && left < networkFee
        ? ('fee' as const)
        : undefined
  return { simulation, ...(shortage ? { shortage } : {}) }
}

/** What the router may take already, in base units; undefined where the node does not say. */
export async function readAllowance(
  { account, from }: SwapDraft,
  router: string,
  context: Context,
): Promise<bigint | undefined> {
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  return rpc && maybe(fetchWord(rpc, from, ALLOWANCE + toWord(own) + toWord(router)))
}

/** `allowance(address,address)`, `balanceOf(address)`, `decimals()`. @see https://eips.ethereum.org/EIPS/eip-20 */
const ALLOWANCE = '0xdd62ed3e'
const BALANCE_OF = '0x70a08231'
const DECIMALS = '0x313ce567'

/** What is shown, and what is typed, are figures in these units. */
async function assertDecimals(rpc: Rpc, token: SwapToken): Promise<void> {
  if (isCoin(token)) return
  const said = await maybe(fetchWord(rpc, token, DECIMALS))
  if (said !== undefined && said !== BigInt(token.decimals)) throw refuse('decimals')
}

async function simulate(
  rpc: Rpc,
  from: string,
  { to, value, data }: PreparedSwap['transaction'],
): Promise<PreparedSwap['simulation']> {
  try {
    const answer = await rpc('eth_call', [{ from, to, value: toHex(value), data }, 'latest'])
    return { status: typeof answer === 'string' && answer.startsWith('0x') ? 'passed' : 'unknown' }
  } catch (error) {
    return readRefusal(error)
  }
}

async function fetchWord(rpc: Rpc, { token }: SwapToken, data: string): Promise<bigint | undefined> {
  return readQuantity(await rpc('eth_call', [{ to: parseCaipAddress(token).address, data }, 'latest']))
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

function maybe<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(() => undefined)
}

function toWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
