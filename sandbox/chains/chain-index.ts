/**
 * An index of a chain: the accounts, transfers and fee of each transaction. It reads only blocks and receipts, in
 * order, so it covers every transaction, whatever its sender.
 */
import { type Hex, parseAbiItem, toEventSelector } from 'viem'
import type { Anvil } from './anvil.ts'

export interface ChainIndex {
  /** Makes the next `sync` read the whole chain again, since a restarted chain may have lost its newest blocks. */
  forget(): void
  /** Reads all new blocks. Concurrent calls share one run. */
  sync(): Promise<void>
  /** Transactions of an account, newest first, pending ones before all others. Call `sync` first. */
  getTransactions(account: Hex): readonly IndexedTransaction[]
  getTransaction(hash: Hex): IndexedTransaction | undefined
  /** Contracts of all fungible tokens that ever moved to or from the account. */
  getTokens(account: Hex): readonly Hex[]
}

export interface IndexedTransaction {
  hash: Hex
  /** Addresses in the index are in lower case. */
  from: Hex
  /** Absent for a contract creation. */
  to: Hex | undefined
  /** First four bytes of the call data; `0x` for a plain transfer. */
  selector: Hex
  nonce: number
  status: 'confirmed' | 'failed' | 'pending'
  /** Seconds since 1970: the block's time, or when the index first saw the pending transaction. */
  time: number
  /** `block * 1_000_000 + index in the block`; Infinity while pending. */
  position: number
  /** Network fee in wei, paid by `from`. */
  fee: bigint
  moves: readonly Move[]
}

export type Move = { from: Hex; to: Hex } & (
  | { kind: 'native'; amount: bigint }
  | { kind: 'token'; contract: Hex; amount: bigint }
  | { kind: 'nft'; contract: Hex; tokenId: bigint }
)

interface RpcTransaction {
  hash: Hex
  from: Hex
  to: Hex | null
  value: Hex
  input: Hex
  nonce: Hex
  transactionIndex: Hex
}
interface RpcBlock {
  timestamp: Hex
  transactions: RpcTransaction[]
}
interface RpcReceipt {
  status: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  logs: RpcLog[]
}
interface RpcLog {
  address: Hex
  topics: Hex[]
  data: Hex
}

const TRANSFER = toEventSelector(parseAbiItem('event Transfer(address indexed, address indexed, uint256)'))

