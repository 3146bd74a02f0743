// @vitest-environment happy-dom
/** What a person and the page see of the whole product: real shell, real views, the worker on this thread. */
import { afterEach, describe, expect, test } from 'vitest'
import { authFrame } from '../../src/auth.ts'
import type { Options } from '../../src/shell/options.ts'
import { localSiwx } from '../../src/siwx.ts'
import { eventually } from '../eventually.ts'
import { openPage, type OpenPage } from './open-page.ts'

let page: OpenPage
afterEach(() => page.close())

const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'

describe('[A8] the modal on a real page', () => {
  const titled = (title: string) => eventually(() => expect(page.title()).toBe(title))
  type Visit = (page: OpenPage) => Promise<unknown>
  test.each<[view: string, title: string, visit: Visit, given?: Partial<Options>]>([
    ['Connect', 'Connect to Driftwood', ({ open }) => open('Connect')],
    ['Account', 'Account', ({ connect }) => connect('Account')],
    ['AllWallets', 'All wallets', ({ open }) => open('AllWallets')],
    [
      'ConnectingWalletConnectBasic',
      'Scan with any wallet',
      ({ open }) => open('ConnectingWalletConnectBasic'),
      { basic: true },
    ],
    [
      'ConnectingWalletConnect',
      'WalletConnect',
      async ({ open, press }) => {
        await open()
        await press('WalletConnect')
      },
    ],
    [
      'ConnectingExternal',
      'Harbor',
      async ({ wallet, open, press }) => {
        wallet.person = 'waits'
        await open()
        await press('Harbor')
      },
    ],
    [
      'UnsupportedChain',
      'Switch network',
      async ({ wallet, connect }) => {
        wallet.caipNetworkId = '0x2a'
        await connect()
      },
    ],
    ['RegisterAccountName', 'Choose a name', ({ connect }) => connect('RegisterAccountName')],
    ['SIWXSignMessage', 'Sign in to Driftwood', ({ connect }) => connect(), { siwx: localSiwx() }],
    [
      'ConnectingFarcaster',
      'Farcaster',
      async ({ open, press }) => {
        await open()
        await press('Farcaster')
      },
      { auth: authFrame(), features: { email: false, socials: ['farcaster'] } },
    ],
  ])('shows the view %s', async (_, title, visit, given) => {
    page = openPage(given)
    await visit(page)
    await titled(title)
  })
})

describe('the state of a namespace on a real page', () => {
  const nobody = {
    status: 'disconnected',
    caipAddress: undefined,
    address: undefined,
    allAccounts: [],
    balance: undefined,
    balanceSymbol: undefined,
    tokenBalance: undefined,
    profileName: undefined,
    profileImage: undefined,
    addressExplorerUrl: undefined,
    connectedWalletInfo: undefined,
    socialProvider: undefined,
    user: undefined,
  }
  const nowhere = { caipNetwork: undefined, supportsAllNetworks: true, approvedCaipNetworkIds: undefined }

  test('[A35] [A36] [A60] is filled while an account is connected, and has its initial value again after disconnecting', async () => {
    page = openPage()
    const { connectors, connect, chain } = await page.billfold.headless()
    const { account, network } = chain('eip155')
    const stops = [account.subscribe(() => {}), network.subscribe(() => {})]
    const before = { account: account.value, network: network.value }
    expect(before).toMatchObject({ account: nobody, network: nowhere })
    await eventually(() => expect(connectors.value.map(({ name }) => name)).toContain('Harbor'))
    await connect(connectors.value.find(({ name }) => name === 'Harbor')!)
    await eventually(() =>
      expect(account.value).toMatchObject({
        status: 'connected',
        caipAddress: `eip155:1:${ADDRESS.toLowerCase()}`,
        address: ADDRESS,
        allAccounts: [{ address: ADDRESS }],
        balance: expect.stringMatching(/^2\.\d+$/),
        balanceSymbol: 'ETH',
        tokenBalance: [{ symbol: 'ETH' }, { symbol: 'USDC' }, { symbol: 'TIX' }],
        profileName: 'mara.eth',
        profileImage: 'https://pictures.example/mara.png',
        addressExplorerUrl: `https://etherscan.io/address/${ADDRESS}`,
        connectedWalletInfo: {
          name: 'Harbor',
          icon: expect.stringMatching(/^data:image\/png;base64,./),
          rdns: 'example.harbor',
        },
      }),
    )
    expect(network.value).toMatchObject({ caipNetwork: { caipNetworkId: 'eip155:1' } })
    await page.billfold.disconnect()
    await eventually(() => expect({ account: account.value, network: network.value }).toEqual(before))
    for (const stop of stops) stop()
  })
})

describe('[A10] [A11] a page that starts with WalletConnect', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 14) Mobile'
  test.each([
    [{ basic: true }, undefined, 'Scan with any wallet'],
    [{ basic: true }, phone, 'All wallets'],
    [{ manualWCControl: true }, undefined, 'Scan with any wallet'],
    [{ manualWCControl: true }, phone, 'All wallets'],
  ])(
    'with %j and user agent %s (undefined: a computer), every open() shows %s',
    async (given, userAgent, title) => {
      if (userAgent) Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
      try {
        page = openPage(given)
        for (const view of [undefined, 'Connect', 'Account', 'Networks'] as const) {
          await page.open(view)
          await eventually(() => expect(page.title()).toBe(title))
          page.billfold.close()
          await eventually(() => expect(page.title()).toBe(''))
        }
      } finally {
        Reflect.deleteProperty(navigator, 'userAgent')
      }
    },
  )
})

describe('[T23] a page that starts with WalletConnect, after connecting', () => {
  test.each([{ basic: true }, { manualWCControl: true }])(
    'with %j shows Account until the wallet disconnects',
    async (given) => {
      page = openPage(given)
      const { connectors, connect } = await page.billfold.headless()
      await eventually(() => expect(connectors.value.map(({ name }) => name)).toContain('Harbor'))
      await page.open('Account')
      await eventually(() => expect(page.title()).toBe('Scan with any wallet'))
      await connect(connectors.value.find(({ name }) => name === 'Harbor')!)
      for (const view of [undefined, 'Account'] as const) {
        page.billfold.close()
        await page.open(view)
        await eventually(() => expect(page.title()).toBe('Account'))
      }
      // The wallet takes its account away while it is looked at.
      page.wallet.accounts = []
      page.wallet.emit('accountsChanged', [])
      await eventually(() => expect(page.title()).toBe('Scan with any wallet'))
    },
  )
})
