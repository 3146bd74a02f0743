/** Tabs, a store and a node for tests of sent payments. */
import type { LazyDomain } from '../../../../src/core/contract/protocol.ts'
import { base64 } from '@scure/base'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { Network } from '../../../../src/core/chains/networks.ts'
import type { PendingRequest, SentList, SentTransaction } from '../../../../src/core/payments/sent.ts'
import { createJobs } from '../../../../worker/base/jobs.ts'
import {
  type CommandContext,
  type DurableRecord,
  type DurableStore,
  type Emit,
  type TabMessage,
} from '../../../../worker/base/context.ts'
import { loadOnlyEvm } from '../../load-evm.ts'
import {
  createSentSource,
  dropRequest,
  trackRequest,
  rememberSent,
} from '../../../../worker/payments/sent/sent.ts'
import { isPaid } from '../../../../worker/payments/transfer/solana-paid.ts'
import { isSignedPayment } from '../../../../worker/payments/transfer/solana-payment.ts'
import { createFakeClock, settle } from '../../fake-clock.ts'

export const account: CaipAddress = `eip155:1:0x${'a'.repeat(40)}`
export const solana: CaipAddress = 'solana:devnet:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

export function hashOf(at: number): string {
  return `0x${(at + 1).toString(16).padStart(64, '0')}`
}

export function sentOf(at: number): SentTransaction {
  return {
    account,
    hash: hashOf(at),
    kind: 'send',
    to: `0x${'b'.repeat(40)}`,
    out: { symbol: 'ETH', text: '1', units: '1000000000000000000' },
    sentAt: 0,
  }
}

export function askedOf(id: string): PendingRequest {
  const { hash: _, sentAt: __, ...payment } = sentOf(1)
  return { ...payment, id, askedAt: createFakeClock().now() }
}

/** One node for every network, one store, and tabs with shared channels. */
export function createWorld() {
  const clock = createFakeClock()
  const records = new Map<string, DurableRecord>()
  const channel = new Set<{ owner: object; listener(message: TabMessage): void }>()
  const locks = new Map<string, Promise<unknown>>()
  const node = createNode()
  const world = {
    clock,
    records,
    node,
    /** Resolves when the worker's lazy code is loaded. */
    code: Promise.resolve(),
    isBroken: false,
    isFull: false,
    makeDurable: undefined as undefined | (() => DurableStore),
    networks: [
      { caipNetworkId: 'eip155:1', rpcUrls: ['node'] },
      { caipNetworkId: 'solana:devnet', rpcUrls: ['node'] },
    ] as unknown as Network[],
    durable: undefined as unknown as DurableStore,
    open(own: CaipAddress = account) {
      const durable = world.makeDurable?.() ?? createDurable(world)
      const jobs = createJobs()
      const tab = {}
      const end = new AbortController()
      const networks = world.networks
      const context = {
        config: { networks },
        clock,
        durable,
        jobs,
        signal: end.signal,
        load: async (domain: LazyDomain) => {
          await world.code
          return domain === 'solana' ? { isPaid, isSignedPayment } : loadOnlyEvm(domain)
        },
        http: { rpc: (_: string, method: string, params: unknown[]) => node.answer(method, params) },
        tabs: {
          onMessage(listener: (message: TabMessage) => void) {
            channel.add({ owner: tab, listener })
            return () => {}
          },
          announce(message: TabMessage) {
            for (const one of channel) if (one.owner !== tab) one.listener(message)
          },
          withLock<T>(key: string, run: () => Promise<T>) {
            const turn = (locks.get(key) ?? Promise.resolve()).then(run, run)
            locks.set(
              key,
              turn.catch(() => {}),
            )
            return turn
          },
        },
      } as unknown as CommandContext
      let last: SentList = { payments: [], asked: [] }
      const said: string[] = []
      const emit = {
        cached({ data }: { data: SentList }) {
          last = data
          said.push(...data.payments.map(({ status }) => status))
        },
        event() {},
      } as unknown as Emit<SentList, never>
      const source = createSentSource(context, own)
      void source.start(emit, end.signal)
      return {
        context,
        said,
        statuses: () => last.payments.map(({ status }) => status),
        rows: () => last.payments,
        asked: () => last.asked,
        async ask(asked: PendingRequest) {
          const told = await trackRequest(asked, context)
          await settle()
          return told
        },
        async dropRequest(id: string) {
          await dropRequest({ id }, context)
          await settle()
        },
        async remember(sent: SentTransaction) {
          await rememberSent({ ...sent, sentAt: sent.sentAt || clock.now() }, context)
          await settle()
        },
        close() {
          end.abort()
          jobs.stopAll()
          for (const one of channel) if (one.owner === tab) channel.delete(one)
        },
      }
    },
  }
  world.durable = createDurable(world)
  return world
}

