/**
 * The actions of the panel's buttons. Each opens Billfold where the effect is visible, because the modal covers the
 * page.
 */
import type { AccountState, Billfold, ConnectedAccount } from 'billfold'
import { people } from '../people/accounts.ts'
import { driftwood, skerry } from '../chains/evm-networks.ts'
import type { Condition } from '../people/wallets/approval.ts'
import type { EvmWalletPerson, WalletPerson } from '../people/wallets/install.ts'
import type { SandboxClient } from './sandbox-client.ts'

/** The condition of the API and of the connection. */
export type Weather = 'fine' | 'slow' | 'down' | 'hangs' | 'nonsense' | 'offline'

/** Condition of the wallets in the page. */
export interface WalletState {
  isEmpty: boolean
  /** EIP-155 id of the connected account's network. */
  chainId: number | undefined
  isLocked: boolean
  /** The wallets' behaviour, apart from being locked. */
  mood: Condition
}

export interface Guide {
  /** Resolves to the connected account; opens Connect and waits when there is none. */
  connect(): Promise<ConnectedAccount>
  /** Replaces the history with a generated one; 0 restores the real history. */
  setHistory(count: number): Promise<void>
  /** @param tab tab that shows the effect; absent: Billfold stays as it is */
  setWeather(weather: Weather, tab?: Tab): Promise<void>
  payYourself(token: string, amount: string): Promise<void>
  /** Keeps transactions pending, or mines them. */
  withholdBlocks(on: boolean): Promise<void>
  /** Drops pending transactions and mines blocks again. */
  dropWaiting(): Promise<void>
  /** Makes every simulation fail. */
  refuseTrials(on: boolean): Promise<void>
  /** Selects Harbor's second account, which has no history, or its first. */
  useEmptyAccount(isEmpty: boolean): Promise<void>
  /** Switches the wallet's network, and opens Billfold where the effect is visible. */
  goToNetwork(chainId: number): Promise<void>
  lockWallet(isLocked: boolean): Promise<void>
  /** Changes the wallets' behaviour and disconnects, so that the next connection shows it. */
  changeWallets(mood: Condition): Promise<void>
  readWallets(account: AccountState): WalletState
}

export type Tab = 'Tokens' | 'Activity'

export interface GuideOptions {
  billfold: Billfold
  sandbox: SandboxClient
}

/** Delay of the API's responses, in milliseconds. */
const SLOW = 4_000
/** Maximum wait for a tab, and for its data, before the weather changes. Milliseconds. */
const PATIENCE = 3_000
/** OP Mainnet, on which Driftwood isn't available. */
export const OTHER_CHAIN = 10

export function createGuide({ billfold, sandbox }: GuideOptions): Guide {
  const connect = () => billfold.connect()

  /** Connects on the network on which the sandbox pays and generates histories. */
  async function connectHome(): Promise<ConnectedAccount> {
    const account = await connect()
    if (readChainId(account) !== skerry.id) return account
    getEvmWallet(account).goTo(driftwood.id)
    return { ...account, caipAddress: `eip155:${driftwood.id}:${account.address}` }
  }

  async function show(tab: Tab): Promise<void> {
    await billfold.open()
    // Find the tab's button: Billfold has no API to select a tab, and loads its views after the modal.
    const until = Date.now() + PATIENCE
    let found: HTMLElement | undefined
    while (!(found = findTab(tab)) && Date.now() < until) await new Promise(requestAnimationFrame)
    found?.click()
  }

  /** Refreshes the account's topics; may never settle. */
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

/** All wallets in the page except the burner, which asks no person. */
function getWallets(): WalletPerson[] {
  const { harbor, sandboxMetaMask, reef, keel } = window
  return [harbor, sandboxMetaMask, reef, keel].filter((wallet) => wallet !== undefined)
}

function getEvmWallet({ connector }: ConnectedAccount): EvmWalletPerson {
  const wallet = connector.name === 'Harbor' ? window.harbor : window.sandboxMetaMask
  if (!wallet || connector.chain !== 'eip155') throw new Error(`${connector.name} has only one network.`)
  return wallet
}

/** The EIP-155 id of an account's network; undefined for accounts of other namespaces. */
function readChainId({ caipNetworkId }: ConnectedAccount): number | undefined {
  const [namespace, reference] = caipNetworkId.split(':')
  return namespace === 'eip155' ? Number(reference) : undefined
}

/** Fires the browser's events for losing and regaining the connection. */
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
