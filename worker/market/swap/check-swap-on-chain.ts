/**
 * Checks a swap on the network's own node before it is shown: the decimals of its tokens, the account's balances, and a
 * simulation. Without a node, all of this is unknown.
 */
import { erc20Abi, isHex, numberToHex } from 'viem'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import {
  isNativeToken,
  type PreparedSwap,
  type SwapDraft,
  type SwapToken,
} from '../../../src/core/payments/swap.ts'
import { readContract, toAddress } from '../../evm/contract.ts'
import { mayHaveFeePayer } from '../../evm/evm-receiver.ts'
import { fetchDecimals, fetchTokenBalance } from '../../evm/token.ts'
import { fetchQuantity, openRpc, type Rpc } from '../../http/rpc.ts'
import type { CommandContext } from '../../base/context.ts'
import { readRefusal } from '../../payments/transfer/revert-reason.ts'
import { refuse } from './check-swap.ts'

type Seen = Pick<PreparedSwap, 'simulation' | 'shortage' | 'isFeeUncovered'>
type Context = Pick<CommandContext, 'config' | 'http' | 'signal'>

/** @throws swap_refused (context: reason) if a token's contract has other decimals than the token's row */
export async function checkSwapOnChain(
  prepared: Omit<PreparedSwap, 'simulation' | 'preparedAt'>,
  context: Context,
): Promise<Seen> {
  const { draft, transaction, approvals, networkFee = 0n } = prepared
  const { caipNetworkId, address: own } = parseCaipAddress(draft.account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return { simulation: { status: 'unknown' } }
  const { from, to, amount } = draft
  const [simulation, nativeBalance, held] = await Promise.all([
    approvals.length > 0 ? { status: 'unknown' as const } : simulate(rpc, own, transaction),
    maybe(fetchQuantity(rpc, 'eth_getBalance', [own, 'latest'])),
    isNativeToken(from) ? undefined : maybe(fetchTokenBalance(rpc, getContract(from), own)),
    assertDecimals(rpc, from),
    assertDecimals(rpc, to),
  ])
  const available = isNativeToken(from) ? nativeBalance : held
  const left = nativeBalance === undefined ? undefined : nativeBalance - transaction.value
  if (available !== undefined && available < amount) return { simulation, shortage: 'funds' }
  if (left === undefined || left >= networkFee) return { simulation }
  const isUncovered = await mayHaveFeePayer(rpc, own)
  return { simulation, ...(isUncovered ? { isFeeUncovered: true } : { shortage: 'fee' }) }
}

/** The router's current allowance according to the node, in base units; undefined if the node does not return it. */
export async function readAllowance(
  { account, from }: SwapDraft,
  router: string,
  context: Context,
): Promise<bigint | undefined> {
  const { caipNetworkId, address: own } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const call = {
    abi: erc20Abi,
    address: getContract(from),
    functionName: 'allowance',
    args: [toAddress(own), toAddress(router)],
  } as const
  return rpc && maybe(readContract(rpc, call))
}

/**
 * Checks the decimals in which amounts are shown and entered. @throws swap_refused if the contract has other decimals
 */
async function assertDecimals(rpc: Rpc, token: SwapToken): Promise<void> {
  if (isNativeToken(token)) return
  const said = await maybe(fetchDecimals(rpc, getContract(token)))
  if (said !== undefined && said !== BigInt(token.decimals)) throw refuse('decimals')
}

async function simulate(
  rpc: Rpc,
  from: string,
  { to, value, data }: PreparedSwap['transaction'],
): Promise<PreparedSwap['simulation']> {
  try {
    const answer = await rpc('eth_call', [{ from, to, value: numberToHex(value), data }, 'latest'])
    return { status: isHex(answer) ? 'passed' : 'unknown' }
  } catch (error) {
    return readRefusal(error)
  }
}

function getContract({ token }: SwapToken) {
  return toAddress(parseCaipAddress(token).address)
}

function maybe<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch(() => undefined)
}
