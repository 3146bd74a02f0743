/**
 * What a call of a router does, read from the call alone. Only calls of which everything that counts stands in them: who
 * gets it, of what, how much of it at least. Whatever else comes is not signed.
 *
 * - Uniswap V2: `swapExact…For…(…)`, by a path of tokens.
 * - 1inch, versions 5 and 6: `swap(executor, description, …)`. The router itself sees to it that the least comes in,
 *   whatever the executor does. Of `unoswap…` the token that comes is not in the call: it cannot be checked.
 */
import { type Call, readAddress, readCall, readNumber } from './read-words.ts'

export interface SwapFacts {
  router: 'uniswap' | '1inch'
  /** Contracts in lower case; `native`: the network's own coin, wrapped by the contract `wrapped` where that is said. */
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

/** Selector → what goes in and out. Fees taken by tokens change nothing for whoever reads it. */
const uniswap: Readonly<Record<string, { in: 'coin' | 'token'; out: 'coin' | 'token' }>> = {
  // swapExactTokensForTokens, and …SupportingFeeOnTransferTokens
  '0x38ed1739': { in: 'token', out: 'token' },
  '0x5c11d795': { in: 'token', out: 'token' },
  // swapExactETHForTokens
  '0x7ff36ab5': { in: 'coin', out: 'token' },
  '0xb6f9de95': { in: 'coin', out: 'token' },
  // swapExactTokensForETH
  '0x18cbafe5': { in: 'token', out: 'coin' },
  '0x791ac947': { in: 'token', out: 'coin' },
}

/** swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes) */
const ONE_INCH_5 = '0x12aa3caf'
/** swap(address,(address,address,address,address,uint256,uint256,uint256),bytes) */
const ONE_INCH_6 = '0x07ed2379'
/** A bit of version 4 that means nothing any more. */
const HARMLESS_FLAG = 4n

/** The network's own coin among contracts. */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Undefined for any other call, and for one that could be read in two ways. */
export function decodeSwap(data: string): SwapFacts | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  if (selector === ONE_INCH_5 || selector === ONE_INCH_6) return readOneInch(data)
  const shape = Object.hasOwn(uniswap, selector) ? uniswap[selector] : undefined
  const call = shape && readCall(data)
  return call && readUniswap(call, shape)
}

/** Exactly as a compiler encodes it: the path last, and nothing behind it. */
function readUniswap(
  { words }: Call,
  shape: { in: 'coin' | 'token'; out: 'coin' | 'token' },
): SwapFacts | undefined {
  const isCoin = shape.in === 'coin'
  const [amountWord, minimumWord, at, to, until] = isCoin ? [undefined, ...words] : words
  const [amount, minimum, deadline] = [amountWord, minimumWord, until].map(readNumber)
  const head = isCoin ? 4 : 5
  const length = readNumber(words[head])
  const receiver = readAddress(to)
  if (readNumber(at) !== BigInt(head * 32) || length === undefined || length < 2n || length > 8n)
    return undefined
  const path = words.slice(head + 1).map(readAddress)
  const [first, last] = [path[0], path.at(-1)]
  if (path.length !== Number(length) || path.includes(undefined) || !first || !last) return undefined
  if (minimum === undefined || deadline === undefined || !receiver) return undefined
  if (!isCoin && amount === undefined) return undefined
  return {
    router: 'uniswap',
    from: isCoin ? 'native' : first,
    to: shape.out === 'coin' ? 'native' : last,
    ...(amount === undefined ? {} : { amount }),
    minimum,
    receiver,
    deadline,
  }
}

/**
 * Its last part is of any length, and 1inch puts four bytes of its own behind it: no whole words. What counts stands in whole
 * words before it.
 */
function readOneInch(data: string): SwapFacts | undefined {
  const isFifth = data.slice(0, 10).toLowerCase() === ONE_INCH_5
  const text = data.slice(10).toLowerCase()
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined
  const words = text.slice(0, 64 * 11).match(/.{64}/g) ?? []
  const [executor, from, to, taker, receiver] = words.slice(0, 5).map(readAddress)
  const [amount, minimum, flags] = words.slice(5, 8).map(readNumber)
  if (!executor || !from || !to || !taker || !receiver) return undefined
  if (amount === undefined || minimum === undefined) return undefined
  // Bits that would take more coins, a part only, or the way by a permit.
  if (flags !== 0n && !(isFifth && flags === HARMLESS_FLAG)) return undefined
  // A permit would allow more than this swap.
  if (isFifth && readLength(text, 8) !== 0) return undefined
  if (readLength(text, isFifth ? 9 : 8) === undefined) return undefined
  const asset = (address: string): SwapAsset => (address === COIN ? 'native' : address)
  return { router: '1inch', from: asset(from), to: asset(to), amount, minimum, receiver }
}

/** Of the bytes whose place stands in the word at this index. Undefined where they are not all there. */
function readLength(text: string, index: number): number | undefined {
  const wordAt = (place: number) => {
    const word = text.slice(place, place + 64)
    return word.length === 64 ? Number(readNumber(word)) : Infinity
  }
  const place = wordAt(index * 64) * 2
  const length = place < text.length ? wordAt(place) : Infinity
  return place + 64 + length * 2 <= text.length ? length : undefined
}
