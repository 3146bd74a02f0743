/**
 * What the network's own node says about NFTs: which were moved to or from an account, who holds them, what they are.
 * The few calls are encoded by hand; they are all of one or two words.
 * @see https://eips.ethereum.org/EIPS/eip-721 https://eips.ethereum.org/EIPS/eip-1155
 */
import { BillfoldError } from '../../src/core/errors.ts'

/** One JSON-RPC request to the network's node. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

export interface Token {
  /** Lower case. */
  contract: string
  /** Decimal. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
}

/** Topics of `Transfer(address,address,uint256)`, `TransferSingle` and `TransferBatch`. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Requests for one range of blocks, halves included. A node that needs more is no place to read a history from. */
const MOST_REQUESTS = 60
/** Tokens in one batch transfer that are looked at. */
const MOST_IN_BATCH = 500

export async function fetchBlockNumber(rpc: Rpc): Promise<number> {
  const block = Number(await rpc('eth_blockNumber', []))
  if (!Number.isSafeInteger(block) || block < 0) throw unusable('eth_blockNumber')
  return block
}

/** Every token that moved to or from the account in these blocks, each once, in the order of the chain. */
export async function fetchMoved(rpc: Rpc, address: string, from: number, to: number): Promise<Token[]> {
  const who = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  // An ERC-721 Transfer has from and to in topics 1 and 2, an ERC-1155 one in 2 and 3.
  const filters = [
    [[TRANSFER], who],
    [[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH], null, who],
    [[TRANSFER_SINGLE, TRANSFER_BATCH], null, null, who],
  ]
  const tokens = new Map<string, Token>()
  let requests = 0
  let size = to - from + 1
  for (let start = from; start <= to;) {
    const end = Math.min(to, start + size - 1)
    const range = { fromBlock: toHex(start), toBlock: toHex(end) }
    requests += filters.length
    try {
      const answers = await Promise.all(filters.map((topics) => rpc('eth_getLogs', [{ ...range, topics }])))
      for (const answer of answers) {
        if (!Array.isArray(answer)) throw unusable('eth_getLogs')
        for (const log of answer) for (const token of readLog(log)) tokens.set(toKey(token), token)
      }
      start = end + 1
      size *= 2
    } catch (error) {
      // Nodes limit blocks or results of one request, each in its own words.
      if (size === 1 || requests >= MOST_REQUESTS) throw error
      size = Math.ceil(Math.min(size, end - start + 1) / 2)
    }
  }
  return [...tokens.values()]
}

/** How many of a token the account holds; 0 when the contract does not say. */
export async function fetchHeld(rpc: Rpc, address: string, token: Token): Promise<bigint> {
  const id = toWord(BigInt(token.tokenId))
  const who = address.slice(2).toLowerCase().padStart(64, '0')
  try {
    if (token.standard === 'erc721') {
      const owner = await call(rpc, token.contract, `0x6352211e${id}`)
      return owner.slice(-40) === who.slice(-40) ? 1n : 0n
    }
    return BigInt((await call(rpc, token.contract, `0x00fdd58e${who}${id}`)).slice(0, 66))
  } catch (error) {
    if (isRefusal(error)) return 0n
    throw error
  }
}

/** Where the token's description is; undefined when the contract has none. */
export async function fetchTokenUri(
  rpc: Rpc,
  { contract, tokenId, standard }: Token,
): Promise<string | undefined> {
  const id = toWord(BigInt(tokenId))
  const uri = await fetchText(rpc, contract, `${standard === 'erc721' ? '0xc87b56dd' : '0x0e89341c'}${id}`)
  return uri?.replaceAll('{id}', id)
}

/** Name of the collection. */
export function fetchCollection(rpc: Rpc, contract: string): Promise<string | undefined> {
  return fetchText(rpc, contract, '0x06fdde03')
}

export function toKey({ contract, tokenId }: Token): string {
  return `${contract}/${tokenId}`
}

async function fetchText(rpc: Rpc, contract: string, data: string): Promise<string | undefined> {
  try {
    return decodeText(await call(rpc, contract, data))
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

async function call(rpc: Rpc, to: string, data: string): Promise<string> {
  const answer = await rpc('eth_call', [{ to, data }, 'latest'])
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-f]{64})+/i.test(answer)) throw unusable('eth_call')
  return answer.toLowerCase()
}

/** A log that is not of an NFT gives none: an ERC-20 Transfer has the same first topic, but no token id. */
function readLog(log: unknown): Token[] {
  const { address, topics, data } = (log ?? {}) as { address?: unknown; topics?: unknown; data?: unknown }
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address) || !Array.isArray(topics)) return []
  if (topics.length !== 4 || typeof data !== 'string') return []
  const contract = address.toLowerCase()
  if (topics[0] === TRANSFER) return isWord(topics[3]) ? [toToken(contract, topics[3], 'erc721')] : []
  const words = (data.slice(2).match(/[0-9a-f]{64}/gi) ?? []).map((word) => `0x${word}`)
  if (topics[0] === TRANSFER_SINGLE) return words[0] ? [toToken(contract, words[0], 'erc1155')] : []
  if (topics[0] !== TRANSFER_BATCH || !words[0]) return []
  const start = Number(BigInt(words[0]) / 32n)
  const count = Number(BigInt(words[start] ?? '0x0'))
  return words
    .slice(start + 1, start + 1 + Math.min(count, MOST_IN_BATCH))
    .map((word) => toToken(contract, word, 'erc1155'))
}

function toToken(contract: string, word: string, standard: Token['standard']): Token {
  return { contract, tokenId: BigInt(word).toString(), standard }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

/** ABI string: offset, length, bytes. Undefined for anything else. */
function decodeText(answer: string): string | undefined {
  const hex = answer.slice(2)
  const at = Number(BigInt(`0x${hex.slice(0, 64)}`)) * 2
  const length = Number(BigInt(`0x${hex.slice(at, at + 64) || '0'}`)) * 2
  const text = hex.slice(at + 64, at + 64 + length)
  if (!Number.isSafeInteger(at) || text.length !== length) return undefined
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`
}

/** The contract's own no, or an answer that is none: about this token, not about the node. */
function isRefusal(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'bad_envelope'
}

function unusable(method: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The network's node did not answer ${method} as documented.`, {
    category: 'DATA_PARSING_ERROR',
    context: { rpcMethod: method },
  })
}
