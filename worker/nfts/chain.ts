/**
 * What the network's own node says about NFTs: which were moved to or from an account, who holds them, what they are.
 * The few calls are encoded by hand; they are all of one or two words.
 * @see https://eips.ethereum.org/EIPS/eip-721 https://eips.ethereum.org/EIPS/eip-1155
 */
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import { type Rpc, toHex, toWord, TRANSFER, unusable } from '../http/rpc.ts'

export interface Token {
  /** Lower case. */
  contract: string
  /** Decimal. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
}

export interface MovedToken extends Token {
  /** In which block. */
  block: number
}

/** Topics of `TransferSingle` and `TransferBatch`. */
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'

/** Tokens in one turn after which no more are read: to sort a hundred thousand would be one long task. */
const MOST_MOVED = 10_000
/** Requests that one reading of a chain may take. A node that needs more is no place to read a history from. */
const MOST_REQUESTS = 600

export async function fetchBlockNumber(rpc: Rpc): Promise<number> {
  const block = Number(await rpc('eth_blockNumber', []))
  if (!Number.isSafeInteger(block) || block < 0) throw unusable('eth_blockNumber')
  return block
}

export interface Moved {
  /** In the order of the chain; a token stands as often as it moved. */
  tokens: MovedToken[]
  /** The last block that was read; one less than `from` when none was. */
  last: number
  /** Blocks of the last request that was answered. */
  range: number
  asked: number
  /** The node gives logs in such small ranges, or so few, that the reading would not come to an end. */
  refused: boolean
}

export interface MovedOptions {
  from: number
  to: number
  /** Blocks of the first request; 0: all of them. */
  range: number
  /** Requests that this reading has taken before. */
  asked: number
  /** It is time to end for now. At least one range is read. */
  isLate(): boolean
  signal: AbortSignal
}

/** The tokens that moved to or from the account in these blocks, or in the first of them. @throws when none was read */
export async function fetchMoved(rpc: Rpc, address: string, options: MovedOptions): Promise<Moved> {
  const { from, to, isLate, signal } = options
  const tokens: MovedToken[] = []
  let { asked, range } = options
  let start = from
  let size = range || to - from + 1
  const isFull = () => isLate() || tokens.length >= MOST_MOVED
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
      const isEndless = isRangeLimit(error) && ((to - start) / Math.max(size, 1)) * 3 > MOST_REQUESTS
      if (size < 1 || isEndless || asked > MOST_REQUESTS) {
        return { tokens, last: start - 1, range, asked, refused: true }
      }
      continue
    }
    asked += 2
    start = end + 1
    range = size
    size *= 2
  }
  return { tokens, last: start - 1, range, asked, refused: asked > MOST_REQUESTS && start <= to }
}

async function fetchRange(rpc: Rpc, address: string, from: number, to: number): Promise<MovedToken[]> {
  const who = `0x${toWord(BigInt(address))}`
  const range = { fromBlock: toHex(from), toBlock: toHex(to) }
  const ask = async (...topics: unknown[]) => {
    const answer = await rpc('eth_getLogs', [{ ...range, topics }])
    if (!Array.isArray(answer)) throw unusable('eth_getLogs')
    return answer as unknown[]
  }
  // An ERC-721 Transfer has from and to in topics 1 and 2, an ERC-1155 one in 2 and 3. One alone first, which a node
  // may refuse.
  const received = await ask([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH], null, who)
  const [sent, series] = await Promise.all([
    ask([TRANSFER], who),
    ask([TRANSFER_SINGLE, TRANSFER_BATCH], null, null, who),
  ])
  return [...received, ...sent, ...series]
    .flatMap((log) => readLog(log, to))
    .sort((a, b) => a.block - b.block)
}

/** How many of a token the account holds; 0 when its contract says no or nothing. @throws what the node met */
export async function fetchHeld(rpc: Rpc, address: string, token: Token): Promise<bigint> {
  const id = toWord(BigInt(token.tokenId))
  const who = toWord(BigInt(address))
  const isUnique = token.standard === 'erc721'
  const answer = await call(rpc, token.contract, isUnique ? `0x6352211e${id}` : `0x00fdd58e${who}${id}`)
  if (answer.length < 66) return 0n
  if (isUnique) return answer.slice(26, 66) === who.slice(-40) ? 1n : 0n
  return BigInt(answer.slice(0, 66))
}

/** Where the token's description is; undefined when the contract has none. Without a standard both are tried. */
export async function fetchTokenUri(
  rpc: Rpc,
  { contract, tokenId, standard }: Omit<Token, 'standard'> & { standard?: Token['standard'] },
): Promise<string | undefined> {
  const id = toWord(BigInt(tokenId))
  const isUnique = standard !== 'erc1155'
  const uri = await fetchText(rpc, contract, `${isUnique ? '0xc87b56dd' : '0x0e89341c'}${id}`)
  if (uri === undefined && !standard) return fetchTokenUri(rpc, { contract, tokenId, standard: 'erc1155' })
  return uri?.replaceAll('{id}', id)
}

/** Name of the collection. */
export function fetchCollection(rpc: Rpc, contract: string): Promise<string | undefined> {
  return fetchText(rpc, contract, '0x06fdde03')
}

/** So many addresses in one transaction are a distribution. */
const MASS = 10

/**
 * How many addresses got a token of this contract in the transaction in which the account got its own, where those are
 * many and somebody else sent it; undefined otherwise, and where the node does not say.
 */
