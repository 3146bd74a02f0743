/** What the panel's buttons do. Each leads to where its effect can be seen: the page is out of reach below the modal. */
import type { AccountState, Billfold, ConnectedAccount } from 'billfold'
import { people } from '../accounts.ts'
import type { WalletPerson } from '../wallets/install.ts'
import type { SandboxClient } from './sandbox-client.ts'

/** How the world behind the page is now. */
export type Weather = 'fine' | 'slow' | 'down' | 'hangs' | 'nonsense' | 'offline'

/** What the wallets are doing. */
export interface WalletState {
  isEmpty: boolean
  isElsewhere: boolean
  isLocked: boolean
  isSilent: boolean
}

export interface Guide {
  /** Waits for a connection where there is none. */
  connect(): Promise<ConnectedAccount>
  /** Another history in place of the real one; 0 gives that back. */
  setHistory(count: number): Promise<void>
  /** @param tab in which the effect shows; absent: Billfold stays as it is. */
  setWeather(weather: Weather, tab?: Tab): Promise<void>
  payYourself(token: string, amount: string): Promise<void>
  /** Harbor's second account, in which nothing has ever happened, or its first. */
  useEmptyAccount(isEmpty: boolean): Promise<void>
  useOtherNetwork(isOther: boolean): Promise<void>
  lockWallet(isLocked: boolean): Promise<void>
  silenceWallets(isSilent: boolean): Promise<void>
  readWallets(account: AccountState): WalletState
}

export type Tab = 'Tokens' | 'Activity'

export interface GuideOptions {
  billfold: Billfold
  sandbox: SandboxClient
  chainId: number
}

/** What the API answers late, in milliseconds. */
const SLOW = 4_000
/** How long what is shown may take to be there before the weather changes, in milliseconds. */
const PATIENCE = 3_000
/** OP Mainnet: Driftwood does not run there. */
const OTHER_CHAIN = 10

export function createGuide({ billfold, sandbox, chainId }: GuideOptions): Guide {
  const connect = () => billfold.connect()

  async function show(tab: Tab): Promise<void> {
    await billfold.open()
    // Nobody but a person chooses a tab: Billfold has no call for it. Its views may be fetched after the modal.
    const until = Date.now() + PATIENCE
    let found: HTMLElement | undefined
    while (!(found = findTab(tab)) && Date.now() < until) await new Promise(requestAnimationFrame)
    found?.click()
  }

  /** What a page does that knows of something new. It may never end. */
  async function refresh({ caipAddress }: ConnectedAccount): Promise<void> {
    const topics = ['portfolio', 'activity'] as const
    await Promise.allSettled(topics.map((topic) => billfold.refresh(topic, { account: caipAddress })))
  }

  async function clearSky(): Promise<void> {
    setOnline(true)
    await Promise.all([
      sandbox.start({ part: 'api' }),
      sandbox.start({ part: 'rpc' }),
      sandbox.delay({ ms: 0 }),
      sandbox.break({ call: 'history', kind: null }),
      sandbox.break({ call: 'balance', kind: null }),
    ])
  }

  const changes: Record<Weather, () => Promise<unknown>> = {
    fine: async () => {},
    slow: () => sandbox.delay({ ms: SLOW }),
    down: () => sandbox.stop({ part: 'api', mode: 'refuse' }),
    hangs: () => sandbox.stop({ part: 'api', mode: 'hang' }),
    nonsense: () =>
      Promise.all([
        sandbox.break({ call: 'history', kind: 'html' }),
        sandbox.break({ call: 'balance', kind: 'html' }),
      ]),
    async offline() {
      await Promise.all([
        sandbox.stop({ part: 'api', mode: 'refuse' }),
        sandbox.stop({ part: 'rpc', mode: 'refuse' }),
      ])
      setOnline(false)
    },
  }

  return {
    connect,
    async setHistory(count) {
      const account = await connect()
      await sandbox.generate({ account: account.address, count })
      if (count > 0) await show('Activity')
      void refresh(account)
    },
    async setWeather(weather, tab) {
      const account = tab ? await connect() : billfold.account.peek()
      await clearSky()
      if (tab && account.status === 'connected') {
        await show(tab)
        await Promise.race([refresh(account), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
      }
      await changes[weather]()
      if (account.status === 'connected') void refresh(account)
    },
    async payYourself(token, amount) {
      const account = await connect()
      await clearSky()
      await show('Activity')
      await sandbox.transfer({ token, amount, to: account.address })
      void refresh(account)
    },
    async useEmptyAccount(isEmpty) {
      const account = await connect()
      if (account.connector.name !== 'Harbor') throw new Error('Only Harbor has an empty account.')
      harbor().select(isEmpty ? 1 : 0)
      if (isEmpty) await show('Activity')
    },
    async useOtherNetwork(isOther) {
      const { connector } = await connect()
      const wallet = connector.name === 'Harbor' ? harbor() : metaMask()
      wallet.goTo(isOther ? OTHER_CHAIN : chainId)
      if (isOther) await billfold.open()
    },
    async lockWallet(isLocked) {
      if (isLocked) await connect()
      harbor().setCondition(isLocked ? 'locked' : 'ready')
      if (isLocked) await billfold.open()
    },
    async silenceWallets(isSilent) {
      if (isSilent) await billfold.disconnect()
      for (const wallet of [harbor(), metaMask()]) wallet.setCondition(isSilent ? 'silent' : 'ready')
      if (isSilent) await billfold.open()
    },
    readWallets: (account) => ({
      isEmpty: account.status === 'connected' && account.address === people.wren.account.address,
      isElsewhere: account.status === 'connected' && account.caipNetworkId !== `eip155:${chainId}`,
      isLocked: harbor().condition === 'locked',
      isSilent: harbor().condition === 'silent',
    }),
  }
}

function harbor(): WalletPerson {
  return window.harbor!
}

function metaMask(): WalletPerson {
  return window.sandboxMetaMask!
}

/** As the browser says it when the network goes and comes back. */
function setOnline(isOnline: boolean): void {
  if (isOnline === navigator.onLine) return
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

function findTab(name: Tab): HTMLElement | undefined {
  const root = document.querySelector('billfold-modal')?.shadowRoot
  return Array.from(root?.querySelectorAll<HTMLElement>('[role=tab]') ?? []).find(
    ({ textContent }) => textContent === name,
  )
}