export function createChainIndex(anvil: Anvil): ChainIndex {
  const byAccount = new Map<Hex, IndexedTransaction[]>()
  const byHash = new Map<Hex, IndexedTransaction>()
  const tokensOf = new Map<Hex, Set<Hex>>()
  let waiting: IndexedTransaction[] = []
  let nextBlock = 0
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function readNewBlocks(): Promise<void> {
    const head = Number(await anvil.rpc('eth_blockNumber'))
    for (; nextBlock <= head; nextBlock += 1) {
      const number = `0x${nextBlock.toString(16)}`
      const [block, receipts] = await Promise.all([
        anvil.rpc<RpcBlock>('eth_getBlockByNumber', number, true),
        anvil.rpc<RpcReceipt[]>('eth_getBlockReceipts', number),
      ])
      block.transactions.forEach((transaction, place) => {
        const receipt = receipts[place]
        if (!receipt) throw new Error(`block ${nextBlock} has a transaction without a receipt`)
        add(toConfirmed(transaction, receipt, Number(block.timestamp), nextBlock))
      })
    }
    await readWaiting()
  }

  /** Reads the pending transactions. Keeps those that are known already, with the time when they were first seen. */
  async function readWaiting(): Promise<void> {
    const pool = await anvil.rpc<{ pending: Record<Hex, Record<string, RpcTransaction>> }>('txpool_content')
    const now = Math.floor(Date.now() / 1000)
    const seen = new Map(waiting.map((transaction) => [transaction.hash, transaction]))
    waiting = Object.values(pool.pending)
      .flatMap((byNonce) => Object.values(byNonce))
      .map((transaction) => seen.get(transaction.hash) ?? toPending(transaction, now))
  }

  function add(transaction: IndexedTransaction): void {
    byHash.set(transaction.hash, transaction)
    for (const account of participants(transaction)) {
      const known = byAccount.get(account)
      if (known) known.unshift(transaction)
      else byAccount.set(account, [transaction])
    }
    for (const move of transaction.moves) {
      if (move.kind !== 'token') continue
      for (const account of [move.from, move.to]) {
        const tokens = tokensOf.get(account)
        if (tokens) tokens.add(move.contract)
        else tokensOf.set(account, new Set([move.contract]))
      }
    }
  }

  return {
    forget() {
      running = running
        .catch(() => {})
        .then(() => {
          nextBlock = 0
          for (const known of [byAccount, byHash, tokensOf]) known.clear()
        })
    },
    sync() {
      // The current run may have missed the newest block, so run again after it.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          running = readNewBlocks()
          return running
        })
      return next
    },
    getTransactions(account) {
      const own = account.toLowerCase() as Hex
      const pending = waiting.filter((transaction) => participants(transaction).has(own))
      return [...pending, ...(byAccount.get(own) ?? [])]
    },
    getTransaction: (hash) => byHash.get(hash) ?? waiting.find((transaction) => transaction.hash === hash),
    getTokens: (account) => [...(tokensOf.get(account.toLowerCase() as Hex) ?? [])],
  }
}

function participants({ from, to, moves }: IndexedTransaction): Set<Hex> {
  const found = new Set<Hex>([from, ...moves.flatMap((move) => [move.from, move.to])])
  if (to) found.add(to)
  return found
}

function toConfirmed(
  transaction: RpcTransaction,
  receipt: RpcReceipt,
  time: number,
  block: number,
): IndexedTransaction {
  const succeeded = Number(receipt.status) === 1
  return {
    ...toPending(transaction, time),
    status: succeeded ? 'confirmed' : 'failed',
    position: block * 1_000_000 + Number(transaction.transactionIndex),
    fee: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
    // A failed transaction makes no transfers.
    moves: succeeded ? [...nativeMove(transaction), ...receipt.logs.flatMap(readTransfer)] : [],
  }
}

function toPending(transaction: RpcTransaction, time: number): IndexedTransaction {
  return {
    hash: transaction.hash,
    from: transaction.from.toLowerCase() as Hex,
    to: (transaction.to?.toLowerCase() as Hex | undefined) ?? undefined,
    selector: transaction.input.slice(0, 10) as Hex,
    nonce: Number(transaction.nonce),
    status: 'pending',
    time,
    position: Number.POSITIVE_INFINITY,
    fee: 0n,
    moves: nativeMove(transaction),
  }
}

function nativeMove({ from, to, value }: RpcTransaction): Move[] {
  const amount = BigInt(value)
  if (amount === 0n || !to) return []
  return [{ kind: 'native', from: from.toLowerCase() as Hex, to: to.toLowerCase() as Hex, amount }]
}

/**
 * The transfer in a log; empty for other logs. ERC-20 and ERC-721 share the event's signature; only ERC-721 indexes the
 * token id.
 */
function readTransfer({ address, topics, data }: RpcLog): Move[] {
  const [event, sender, receiver, tokenId] = topics
  if (event !== TRANSFER || !sender || !receiver) return []
  const ends = { from: toAddress(sender), to: toAddress(receiver), contract: address.toLowerCase() as Hex }
  return [
    tokenId
      ? { kind: 'nft', ...ends, tokenId: BigInt(tokenId) }
      : { kind: 'token', ...ends, amount: BigInt(data) },
  ]
}

function toAddress(topic: Hex): Hex {
  return `0x${topic.slice(26).toLowerCase()}`
}
