/** What the panel's buttons do. Each leads to where its effect can be seen: the page is out of reach below the modal. */
import type { AccountState, Billfold, ConnectedAccount } from 'billfold'
import { people } from '../people/accounts.ts'
import { driftwood, skerry } from '../chains/evm-networks.ts'
import type { Condition } from '../people/wallets/approval.ts'
import type { EvmWalletPerson, WalletPerson } from '../people/wallets/install.ts'
import type { SandboxClient } from './sandbox-client.ts'

/** The current state of the world behind the page. */
export type Weather = 'fine' | 'slow' | 'down' | 'hangs' | 'nonsense' | 'offline'

/** What the wallets are doing. */
export interface WalletState {
  isEmpty: boolean
  /** EIP-155 id of the connected account's network. */
  chainId: number | undefined
  isLocked: boolean
  /** What all of them do, apart from a lock. */
  mood: Condition
}

export interface Guide {
  /** Waits for a connection where there is none. */
  connect(): Promise<ConnectedAccount>
  /** Replaces the history with a generated one; 0 restores the real one. */
  setHistory(count: number): Promise<void>
  /** @param tab in which the effect shows; absent: Billfold stays as it is. */
  setWeather(weather: Weather, tab?: Tab): Promise<void>
  payYourself(token: string, amount: string): Promise<void>
  /** Holds transactions outside of blocks, or mines them. */
  withholdBlocks(on: boolean): Promise<void>
  /** Drops pending transactions and mines blocks again. */
  dropWaiting(): Promise<void>
  /** Makes every simulation fail. */
  refuseTrials(on: boolean): Promise<void>
  /** Harbor's second account, in which nothing has ever happened, or its first. */
  useEmptyAccount(isEmpty: boolean): Promise<void>
  /** Where Driftwood runs, the account opens there. */
  goToNetwork(chainId: number): Promise<void>
  lockWallet(isLocked: boolean): Promise<void>
  /** Disconnects, so that the next connection shows it. */
  changeWallets(mood: Condition): Promise<void>
  readWallets(account: AccountState): WalletState
}

export type Tab = 'Tokens' | 'Activity'

export interface GuideOptions {
  billfold: Billfold
  sandbox: SandboxClient
}

/** Delay of the API's answers, in milliseconds. */
const SLOW = 4_000
/** How long what is shown may take to be there before the weather changes, in milliseconds. */
const PATIENCE = 3_000
/** OP Mainnet: Driftwood does not run there. */
export const OTHER_CHAIN = 10

export function createGuide({ billfold, sandbox }: GuideOptions): Guide {
  const connect = () => billfold.connect()

  /** On the network where the sandbox pays and generates. */
  async function connectHome(): Promise<ConnectedAccount> {
    const account = await connect()
    if (readChainId(account) !== skerry.id) return account
    getEvmWallet(account).goTo(driftwood.id)
    return { ...account, caipAddress: `eip155:${driftwood.id}:${account.address}` }
  }

  async function show(tab: Tab): Promise<void> {
    await billfold.open()
    // Nobody but a person chooses a tab: Billfold has no call for it. Its views may be fetched after the modal.
    const until = Date.now() + PATIENCE
    let found: HTMLElement | undefined
    while (!(found = findTab(tab)) && Date.now() < until) await new Promise(requestAnimationFrame)
    found?.click()
  }

  /** An update that the page requests. It may never settle. */
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
      const account = await connectHome()
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
      const account = await connectHome()
      await clearSky()
      await show('Activity')
      await sandbox.transfer({ token, amount, to: account.address })
      void refresh(account)
    },
    async withholdBlocks(on) {
      const account = on ? await connectHome() : billfold.account.peek()
      await sandbox.withhold({ on })
      if (on) await show('Tokens')
      if (account.status === 'connected') void refresh(account)
    },
    async dropWaiting() {
      await sandbox.drop()
      await billfold.open()
    },
    async refuseTrials(on) {
      if (on) await connect()
      await sandbox.refuseTrials({ on })
      if (on) await billfold.open({ view: 'WalletSend' })
    },
    async useEmptyAccount(isEmpty) {
      const account = await connect()
      if (account.connector.name !== 'Harbor') throw new Error('Only Harbor has an empty account.')
      getEvmWallet(account).select(isEmpty ? 1 : 0)
      if (isEmpty) await show('Activity')
    },
    async goToNetwork(chainId) {
      getEvmWallet(await connect()).goTo(chainId)
      if (chainId === OTHER_CHAIN) await billfold.open()
      if (chainId === skerry.id) await show('Tokens')
    },
    async lockWallet(isLocked) {
      if (isLocked) await connect()
      if (!window.harbor) throw new Error('Harbor isn’t installed on this page.')
      window.harbor.setCondition(isLocked ? 'locked' : 'ready')
      if (isLocked) await billfold.open()
    },
    async changeWallets(mood) {
      if (mood !== 'ready') await billfold.disconnect()
      for (const wallet of getWallets()) wallet.setCondition(mood)
      if (mood !== 'ready') await billfold.open()
    },
    readWallets: (account) => ({
      isEmpty: account.status === 'connected' && account.address === people.wren.account.address,
      chainId: account.status === 'connected' ? readChainId(account) : undefined,
      isLocked: window.harbor?.condition === 'locked',
      mood: getWallets().find(({ condition }) => condition !== 'locked')?.condition ?? 'ready',
    }),
  }
}

/** All that are in the page, but the burner: it has no person in front of it. */
function getWallets(): WalletPerson[] {
  const { harbor, sandboxMetaMask, reef, keel } = window
  return [harbor, sandboxMetaMask, reef, keel].filter((wallet) => wallet !== undefined)
}

function getEvmWallet({ connector }: ConnectedAccount): EvmWalletPerson {
  const wallet = connector.name === 'Harbor' ? window.harbor : window.sandboxMetaMask
  if (!wallet || connector.chain !== 'eip155') throw new Error(`${connector.name} has only one network.`)
  return wallet
}

/** Undefined for accounts of other families. */
function readChainId({ caipNetworkId }: ConnectedAccount): number | undefined {
  const [namespace, reference] = caipNetworkId.split(':')
  return namespace === 'eip155' ? Number(reference) : undefined
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
