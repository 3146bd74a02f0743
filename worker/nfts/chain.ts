/**
 * NFT data from the network's own node: moved tokens, their holders, and their metadata.
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
  /** Lower case. */
  contract: string
  /** Decimal. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
}

export interface MovedToken extends Token {
  /** Block number. */
  block: number
}

/** Tokens and NFTs share this event topic. */
export const [TRANSFER] = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer' })
export const [TRANSFER_SINGLE] = encodeEventTopics({ abi: erc1155Abi, eventName: 'TransferSingle' })
export const [TRANSFER_BATCH] = encodeEventTopics({ abi: erc1155Abi, eventName: 'TransferBatch' })

/** Most tokens read in one turn: sorting a hundred thousand would block the thread. */
const MAX_MOVED = 10_000
/** Most requests for one reading of a chain. A node that needs more is unsuitable. */
const MAX_REQUESTS = 600

export async function fetchBlockNumber(rpc: Rpc): Promise<number> {
  const block = Number(await rpc('eth_blockNumber', []))
  if (!Number.isSafeInteger(block) || block < 0) throw unusable('eth_blockNumber')
  return block
}

export interface Moved {
  /** In chain order; a token appears once for each move. */
  tokens: MovedToken[]
  /** The last block that was read; `from` - 1 if none was. */
  last: number
  /** Block range of the last answered request. */
  range: number
  asked: number
  /** The node limits the ranges or number of logs so much that the reading would never finish. */
  refused: boolean
}

export interface MovedOptions {
  from: number
  to: number
  /** Block range of the first request; 0: all blocks. */
  range: number
  /** Requests that this reading has already used. */
  asked: number
  /** Whether the turn's time is over. At least one range is read. */
  isLate(): boolean
  signal: AbortSignal
}

/** Tokens that moved to or from the account in these blocks, or in the first of them. @throws if none was read */
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
  // An ERC-721 Transfer has from and to in topics 1 and 2, an ERC-1155 one in 2 and 3. Send one request first, since a
  // node may refuse it.
  const received = await ask([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH], null, who)
  const [sent, series] = await Promise.all([
    ask([TRANSFER], who),
    ask([TRANSFER_SINGLE, TRANSFER_BATCH], null, null, who),
  ])
  return [...received, ...sent, ...series]
    .flatMap((log) => readLog(log, to))
    .sort((a, b) => a.block - b.block)
}

/** How many of a token the account holds; 0 if the contract does not answer. @throws the node's error */
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

/** Address of the token's metadata; undefined if the contract has none. Without a known standard both are tried. */
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

/** Name of the collection. */
export function fetchCollection(rpc: Rpc, contract: string): Promise<string | undefined> {
  return readContractOrNone(rpc, { abi: erc721Abi, address: toAddress(contract), functionName: 'name' })
}

/** Number of receivers from which a transaction counts as a mass distribution. */
const MASS = 10

/**
 * Number of addresses that received a token of this contract in the same transaction as the account, if they are many and
 * another account sent it; otherwise undefined, also if the node does not answer.
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

/** The NFT moves in a log; empty for others: an ERC-20 Transfer has the same first topic, but no token id. */
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

/** Data of `TransferSingle` (id and value) and `TransferBatch` (ids and values). */
const single = [{ type: 'uint256' }, { type: 'uint256' }] as const
const batch = [{ type: 'uint256[]' }, { type: 'uint256[]' }] as const

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

/** Whether the range of blocks is too large for the node; nodes have different codes and texts for it. */
function isTooMuch(error: unknown): boolean {
  if (hasCode(error, 'http_size') || hasCode(error, 'http_timeout')) return true
  const { status, rpcCode } = (error as Partial<BillfoldError>).context ?? {}
  if (hasCode(error, 'http_status')) return Number(status) >= 400 && Number(status) < 500 && status !== 429
  return hasCode(error, 'bad_envelope') && typeof rpcCode === 'number'
}

/** Whether the node limits the number of blocks, which is the same everywhere, and not the number of logs. */
function isRangeLimit(error: unknown): boolean {
  const description = String((error as Partial<BillfoldError>).context?.['description'])
  return /block|range/i.test(description) && !/results|size/i.test(description)
}
