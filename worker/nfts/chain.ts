/**
 * Reads NFT data from the network's node: moved tokens, their holders, and the URIs of their metadata.
 * @see https://eips.ethereum.org/EIPS/eip-721 https://eips.ethereum.org/EIPS/eip-1155
 */
import {
  decodeAbiParameters,
  encodeEventTopics,
  erc1155Abi,
  erc20Abi,
  erc721Abi,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
} from 'viem'
import { type BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { readContractOrNone, toAddress } from '../evm/contract.ts'
import { type Rpc, unusable } from '../http/rpc.ts'

export interface Token {
  /** Address in lower case. */
  contract: string
  /** Decimal digits. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
}

export interface MovedToken extends Token {
  /** Number of the block in which the token moved. */
  block: number
}

/** Topic of the event `Transfer`, which ERC-20 and ERC-721 share. */
export const [TRANSFER] = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer' })
export const [TRANSFER_SINGLE] = encodeEventTopics({ abi: erc1155Abi, eventName: 'TransferSingle' })
export const [TRANSFER_BATCH] = encodeEventTopics({ abi: erc1155Abi, eventName: 'TransferBatch' })

/** After this many tokens, a turn reads no further blocks: to sort a hundred thousand tokens would block the thread. */
const MAX_MOVED = 10_000
/** Upper limit of requests to read the logs of a network once. A node that needs more requests is unsuitable. */
const MAX_REQUESTS = 600

export async function fetchBlockNumber(rpc: Rpc): Promise<number> {
  const block = Number(await rpc('eth_blockNumber', []))
  if (!Number.isSafeInteger(block) || block < 0) throw unusable('eth_blockNumber')
  return block
}

export interface Moved {
  /** In chain order. A token that moved several times appears several times. */
  tokens: MovedToken[]
  /** The last block that was read; `from` - 1 if none was read. */
  last: number
  /** Number of blocks in the last request that was answered. */
  range: number
  asked: number
  /** Whether the node allows so few blocks or logs for each request that reading would never finish. */
  refused: boolean
}

export interface MovedOptions {
  from: number
  to: number
  /** Number of blocks in the first request; 0: all blocks. */
  range: number
  /** Number of requests that earlier turns have used for this reading. */
  asked: number
  /** Whether the turn's time is over. At least one range of blocks is read in any case. */
  isLate(): boolean
  signal: AbortSignal
}

/**
 * Reads tokens that moved to or from the account in these blocks. Reads as many blocks as the turn's time allows.
 * @throws if no block could be read
 */
export async function fetchMoved(rpc: Rpc, address: string, options: MovedOptions): Promise<Moved> {
  const { from, to, isLate, signal } = options
  const tokens: MovedToken[] = []
  let { asked, range } = options
  let start = from
  let size = range || to - from + 1
  const isFull = () => isLate() || tokens.length >= MAX_MOVED
  while (start <= to && (start === from || !isFull())) {
    const end = Math.min(to, start + size - 1)
    asked += 1
    try {
      for (const token of await fetchRange(rpc, address, start, end)) tokens.push(token)
    } catch (error) {
      if (signal.aborted) throw error
      if (!isTooMuch(error)) {
        if (start > from) return { tokens, last: start - 1, range, asked, refused: false }
        throw error
      }
      size = Math.floor(Math.min(size, end - start + 1) / 4)
      const isEndless = isRangeLimit(error) && ((to - start) / Math.max(size, 1)) * 3 > MAX_REQUESTS
      if (size < 1 || isEndless || asked > MAX_REQUESTS) {
        return { tokens, last: start - 1, range, asked, refused: true }
      }
      continue
    }
    asked += 2
    start = end + 1
    range = size
    size *= 2
  }
  return { tokens, last: start - 1, range, asked, refused: asked > MAX_REQUESTS && start <= to }
}

async function fetchRange(rpc: Rpc, address: string, from: number, to: number): Promise<MovedToken[]> {
  const who = pad(toAddress(address))
  const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
  const ask = async (...topics: unknown[]) => {
    const answer = await rpc('eth_getLogs', [{ ...range, topics }])
    if (!Array.isArray(answer)) throw unusable('eth_getLogs')
    return answer as unknown[]
  }
  // An ERC-721 Transfer has `from` and `to` in topics 1 and 2; the events of ERC-1155 have them in topics 2 and 3. Send
  // the first request alone, since the node may refuse the range of blocks.
  const received = await ask([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH], null, who)
  const [sent, series] = await Promise.all([
    ask([TRANSFER], who),
    ask([TRANSFER_SINGLE, TRANSFER_BATCH], null, null, who),
  ])
  return [...received, ...sent, ...series]
    .flatMap((log) => readLog(log, to))
    .sort((a, b) => a.block - b.block)
}

/** How many of this token the account holds; 0 if the contract gives no valid answer. @throws the node's error */
export async function fetchHeld(rpc: Rpc, account: string, token: Token): Promise<bigint> {
  const address = toAddress(token.contract)
  const id = BigInt(token.tokenId)
  const owner = toAddress(account)
  if (token.standard === 'erc721') {
    const call = { abi: erc721Abi, address, functionName: 'ownerOf', args: [id] } as const
    return toAddress((await readContractOrNone(rpc, call)) ?? '') === owner ? 1n : 0n
  }
  const call = { abi: erc1155Abi, address, functionName: 'balanceOf', args: [owner, id] } as const
  return (await readContractOrNone(rpc, call)) ?? 0n
}

const uriAbi = parseAbi([
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
])

/**
 * URI of the token's metadata; undefined if the contract has none. If the standard is unknown, tries `tokenURI` and then
 * `uri`.
 */
export async function fetchTokenUri(
  rpc: Rpc,
  { contract, tokenId, standard }: Omit<Token, 'standard'> & { standard?: Token['standard'] },
): Promise<string | undefined> {
  const id = BigInt(tokenId)
  const functionName = standard === 'erc1155' ? 'uri' : 'tokenURI'
  const call = { abi: uriAbi, address: toAddress(contract), functionName, args: [id] } as const
  const uri = await readContractOrNone(rpc, call)
  if (uri === undefined && !standard) return fetchTokenUri(rpc, { contract, tokenId, standard: 'erc1155' })
  return uri?.replaceAll('{id}', numberToHex(id, { size: 32 }).slice(2))
}

/** Name of the collection, as its contract returns it; undefined if it returns none. */
export function fetchCollection(rpc: Rpc, contract: string): Promise<string | undefined> {
  return readContractOrNone(rpc, { abi: erc721Abi, address: toAddress(contract), functionName: 'name' })
}

/** A transaction with at least this many receivers is a mass distribution. */
const MASS = 10

/**
 * Number of addresses that received a token of this contract in the same transaction as the account. Undefined if there are
 * fewer than MASS, or if the account itself sent the transaction. @throws the node's error
 */
export async function fetchReceivers(
  rpc: Rpc,
  address: string,
  { contract, block }: Pick<MovedToken, 'contract' | 'block'>,
): Promise<number | undefined> {
  const who = pad(toAddress(address))
  const at = numberToHex(block)
  const topics = [[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH]]
  const logs = await rpc('eth_getLogs', [{ address: contract, fromBlock: at, toBlock: at, topics }])
  const byTransaction = new Map<string, Set<string>>()
  for (const log of Array.isArray(logs) ? logs : []) {
    const { topics: words, transactionHash: hash } = (log ?? {}) as Readonly<Record<string, unknown>>
    if (!Array.isArray(words) || typeof hash !== 'string') continue
    const receiver = words[words[0] === TRANSFER ? 2 : 3]
    if (!isWord(receiver)) continue
    const receivers = byTransaction.get(hash) ?? new Set()
    byTransaction.set(hash, receivers.add(receiver.toLowerCase()))
  }
  for (const [hash, receivers] of byTransaction) {
    if (receivers.size < MASS || !receivers.has(who)) continue
    const transaction = (await rpc('eth_getTransactionByHash', [hash])) as { from?: unknown } | null
    const sender = String(transaction?.from).toLowerCase()
    if (sender !== address.toLowerCase()) return receivers.size
  }
  return undefined
}

/**
 * The NFTs that a log moved. Empty for other logs: an ERC-20 Transfer has the same first topic, but no token id in a topic.
 */
function readLog(log: unknown, end: number): MovedToken[] {
  const { address, topics, data, blockNumber } = (log ?? {}) as Readonly<Record<string, unknown>>
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address) || !Array.isArray(topics)) return []
  if (topics.length !== 4 || typeof data !== 'string') return []
  const contract = address.toLowerCase()
  const at = typeof blockNumber === 'string' ? Number(blockNumber) : end
  const block = Number.isSafeInteger(at) && at >= 0 ? Math.min(at, end) : end
  const toToken = (id: bigint, standard: Token['standard']): MovedToken => {
    return { contract, tokenId: id.toString(), standard, block }
  }
  if (topics[0] === TRANSFER) return isWord(topics[3]) ? [toToken(BigInt(topics[3]), 'erc721')] : []
  const parts = topics[0] === TRANSFER_SINGLE ? single : topics[0] === TRANSFER_BATCH ? batch : undefined
  if (!parts) return []
  try {
    const [ids] = decodeAbiParameters(parts, data as Hex)
    return [ids].flat().map((id) => toToken(id, 'erc1155'))
  } catch {
    return []
  }
}

/** ABI types of the data of `TransferSingle` (id and value) and `TransferBatch` (ids and values). */
const single = [{ type: 'uint256' }, { type: 'uint256' }] as const
const batch = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

/**
 * Whether the node refused the request because the range of blocks is too large. Nodes report this with different codes
 * and texts, so every RPC error is taken for this refusal.
 */
function isTooMuch(error: unknown): boolean {
  if (hasCode(error, 'http_size') || hasCode(error, 'http_timeout')) return true
  const { status, rpcCode } = (error as Partial<BillfoldError>).context ?? {}
  if (hasCode(error, 'http_status')) return Number(status) >= 400 && Number(status) < 500 && status !== 429
  return hasCode(error, 'bad_envelope') && typeof rpcCode === 'number'
}

/**
 * Whether the node limits the number of blocks, as opposed to the number of logs. A limit of blocks is the same for all
 * ranges, so it shows in advance how many requests are needed.
 */
function isRangeLimit(error: unknown): boolean {
  const description = String((error as Partial<BillfoldError>).context?.['description'])
  return /block|range/i.test(description) && !/results|size/i.test(description)
}
