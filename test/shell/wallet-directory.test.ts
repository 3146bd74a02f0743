// @vitest-environment happy-dom
/** What the directory of wallets and the wallets of this browser know of each other, through a whole page. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announceWallet, createFakeWallet } from '../fake-wallet.ts'
import { createFakeStandardWallet, register, toAccount } from '../fake-standard-wallet.ts'
import { eventually } from '../eventually.ts'
import type { Wallet, WalletsPage } from '../../src/core/assets/wallet.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { solana, solanaMainnet } from '../../src/solana.ts'

const modal = vi.hoisted(() => ({ shell: undefined as Shell | undefined }))
vi.mock('#ui', () => ({
  mountView(shell: Shell) {
    modal.shell = shell
    return { unmount() {}, load: async () => {} }
  },
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))
const worker = vi.hoisted(() => ({
  watched: [] as string[],
  page: { count: 0, wallets: [] } as WalletsPage,
}))
vi.mock('../../src/worker-link/worker-client.ts', () => ({
  createWorkerClient: () => ({
    watch(topic: string, _: object, listener: (snapshot: Snapshot<unknown>) => void) {
      worker.watched.push(topic)
      const data = topic === 'wallets' ? worker.page : undefined
      listener({ data, fetchedAt: 1, status: data ? 'fresh' : 'loading' })
      return () => {}
    },
    call: (command: string) =>
      command === 'searchWallets' ? Promise.resolve(worker.page) : new Promise(() => {}),
    stop() {},
  }),
  pageVisibility: {},
}))

const mainnet = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
}
const ICON = 'data:image/png;base64,AA=='
const listed = (id: string, more: Partial<Wallet> = {}): Wallet => ({ id, name: id, ...more })
const ALL = { list: 'all', page: 1 } as const

let billfold: Billfold
const stops: (() => void)[] = []
beforeEach(() => {
  localStorage.clear()
  worker.watched = []
})
afterEach(() => {
  billfold.destroy()
  for (const stop of stops.splice(0)) stop()
})

function create(more: Partial<Options> = {}) {
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
    ...more,
  })
  return billfold.headless()
}

describe('[S9] [A38] a wallet of the directory', () => {
  const harbor = listed('harbor', { rdns: 'example.harbor', image_id: 'picture' })
  const byMarker = listed('marker', { injected: [{ namespace: 'eip155', injected_id: 'example.harbor' }] })
  const tern = listed('tern', { rdns: 'example.tern' })

  it('is marked as installed as soon as the installed wallet announces itself, even if the directory has loaded before', async () => {
    worker.page = { count: 3, wallets: [harbor, byMarker, tern] }
    const { wallets } = await create()
    const seen: (boolean | undefined)[][] = []
    stops.push(
      wallets(ALL).subscribe(({ data }) => data && seen.push(data.wallets.map((one) => one.installed))),
    )
    await eventually(() => expect(seen).toEqual([[false, false, false]]))
    const before = wallets(ALL).peek().data!.wallets
    stops.push(announceWallet(createFakeWallet()))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    await eventually(() => expect(seen.at(-1)).toEqual([true, true, false]))
    // What did not change stays the same object, so that its row is not drawn again.
    expect(wallets(ALL).peek().data!.wallets[2]).toBe(before[2])
    // The modal and the page read the same.
    await billfold.open()
    expect(modal.shell!.topic('wallets', ALL).peek().data!.wallets[0]).toMatchObject({ installed: true })
    expect(billfold.topic('wallets', ALL).peek().data?.wallets[0]).toMatchObject({ installed: true })
  })

  it('is marked as installed in search results too', async () => {
    stops.push(announceWallet(createFakeWallet()))
    worker.page = { count: 2, wallets: [harbor, tern] }
    const { searchWallets, connectors } = await create()
    await eventually(() => expect(connectors.value.map(({ name }) => name)).toContain('Harbor'))
    const found = await searchWallets({ words: 'har' })
    expect(found.wallets.map(({ installed }) => installed)).toEqual([true, false])
  })

  it('[F11] does not count as installed if two installed wallets claim its rdns', async () => {
    stops.push(announceWallet(createFakeWallet()))
    const other = { uuid: 'copy', name: 'Copy', rdns: 'example.harbor', icon: ICON }
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: { info: other, provider: createFakeWallet() },
        }),
      )
    worker.page = { count: 1, wallets: [harbor] }
    const { wallets } = await create()
    let installed: boolean | undefined
    stops.push(wallets(ALL).subscribe(({ data }) => (installed = data?.wallets[0]?.installed)))
    await eventually(() => expect(installed).toBe(true))
    announce()
    await eventually(() => expect(installed).toBe(false))
  })
})

describe('[S8] [A37] the connector of an installed wallet', () => {
  it('gets its directory id and icon from a loaded directory list, without an extra request', async () => {
    stops.push(announceWallet(createFakeWallet()))
    worker.page = {
      count: 2,
      wallets: [
        listed('tern', { rdns: 'example.tern', image_id: 'other' }),
        listed('harbor', { rdns: 'example.harbor', image_id: 'picture' }),
      ],
    }
    const { connectors, wallets } = await create()
    const get = () => connectors.value.find(({ name }) => name === 'Harbor')
    await eventually(() => expect(get()).toBeDefined())
    expect(get()).not.toHaveProperty('explorerId')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(worker.watched).toEqual([])
    stops.push(wallets(ALL).subscribe(() => {}))
    await eventually(() => expect(get()).toMatchObject({ explorerId: 'harbor', imageId: 'picture' }))
    // The same for as long as nothing changes.
    expect(get()).toBe(get())
  })
})

describe('[S8] a wallet that supports several namespaces', () => {
  const ADA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

  function both(icon: string = ICON) {
    const reef = createFakeStandardWallet({ name: 'Harbor', icon, accounts: [toAccount(ADA)] })
    stops.push(register(reef), announceWallet(createFakeWallet()))
    worker.page = { count: 0, wallets: [] }
    return create({ networks: [mainnet, solanaMainnet], adapters: [evm(), solana()] })
  }

  it('is one MULTI_CHAIN connector that contains a connector for each namespace', async () => {
    const { connectors } = await both()
    await eventually(() =>
      expect(connectors.value).toMatchObject([
        {
          name: 'Harbor',
          type: 'MULTI_CHAIN',
          chain: 'eip155',
          namespaces: ['eip155', 'solana'],
          info: { rdns: 'example.harbor' },
          connectors: [
            { type: 'ANNOUNCED', chain: 'eip155' },
            { type: 'ANNOUNCED', chain: 'solana' },
          ],
        },
        { type: 'WALLET_CONNECT' },
      ]),
    )
    const [own] = connectors.value
    expect(own!.provider).toBe(own!.connectors![0]!.provider)
  })

  it('connects on the network that the page passes to connect()', async () => {
    const { connectors, connect } = await both()
    await eventually(() => expect(connectors.value[0]).toMatchObject({ type: 'MULTI_CHAIN' }))
    const connected = await connect(connectors.value[0]!, { network: `solana:${solanaMainnet.id}` })
    expect(connected).toMatchObject({ connector: { chain: 'solana', type: 'ANNOUNCED' } })
    await expect(connect(connectors.value[0]!, { network: 'eip155:1' })).resolves.toMatchObject({
      connector: { chain: 'eip155' },
    })
  })

  it('opens the modal, where the user chooses a chain, if the page passes no network to connect()', async () => {
    const { connectors, connect } = await both()
    await eventually(() => expect(connectors.value[0]).toMatchObject({ type: 'MULTI_CHAIN' }))
    const asked = connect(connectors.value[0]!)
    await eventually(() =>
      expect(modal.shell!.router.current.value).toMatchObject({ view: 'ConnectingMultiChain' }),
    )
    expect(billfold.isOpen.value).toBe(true)
    await modal.shell!.connect(connectors.value[0]!.connectors![1]!)
    await expect(asked).resolves.toMatchObject({ connector: { chain: 'solana' } })
    await eventually(() => expect(billfold.isOpen.value).toBe(false))
  })

  it('rejects connect() when the modal closes, and closes the modal when the page aborts connect()', async () => {
    const { connectors, connect } = await both()
    await eventually(() => expect(connectors.value[0]).toMatchObject({ type: 'MULTI_CHAIN' }))
    const asked = connect(connectors.value[0]!)
    await eventually(() => expect(billfold.isOpen.value).toBe(true))
    billfold.close()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    const controller = new AbortController()
    const stopped = connect(connectors.value[0]!, { signal: controller.signal })
    await eventually(() => expect(billfold.isOpen.value).toBe(true))
    controller.abort()
    await expect(stopped).rejects.toThrow(/abort/i)
    expect(billfold.isOpen.value).toBe(false)
  })

  it('[F11] is not assembled from two wallets that share only a name', async () => {
    const { connectors } = await both('data:image/png;base64,cmVk')
    await eventually(() => expect(connectors.value).toHaveLength(3))
    expect(connectors.value.map(({ type }) => type)).toEqual(['ANNOUNCED', 'ANNOUNCED', 'WALLET_CONNECT'])
  })
})
