/** Shows one state: a real Billfold, as any page creates it, with wallets and a worker whose answers are prepared. */
import { type Billfold, createBillfold, type NetworkInput } from 'billfold'
import { evm } from 'billfold/evm'
import { createPerson } from './person.ts'
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
import { states } from './states.ts'
import { announce, draw } from './wallets.ts'

export type Theme = 'dark' | 'light'

let shown: Billfold | undefined
let leave = () => {}

export const getShown = (): Billfold | undefined => shown

/** In place of the state that was shown before. @throws when what the state waits for never comes */
export async function showState(name: string, theme: Theme): Promise<void> {
  const state = states[name]
  if (!state) throw new Error(`The gallery has no state ${name}.`)
  leave()
  // Frames beside each other would be tabs of one browser.
  Object.defineProperty(window, 'localStorage', { configurable: true, value: createMemoryStorage() })
  const worker = createPreparedWorker()
  fill(worker)
  state.worker?.(worker)
  const wallets = (state.wallets ?? [{ name: 'Harbor' }]).map(announce)
  const billfold = createBillfold({
    projectId: 'gallery',
    networks,
    adapters: [evm()],
    metadata: { name: 'Driftwood', icons: [draw('Driftwood')] },
    enableWalletConnect: false,
    features: { analytics: false },
    themeMode: theme,
    worker: worker.start,
    ...state.options,
  })
  shown = billfold
  leave = () => {
    shown = undefined
    billfold.destroy()
    for (const remove of wallets) remove()
  }
  await billfold.open()
  const person = createPerson(document.querySelector('billfold-modal')!)
  if (state.isConnected) {
    await person.press('Harbor')
    await connected(billfold)
  }
  await state.show({ billfold, person })
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

/** Of somebody who holds a little of everything. */
function fill(worker: PreparedWorker): void {
  worker.rows.portfolio = (index) => ({ ...tokenAt(index), iconUrl: draw(tokenAt(index).name) })
  worker.rows.activity = (index) => ({ ...activityAt(index), iconUrl: draw(activityAt(index).kind) })
  worker.set('networks', { data: { http: [`eip155:${CHAIN}`, 'eip155:10', 'eip155:8453'], ws: [] } })
  worker.set('project', { data: {} })
  worker.set('wallets', { data: { count: 0, wallets: [] } })
  worker.set('sent', { data: { payments: [], asked: [] } })
  worker.set('smartSessions', { data: { sessions: [], unlisted: 0 } })
  worker.set('identity', { data: mara })
  worker.set('portfolio', { data: portfolioHead(9, { otherFrom: 7, unverifiedFrom: 9 }) })
  worker.set('activity', { data: activityHead(months(2_400, 100)) })
  worker.set('nfts', { data: nftsHead(7) })
}

function connected({ account }: Billfold): Promise<void> {
  return new Promise((resolve) => {
    const stop = account.subscribe(({ status }) => {
      if (status !== 'connected') return
      queueMicrotask(() => stop())
      resolve()
    })
  })
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
