/**
 * Decodes the call of a router. Accepts only calls that contain everything that matters: the receiver, the tokens, and the
 * least amount to receive. Other calls are refused.
 *
 * - Uniswap V2: `swapExact…For…(…)`, by a path of tokens.
 * - 1inch, versions 5 and 6: `swap(executor, description, …)`. The router itself enforces the least amount, whatever the
 * executor does. Calls of `unoswap…` do not name the bought token, so they cannot be checked.
 */
import { MAX_INPUT } from '../../activity/transaction/token-call.ts'
import { decodeFunctionData, encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import { decodeCall, toAddress } from '../../evm/contract.ts'

export interface SwapFacts {
  router: 'uniswap' | '1inch'
  /** The sold and the bought token: contracts in lower case, or `native` for the native token. */
  from: SwapAsset
  to: SwapAsset
  /** Sold amount, in base units of `from`; absent if the transaction's value is the amount. */
  amount?: bigint
  /** Least amount to receive, in base units of `to`. */
  minimum: bigint
  /** Address that receives the bought token, in lower case. */
  receiver: string
  /** Seconds since 1970. After that time, the call fails. Absent if the call has no deadline. */
  deadline?: bigint
}

export type SwapAsset = 'native' | (string & {})

/**
 * The swap functions of Uniswap V2. Those for tokens with a fee on transfer have the same arguments.
 * @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */
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
/** A flag of 1inch's version 4 that no longer has an effect. */
const HARMLESS_FLAG = 4n

/** The address by which 1inch names the native token. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Decodes a call. Undefined if the call is not a known swap, or if the decoded call encodes to other bytes. */
export function decodeSwap(data: string): SwapFacts | undefined {
  return readUniswap(data) ?? readOneInch(data)
}

/** Upper limit of tokens in the path of a swap. */
const MAX_STEPS = 8
/** Upper limit of a Uniswap call, in characters: selector, five words, the length of the path and the path. */
const MAX_UNISWAP_LENGTH = '0x'.length + 8 + 64 * (6 + MAX_STEPS)

function readUniswap(data: string): SwapFacts | undefined {
  // Refuse a longer path before decoding it, since decoding each address computes a hash.
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

/** Length of the selector and of the 8 words before the offsets of the dynamic parts, in characters. */
const ONE_INCH_HEAD = '0x'.length + 8 + 64 * 8

/**
 * Decodes a call of 1inch. As a check, encodes it again and compares the words before the dynamic parts. The rest may
 * differ, since 1inch appends four bytes.
 */
function readOneInch(text: string): SwapFacts | undefined {
  if (text.length > MAX_INPUT || !isHex(text) || text.length % 2 !== 0) return undefined
  const data = text.toLowerCase() as Hex
  try {
    const { args } = decodeFunctionData({ abi: oneInch, data })
    const again = encodeFunctionData({ abi: oneInch, functionName: 'swap', args })
    if (again.slice(0, ONE_INCH_HEAD) !== data.slice(0, ONE_INCH_HEAD)) return undefined
    const [, { from, to, receiver, amount, minimum, flags }, ...rest] = args
    const isFifth = rest.length === 2
    // Refuse flags: they would take more of the native token, allow a partial fill, or use a permit.
    if (flags !== 0n && !(isFifth && flags === HARMLESS_FLAG)) return undefined
    // Refuse a permit: it would allow more than this swap.
    if (isFifth && rest[0] !== '0x') return undefined
    const asset = (address: string): SwapAsset =>
      toAddress(address) === NATIVE ? 'native' : toAddress(address)
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