export function createDurable(world: {
  records: Map<string, DurableRecord>
  isBroken: boolean
  isFull: boolean
}): DurableStore {
  const { records } = world
  const assertThere = () => {
    if (world.isBroken) throw new Error('the store is unavailable')
  }
  return {
    async get(key) {
      assertThere()
      return structuredClone(records.get(key))
    },
    async list(prefix) {
      assertThere()
      return structuredClone([...records.values()].filter(({ key }) => key.startsWith(prefix)))
    },
    async update(key, decide) {
      assertThere()
      const next = decide(structuredClone(records.get(key)))
      if (next && world.isFull) throw new Error('full')
      if (next) records.set(key, structuredClone({ ...next, key }))
      return next !== undefined
    },
    async remove(key) {
      assertThere()
      records.delete(key)
    },
    async forget(owner) {
      for (const record of records.values()) {
        if (record.owner !== owner) continue
        if (record.remains === undefined) records.delete(record.key)
        else records.set(record.key, { key: record.key, owner: '', value: record.remains })
      }
    },
  }
}

export function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

export function createNode() {
  const waiting = new Map<string, number>()
  const mined = new Map<string, { status: string; block: number }>()
  const sender = account.slice(account.lastIndexOf(':') + 1)
  /** Included transactions of the account. */
  const included: {
    block: number
    nonce: number
    hash: string
    to: string | null
    value: bigint
    input: string
  }[] = []
  /** Solana transactions, oldest first. */
  const put: [signature: string, transaction: Uint8Array][] = []
  /** The transaction of a hash; by default with the values of `sentOf`. */
  const toTransaction = (hash: string) => {
    const call = included.find((one) => one.hash === hash)
    const { to, value, nonce } = call ?? { to: `0x${'b'.repeat(40)}`, value: 10n ** 18n, nonce: 7 }
    return { hash, from: sender, to, value: toHex(value), nonce: toHex(nonce), input: call?.input ?? '0x' }
  }
  const node = {
    asked: [] as [string, string][],
    statuses: new Map<string, unknown>(),
    logs: [] as unknown[],
    put: (signature: string, transaction: Uint8Array) => void put.push([signature, transaction]),
    breaks: false,
    /**
     * Solana: time of the oldest transaction that the node has, in milliseconds since 1970; undefined: the node has all
     * transactions.
     */
    keptFrom: undefined as number | undefined,
    height: 50,
    /** Height of the last finalized block; undefined: the node doesn't know the tag `finalized`. */
    final: undefined as number | undefined,
    /** Code at the account's address; '0x' for a standard account. */
    code: '0x',
    /** Number of the account's transactions. */
    count: 7,
    /** Whether the node has no transaction counts for past blocks. */
    forgetsState: false,
    /**
     * What the node knows. `behind`: none of the included transactions. `ahead`: their number, but not the transactions
     * themselves.
     */
    view: 'whole' as 'whole' | 'behind' | 'ahead',
    include(
      hash: string,
      nonce: number,
      {
        hasReceipt = true,
        ...call
      }: { to: string | null; value?: bigint; input?: string; hasReceipt?: boolean },
    ) {
      node.height += 1
      included.push({ block: node.height, nonce, hash, value: 0n, input: '0x', ...call })
      node.count = Math.max(node.count, nonce + 1)
      if (hasReceipt) mined.set(hash, { status: '0x1', block: node.height })
    },
    isMined: (hash: string) => mined.has(hash),
    looks: () => node.asked.filter(([method]) => /Receipt$|SignatureStatuses$/.test(method)).length,
    see(hash: string, nonce: number) {
      if (!mined.has(hash)) waiting.set(hash, nonce)
    },
    forget: (hash: string) => void waiting.delete(hash),
    /** Removes a transaction, as a reorganisation does. */
    exclude(hash: string) {
      const at = included.findIndex((one) => one.hash === hash)
      if (at >= 0) included.splice(at, 1)
      mined.delete(hash)
      node.count = Math.max(7, ...included.map(({ nonce }) => nonce + 1))
    },
    /** Includes a pending transaction. By default another block follows a successful one, which confirms it. */
    mine(hash: string, status = '0x1', followers = status === '0x1' ? 1 : 0) {
      const nonce = waiting.get(hash)
      waiting.delete(hash)
      if (mined.has(hash)) return
      const call = { to: `0x${'b'.repeat(40)}`, value: 10n ** 18n }
      if (nonce === undefined) mined.set(hash, { status, block: (node.height += 1) })
      else node.include(hash, nonce, call)
      mined.get(hash)!.status = status
      node.height += followers
    },
    unmine(hash: string, nonce: number) {
      // A block with enough followers can't be reorganised away.
      const found = mined.get(hash)
      if (!found || node.height >= found.block + 2) return
      node.exclude(hash)
      waiting.set(hash, nonce)
    },
    async answer(method: string, params: unknown[]): Promise<unknown> {
      const hash = String([params[0]].flat()[0])
      node.asked.push([method, hash])
      if (node.breaks) throw new Error('the node is unavailable')
      const receipt = node.view === 'whole' ? mined.get(hash) : undefined
      const count = node.view === 'behind' ? 7 : node.count
      switch (method) {
        case 'eth_getTransactionReceipt':
          if (!receipt) return null
          return { status: receipt.status, blockNumber: toHex(receipt.block), logs: node.logs }
        case 'eth_getTransactionByHash':
          if (node.view !== 'whole') return null
          if (waiting.has(hash)) return { hash, nonce: toHex(waiting.get(hash)!), from: sender }
          return mined.has(hash) ? toTransaction(hash) : null
        case 'eth_getTransactionCount': {
          if (params[1] === 'latest') return toHex(count)
          if (node.forgetsState) throw new Error('missing trie node')
          const later = included.filter(({ block }) => block > Number(params[1]))
          return toHex(Math.min(count, ...later.map(({ nonce }) => nonce)))
        }
        case 'eth_getCode':
          return node.code
        case 'eth_getBlockByNumber': {
          if (params[0] === 'finalized')
            return node.final === undefined ? null : { number: toHex(node.final) }
          const held = included.filter(({ block }) => block === Number(params[0]))
          const transactions = held.map(({ nonce, value, hash, to, input }) => ({
            hash,
            to,
            input,
            from: sender.toUpperCase().replace('0X', '0x'),
            nonce: toHex(nonce),
            value: toHex(value),
          }))
          return { transactions: [{ from: `0x${'e'.repeat(40)}`, nonce: '0x7' }, ...transactions] }
        }
        case 'eth_blockNumber':
          return `0x${node.height.toString(16)}`
        case 'getSignatureStatuses':
          return { value: [node.statuses.get(hash) ?? null] }
        case 'getSignaturesForAddress': {
          const { limit, until } = params[1] as { limit: number; until?: string }
          const newest = put.map(([signature]) => signature).reverse()
          const end = until === undefined ? newest.length : newest.indexOf(until)
          return newest.slice(0, Math.min(limit, end)).map((signature) => ({ signature }))
        }
        case 'getTransaction': {
          const [, bytes] = put.find(([signature]) => signature === hash)!
          return { transaction: [base64.encode(bytes), 'base64'] }
        }
        case 'getBlockHeight':
          return node.height
        case 'getFirstAvailableBlock':
          if (node.keptFrom === undefined) throw new Error('method not found')
          return 5
        case 'getBlockTime':
          return params[0] === 5 ? Math.floor(node.keptFrom! / 1_000) : null
        default:
          throw new Error(`Unexpected request: ${method}`)
      }
    },
  }
  return node
}
