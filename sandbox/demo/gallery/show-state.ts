/** Shows one state in a real Billfold, with sample wallets and a prepared worker. */
import { type Billfold, createBillfold, type NetworkInput } from 'billfold'
import { authFrame } from 'billfold/auth'
import { bitcoin } from 'billfold/bitcoin'
import { evm } from 'billfold/evm'
import { localSiwx } from 'billfold/siwx'
import { solana } from 'billfold/solana'
import { createPerson, type Person, type Words } from './person.ts'
import { createPreparedWorker, type PreparedWorker } from './prepared-worker.ts'
import {
  CHAIN,
  activityAt,
  activityHead,
  mara,
  months,
  nftsHead,
  portfolioHead,
  tokenAt,
} from './sample-data.ts'
import { toSiteUrl } from './sign-in-site.ts'
import type { State, Step, Tools } from './state.ts'
import { states } from './states.ts'
import { announce, type Chain, draw } from './wallets.ts'

export type Theme = 'dark' | 'light'

let shown: Billfold | undefined
let leave = () => {}

export const getShown = (): Billfold | undefined => shown

export interface Spoken {
  /** BCP 47 tag. */
  language: string
  words: Words
}

/**
 * Replaces the shown state with another. In other languages it doesn't wait for the text that ends the state.
 * @throws when that text doesn't appear in time
 */
export async function showState(name: string, theme: Theme, spoken?: Spoken): Promise<void> {
  const state = states.find((one) => one.name === name)
  if (!state) throw new Error(`Unknown state "${name}".`)
  leave()
  // Isolate the storage: frames beside each other would count as tabs of one browser.
  Object.defineProperty(window, 'localStorage', { configurable: true, value: createMemoryStorage() })
  const restore = keepGlobals()
  const worker = createPreparedWorker()
  fill(worker)
  state.worker?.(worker)
  const wallets = (state.wallets ?? [{ name: 'Harbor' }]).map(announce)
  const billfold = createBillfold({
    ...toOptions(state, theme, worker),
    ...(spoken && { language: spoken.language }),
  })
  shown = billfold
  leave = () => {
    shown = undefined
    billfold.destroy()
    for (const remove of wallets) remove()
    restore()
  }
  await billfold.open()
  const person = createPerson(document.querySelector('billfold-modal')!, spoken?.words)
  for (const wallet of state.connected ?? []) await connect(billfold, person, wallet)
  if (state.open) await billfold.open({ view: state.open })
  for (const step of state.steps ?? []) await take(step, { billfold, person, worker })
  if (!spoken) await person.see(state.see)
}

function toOptions(state: State, theme: Theme, worker: PreparedWorker): Parameters<typeof createBillfold>[0] {
  const { chains = [], signIn, site } = state
  const siwx = localSiwx({ required: true, statement: 'I have read the terms of Driftwood.' })
  const fail = () => Promise.reject(new Error('Out of order'))
  return {
    projectId: 'gallery',
    networks: [...networks, ...chains.map((chain) => others[chain])],
    adapters: [evm(), ...chains.map((chain) => (chain === 'solana' ? solana() : bitcoin()))],
    metadata: { name: 'Driftwood', icons: [draw('Driftwood')] },
    enableWalletConnect: false,
    features: { analytics: false, ...state.features },
    themeMode: theme,
    worker: worker.start,
    ...(site && { auth: authFrame({ url: toSiteUrl(site) }) }),
    ...(signIn && {
      siwx: {
        ...siwx,
        ...(signIn === 'unknown' && { getSessions: fail }),
        ...(signIn === 'impossible' && { createMessage: fail }),
      },
    }),
    ...state.options,
  }
}

async function connect(billfold: Billfold, person: Person, wallet: string): Promise<void> {
  const { account } = billfold
  const now = account.peek()
  if (now.status === 'connected') await billfold.open({ view: 'Connect' })
  await person.press(wallet)
  await new Promise<void>((resolve) => {
    const stop = account.subscribe((state) => {
      if (
        state.status !== 'connected' ||
        (now.status === 'connected' && state.caipAddress === now.caipAddress)
      )
        return
      queueMicrotask(() => stop())
      resolve()
    })
  })
}

async function take(step: Step, tools: Tools): Promise<void> {
  if (typeof step === 'function') await step(tools)
  else if (typeof step === 'string' || step instanceof RegExp) await tools.person.press(step)
  else await tools.person.fill(...step)
}

const networks = (
  [
    [CHAIN, 'Ethereum'],
    [10, 'OP Mainnet'],
    [8453, 'Base'],
  ] as const
).map(([id, name]): NetworkInput => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`${location.origin}/no-node`] } },
  blockExplorers: { default: { name: 'Explorer', url: `${location.origin}/explorer` } },
  assets: { imageUrl: draw(name) },
  ...(id === CHAIN && { forkOf: 'eip155:1' }),
}))

const others: Readonly<Record<Chain, NetworkInput>> = {
  solana: {
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamespace: 'solana',
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [`${location.origin}/no-node`] } },
    assets: { imageUrl: draw('Solana') },
  },
  bip122: {
    id: '000000000019d6689c085ae165831e93',
    caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
    chainNamespace: 'bip122',
    name: 'Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [] } },
    assets: { imageUrl: draw('Bitcoin') },
  },
}

/** Fills the worker with an account that has tokens, NFTs and activity. */
function fill(worker: PreparedWorker): void {
  worker.rows.portfolio = (index) => ({ ...tokenAt(index), iconUrl: draw(tokenAt(index).name) })
  worker.rows.activity = (index) => ({ ...activityAt(index), iconUrl: draw(activityAt(index).kind) })
  const http = [
    `eip155:${CHAIN}`,
    'eip155:10',
    'eip155:8453',
    others.solana.caipNetworkId,
  ] as `eip155:${string}`[]
  worker.set('networks', { data: { http, ws: [] } })
  worker.set('project', { data: {} })
  worker.set('wallets', { data: { count: 0, wallets: [] } })
  worker.set('walletConnect', { data: { session: undefined, relay: 'connected' } })
  worker.set('sent', { data: { payments: [], asked: [] } })
  worker.set('smartSessions', { data: { sessions: [], unlisted: 0 } })
  worker.set('identity', { data: mara })
  worker.set('portfolio', { data: portfolioHead(9, { otherFrom: 7, unverifiedFrom: 9 }) })
  worker.set('activity', { data: activityHead(months(2_400, 100)) })
  worker.set('nfts', { data: nftsHead(7) })
}

/** Milliseconds for which a success message stays. */
const MESSAGE_LIFE = 2_500

/**
 * Stops states from opening windows and hiding messages. Returns a function that restores these globals, the clock and
 * the connection.
 */
function keepGlobals(): () => void {
  const { open, setTimeout } = window
  const { now } = Date
  window.open = () => null
  window.setTimeout = ((run: () => void, delay?: number) =>
    delay === MESSAGE_LIFE ? 0 : setTimeout(run, delay)) as typeof setTimeout
  return () => {
    window.open = open
    window.setTimeout = setTimeout
    Date.now = now
    Reflect.deleteProperty(navigator, 'onLine')
    Reflect.deleteProperty(navigator, 'clipboard')
    window.dispatchEvent(new Event('online'))
  }
}

function createMemoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
