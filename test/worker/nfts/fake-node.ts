/** A scripted node, and the NFT source that uses it. */
import { encodeAbiParameters, numberToHex, pad, toFunctionSelector } from 'viem'
import { BillfoldError, type ErrorContext } from '../../../src/core/base/errors.ts'
import type { NftRow, NftsHead } from '../../../src/core/assets/nfts.ts'
import type { CommandContext, Http, ListSource, Store, WorkerContext } from '../../../worker/base/context.ts'
import { TRANSFER } from '../../../worker/nfts/chain.ts'
import { getNftDetails } from '../../../worker/nfts/details.ts'
import { createNftsSource } from '../../../worker/nfts/source.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { config } from '../create-tab.ts'
import { createBench, nft, transaction } from '../activity/history.ts'
import { ACCOUNT, ADDRESS, OTHER_ADDRESS } from '../fake-api.ts'
import { createFakeClock } from '../fake-clock.ts'
import { loadOnlyEvm } from '../load-evm.ts'

export const FOLDS = '0x00000000000000000000000000000000000000f0'
export const CARDS = '0x00000000000000000000000000000000000000c0'
export type Hex = `0x${string}`
export const word = (value: string | number | bigint) =>
  pad(typeof value === 'string' ? (value as Hex) : numberToHex(value), { size: 32 })

export interface FakeNode {
  /** Logs; without a `transactionHash` each log belongs to a transaction of its own. */
  logs: { block: number; address: string; topics: string[]; data: string; transactionHash?: string }[]
  /** Senders by transaction hash. */
  senders: Map<string, string>
  latest: number
  /** Maximum number of blocks in one eth_getLogs. */
  limit: number
  /** Maximum number of logs in one response. */
  mostLogs: number
  owners: Map<string, string>
  balances: Map<string, bigint>
  uris: Map<string, string>
  names: Map<string, string>
  down: boolean
  calls: string[]
  /** Returns or throws the fault of a call, instead of its answer. */
  fail(method: string, to: string, count: number): unknown
}

function createNode(): FakeNode {
  return {
    logs: [],
    senders: new Map(),
    latest: 100,
    limit: Infinity,
    mostLogs: Infinity,
    owners: new Map(),
    balances: new Map(),
    uris: new Map(),
    names: new Map([[FOLDS, 'Folds']]),
    down: false,
    calls: [],
    fail: () => undefined,
  }
}

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
export const rpcError = (rpcCode: number, description: string, rpcData?: string) => {
  const context: ErrorContext = { rpcCode, description, ...(rpcData === undefined ? {} : { rpcData }) }
  return new BillfoldError('bad_envelope', 'The node refused.', { context })
}
const revert = () => {
  throw rpcError(3, 'execution reverted')
}

export function answer(node: FakeNode, method: string, params: readonly unknown[]): unknown {
  const { to: asked = '', address: contract } = (params[0] ?? {}) as { to?: string; address?: string }
  const call = contract === undefined ? method : `${method} of a contract`
  node.calls.push(call)
  const failure = node.fail(call, asked, node.calls.filter((one) => one === call).length)
  if (failure) throw failure
  if (node.down) throw new BillfoldError('http_network', 'no node')
  if (method === 'eth_blockNumber') return numberToHex(node.latest)
  if (method === 'eth_getLogs') {
    const filter = params[0] as { fromBlock: Hex; toBlock: Hex; topics: (string[] | string | null)[] }
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
    if (to - from + 1 > node.limit)
      throw rpcError(-32005, `ranges over ${node.limit} blocks are not supported`)
    const found = node.logs
      .filter(
        ({ block, address, topics }) =>
          (contract === undefined || contract === address) &&
          block >= from &&
          block <= to &&
          filter.topics.every((wanted, at) => wanted === null || [wanted].flat().includes(topics[at] ?? '')),
      )
      .map((log, at) => ({ transactionHash: `0x${at}`, ...log, blockNumber: numberToHex(log.block) }))
    if (found.length > node.mostLogs) throw rpcError(-32005, 'query returned more than 10000 results')
    return found
  }
  if (method === 'eth_getTransactionByHash') return { from: node.senders.get(String(params[0])) }
  const { to, data } = params[0] as { to: string; data: string }
  const [selector, args] = [data.slice(0, 10), data.slice(10)]
  if (selector === toFunctionSelector('name()')) return text(node.names.get(to) ?? revert())
  if (selector === toFunctionSelector('balanceOf(address,uint256)')) {
    return word(node.balances.get(`${to}/${BigInt(`0x${args.slice(64)}`)}`) ?? 0n)
  }
  const key = `${to}/${BigInt(`0x${args}`)}`
  if (selector === toFunctionSelector('ownerOf(uint256)')) return word(node.owners.get(key) ?? revert())
  if (selector === toFunctionSelector('tokenURI(uint256)')) return text(node.uris.get(key) ?? revert())
  if (selector === toFunctionSelector('uri(uint256)')) return text(node.uris.get(key) ?? revert())
  throw new Error(`The test's node has no answer to ${data}`)
}