export async function fetchReceivers(
  rpc: Rpc,
  address: string,
  { contract, block }: Pick<MovedToken, 'contract' | 'block'>,
): Promise<number | undefined> {
  const who = toWord(BigInt(address))
  const at = toHex(block)
  const topics = [[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH]]
  const logs = await rpc('eth_getLogs', [{ address: contract, fromBlock: at, toBlock: at, topics }])
  const byTransaction = new Map<string, Set<string>>()
  for (const log of Array.isArray(logs) ? logs : []) {
    const { topics: words, transactionHash: hash } = (log ?? {}) as Readonly<Record<string, unknown>>
    if (!Array.isArray(words) || typeof hash !== 'string') continue
    const receiver = words[words[0] === TRANSFER ? 2 : 3]
    if (!isWord(receiver)) continue
    const receivers = byTransaction.get(hash) ?? new Set()
    byTransaction.set(hash, receivers.add(receiver.slice(2).toLowerCase()))
  }
  for (const [hash, receivers] of byTransaction) {
    if (receivers.size < MASS || !receivers.has(who)) continue
    const transaction = (await rpc('eth_getTransactionByHash', [hash])) as { from?: unknown } | null
    const sender = String(transaction?.from).toLowerCase()
    if (sender !== address.toLowerCase()) return receivers.size
  }
  return undefined
}

/** What a contract answers as text; undefined where it answers something else. */
export async function fetchText(rpc: Rpc, contract: string, data: string): Promise<string | undefined> {
  return decodeText(await call(rpc, contract, data))
}

/** Hexadecimal; `0x` when the contract refuses, or is none. @throws what the node met */
export async function call(rpc: Rpc, to: string, data: string): Promise<string> {
  let answer: unknown
  try {
    answer = await rpc('eth_call', [{ to, data }, 'latest'])
  } catch (error) {
    if (isRevert(error)) return '0x'
    throw error
  }
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) throw unusable('eth_call')
  return answer.toLowerCase()
}

/** A log that is not of an NFT gives none: an ERC-20 Transfer has the same first topic, but no token id. */
function readLog(log: unknown, end: number): MovedToken[] {
  const { address, topics, data, blockNumber } = (log ?? {}) as Readonly<Record<string, unknown>>
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address) || !Array.isArray(topics)) return []
  if (topics.length !== 4 || typeof data !== 'string') return []
  const contract = address.toLowerCase()
  const at = typeof blockNumber === 'string' ? Number(blockNumber) : end
  const block = Number.isSafeInteger(at) && at >= 0 ? Math.min(at, end) : end
  const toToken = (word: string, standard: Token['standard']): MovedToken => {
    return { contract, tokenId: BigInt(word).toString(), standard, block }
  }
  if (topics[0] === TRANSFER) return isWord(topics[3]) ? [toToken(topics[3], 'erc721')] : []
  const words = (data.slice(2).match(/[0-9a-f]{64}/gi) ?? []).map((word) => `0x${word}`)
  if (topics[0] === TRANSFER_SINGLE) return words[0] ? [toToken(words[0], 'erc1155')] : []
  if (topics[0] !== TRANSFER_BATCH || !words[0]) return []
  const start = Number(BigInt(words[0]) / 32n)
  const count = Number(BigInt(words[start] ?? '0x0'))
  return words.slice(start + 1, start + 1 + count).map((word) => toToken(word, 'erc1155'))
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

/** ABI string: offset, length, bytes. Undefined for anything else. */
function decodeText(answer: string): string | undefined {
  const hex = answer.slice(2)
  if (hex.length < 128) return undefined
  const at = Number(BigInt(`0x${hex.slice(0, 64)}`)) * 2
  const length = Number(BigInt(`0x${hex.slice(at, at + 64) || '0'}`)) * 2
  const text = hex.slice(at + 64, at + 64 + length)
  if (!Number.isSafeInteger(at) || text.length !== length) return undefined
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

/**
 * The contract's own no. Nodes say it in these ways; everything else that they say is about themselves: -32005 and 429
 * (too many requests), -32603 (internal), time-outs, "out of gas" above their own limit.
 *
 *   3       execution reverted                                geth, erigon, reth, besu, anvil, Alchemy, Infura
 *   -32000  execution reverted · VM Exception … revert        older ones, ganache
 *   -32000  invalid opcode · invalid jump destination         contracts from before there was a revert
 *   -32015  VM execution error, data `Reverted 0x…`           nethermind, OpenEthereum
 *   any     data that begins as Error(string) or Panic(uint256)
 */
function isRevert(error: unknown): boolean {
  if (!hasCode(error, 'bad_envelope')) return false
  const { rpcCode, description = '', rpcData = '' } = (error as BillfoldError).context
  if (rpcCode === 3 || /^(?:Reverted )?0x(?:08c379a0|4e487b71)/i.test(String(rpcData))) return true
  if (rpcCode === -32000) return /revert|invalid (?:opcode|jump)/i.test(String(description))
  return rpcCode === -32015 && /revert/i.test(`${description} ${rpcData}`)
}

/** A range of blocks, or what is in it, is more than a node gives at once; each has its own words and codes for it. */
function isTooMuch(error: unknown): boolean {
  if (hasCode(error, 'http_size') || hasCode(error, 'http_timeout')) return true
  const { status, rpcCode } = (error as Partial<BillfoldError>).context ?? {}
  if (hasCode(error, 'http_status')) return Number(status) >= 400 && Number(status) < 500 && status !== 429
  return hasCode(error, 'bad_envelope') && typeof rpcCode === 'number'
}

/** It is the number of blocks that is too large, which is the same everywhere, and not what is in them. */
function isRangeLimit(error: unknown): boolean {
  const description = String((error as Partial<BillfoldError>).context?.['description'])
  return /block|range/i.test(description) && !/results|size/i.test(description)
}
