/**
 * What a call of a router does, read from the call alone. Only calls of which everything that counts stands in them: who
 * gets it, of what, how much of it at least. Any other call is not signed.
 *
 * - Uniswap V2: `swapExact…For…(…)`, by a path of tokens.
 * - 1inch, versions 5 and 6: `swap(executor, description, …)`. The router itself sees to it that the least comes in,
 *   whatever the executor does. Of `unoswap…` the token that comes is not in the call: it cannot be checked.
 */
import { MAX_INPUT } from '../../activity/transaction/token-call.ts'
import { decodeFunctionData, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import { decodeCall, toAddress } from '../../evm/contract.ts'

export interface SwapFacts {
  router: 'uniswap' | '1inch'
  /** Contracts in lower case; `native`: the native token, wrapped by the contract `wrapped` where that is said. */
  from: SwapAsset
  to: SwapAsset
  /** Base units of `from`; absent where the value of the transaction is it. */
  amount?: bigint
  /** Base units of `to`. */
  minimum: bigint
  /** In lower case. */
  receiver: string
  /** Seconds since 1970; after it the call fails. */
  deadline?: bigint
}

export type SwapAsset = 'native' | (string & {})

/** Fees taken by tokens change nothing of what is read. @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02 */
const uniswap = parseAbi([
  'function swapExactTokensForTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address to, uint256 deadline)',
])
const oneInch = parseAbi([
  'struct Description { address from; address to; address taker; address receiver; uint256 amount; uint256 minimum; uint256 flags; }',
  'function swap(address executor, Description description, bytes permit, bytes data)',
  'function swap(address executor, Description description, bytes data)',
])
/** A bit of version 4 that means nothing any more. */
const HARMLESS_FLAG = 4n

/** The network's own coin among contracts. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Undefined for any other call, and for one that could be read in two ways. */
export function decodeSwap(data: string): SwapFacts | undefined {
  return readUniswap(data) ?? readOneInch(data)
}

/** Tokens on the way of a swap. */
const MAX_STEPS = 8
/** Digits of a swap with so many: selector, five words of its own, the length of the path and the path. */
const MAX_UNISWAP_LENGTH = '0x'.length + 8 + 64 * (6 + MAX_STEPS)

function readUniswap(data: string): SwapFacts | undefined {
  // Each address costs a hash: a longer path is refused before it is read.
  if (data.length > MAX_UNISWAP_LENGTH) return undefined
  const call = decodeCall(uniswap, data)
  if (!call) return undefined
  const [amount, minimum, path, to, deadline] =
    call.args.length === 5 ? call.args : ([undefined, ...call.args] as const)
  const [first, last] = [path[0], path.at(-1)]
  if (path.length < 2 || path.length > MAX_STEPS || !first || !last) return undefined
  return {
    router: 'uniswap',
    from: amount === undefined ? 'native' : toAddress(first),
    to: call.functionName.startsWith('swapExactTokensForETH') ? 'native' : toAddress(last),
    ...(amount === undefined ? {} : { amount }),
    minimum,
    receiver: toAddress(to),
    deadline,
  }
}

/** Digits of the selector and of the 8 words before the places of the last parts. */
const ONE_INCH_HEAD = '0x'.length + 8 + 64 * 8

/** 1inch puts four bytes of its own behind the last part, so the words before it alone are compared. */
function readOneInch(text: string): SwapFacts | undefined {
  if (text.length > MAX_INPUT || !isHex(text) || text.length % 2 !== 0) return undefined
  const data = text.toLowerCase() as Hex
  try {
    const { args } = decodeFunctionData({ abi: oneInch, data })
    const again = encodeFunctionData({ abi: oneInch, functionName: 'swap', args })
    if (again.slice(0, ONE_INCH_HEAD) !== data.slice(0, ONE_INCH_HEAD)) return undefined
    const [, { from, to, receiver, amount, minimum, flags }, ...rest] = args
    const isFifth = rest.length === 2
    // Bits that would take more coins, a part only, or the way by a permit.
    if (flags !== 0n && !(isFifth && flags === HARMLESS_FLAG)) return undefined
    // A permit would allow more than this swap.
    if (isFifth && rest[0] !== '0x') return undefined
    const asset = (address: string): SwapAsset =>
      toAddress(address) === COIN ? 'native' : toAddress(address)
    return {
      router: '1inch',
      from: asset(from),
      to: asset(to),
      amount,
      minimum,
      receiver: toAddress(receiver),
    }
  } catch {
    return undefined
  }
}