export function mint(node: FakeNode, id: number, block: number, owner: string = ADDRESS, contract = FOLDS) {
  const topics = [TRANSFER, word('0x00'), word(owner), word(id)]
  node.logs.push({ block, address: contract, topics, data: '0x' })
  node.owners.set(`${contract}/${id}`, owner)
}

/** One transaction of another sender gives `receivers` addresses a token each; the account gets the first one. */
export function distribute(node: FakeNode, receivers: number, block: number, sender: string = OTHER_ADDRESS) {
  const transactionHash = `0xd${block}`
  node.senders.set(transactionHash, sender)
  for (let id = 0; id < receivers; id += 1) {
    mint(node, id, block, id === 0 ? ADDRESS : `0x${String(id).padStart(40, 'a')}`)
    node.logs.at(-1)!.transactionHash = transactionHash
  }
}

/** Mints `total` tokens of a contract: ids from 0, ten per block. */
export function mintMany(
  node: FakeNode,
  total: number,
  contract = FOLDS,
  block = (id: number) => 1 + Math.floor(id / 10),
) {
  for (let id = 0; id < total; id += 1) mint(node, id, block(id), ADDRESS, contract)
}

/** Mints `total` tokens that are transferred on at once, twenty per block, as spammers do. */
export function flood(node: FakeNode, total: number) {
  node.latest = 20_000
  mintMany(node, total, CARDS, (id) => 10_000 + Math.floor(id / 20))
  for (let id = 0; id < total; id += 1) node.owners.set(`${CARDS}/${id}`, OTHER_ADDRESS)
}

/** A node and a browser's store. `open` creates a new worker on both. */
export function createBrowser(held = 0, store = createMemoryStore()) {
  const node = createNode()
  mintMany(node, held)
  return { node, store, open: (document?: Http['document']) => createSource(node, store, document) }
}

/** A store with loaded activity in which these NFTs were transferred. */
export async function storeActivity(...moves: [name: string, direction: 'in' | 'out'][]) {
  const bench = createBench()
  const data = moves.map(([name, direction], at) =>
    transaction(at + 1, at + 1, { transfers: [nft(false, name, direction)] }),
  )
  bench.pages.set('', { data, next: null })
  await bench.fetch()
  return bench.store
}

export function describeToken(name: unknown, image: unknown, more: object = {}): string {
  const json = JSON.stringify({ name, image, ...more })
  return `data:application/json;base64,${Buffer.from(json).toString('base64')}`
}

function createSource(node: FakeNode, store: Store, document?: Http['document']) {
  const network = {
    id: 1,
    caipNetworkId: 'eip155:1' as const,
    chainNamespace: 'eip155' as const,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:8545'],
  }
  const clock = createFakeClock()
  const context = {
    config: { ...config, networks: [network] },
    clock,
    store,
    load: loadOnlyEvm,
    http: {
      get: () => Promise.reject(new Error('the API has no call for NFTs')),
      rpc: async (_: string, method: string, params: readonly unknown[]) => answer(node, method, params),
      document: document ?? (() => Promise.reject(new Error('no document here'))),
    },
  } as unknown as WorkerContext
  const source = createNftsSource(context, ACCOUNT) as ListSource<NftsHead>
  async function fetchOnce(force = false) {
    await source.load()
    return source.fetch({ signal: new AbortController().signal, force })
  }
  return {
    clock,
    source,
    fetchOnce,
    /** Loads details as opening an NFT does. */
    async getDetails(id: string, show = false) {
      const signal = new AbortController().signal
      const calling = Object.assign(Object.create(context), { signal }) as CommandContext
      return getNftDetails(calling, { account: ACCOUNT, id, show })
    },
    /** Fetches again at once while the result is unfinished, as the engine does. */
    async fetch() {
      let known = await fetchOnce()
      for (let turns = 0; known.unfinished; turns += 1) {
        if (turns > 100) throw new Error('The source did not finish after 100 fetches')
        known = await fetchOnce()
      }
      return known
    },
    /** All rows of all pages. */
    async allRows() {
      const rows: NftRow[] = []
      for (let page = 0; ; page += 1) {
        const next = (await source.page(page)).rows as NftRow[]
        if (next.length === 0) return rows
        rows.push(...next)
      }
    },
    async allIds() {
      return (await this.allRows()).map(({ tokenId }) => Number(tokenId)).sort((a, b) => a - b)
    },
    rows: async () => (await source.page(0)).rows as NftRow[],
  }
}
