// @vitest-environment happy-dom
/**
 * Each option, set on a real page, with what a person or the page then sees, and what they see without it. The types demand
 * a row for each option, feature and option of a ready-made part; `docs/options.md` and `docs/recipes.md` name all of them.
 */
import { readFileSync } from 'node:fs'
import { mainnet } from 'viem/chains'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { authFrame, type AuthFrameOptions } from '../../src/auth.ts'
import { bitcoin } from '../../src/bitcoin.ts'
import { evm, type EvmOptions, type PageConnector } from '../../src/evm.ts'
import { assertOptions } from '../../src/shell/assert-options.ts'
import type { Features, Options } from '../../src/shell/options.ts'
import { localSiwx, type LocalSiwxOptions, serverSiwx, type ServerSiwxOptions } from '../../src/siwx.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { eventually } from '../eventually.ts'
import { COLLECTS, PAYS } from '../fake-bitcoin-wallet.ts'
import { createFakeWallet } from '../fake-wallet.ts'
import { listed, openPage, type OpenPage, pageOptions } from './open-page.ts'

interface Row {
  /** Rows of `docs/acceptance.md` and others that it proves. */
  proves?: string
  given: Partial<Options>
  /** What is set with the option and without it. */
  beside?: Partial<Options>
  /** What a person or the page does. Default: opens the modal. */
  act?(page: OpenPage): Promise<unknown>
  /** Read until it is as expected. */
  look(page: OpenPage): unknown
  shows: unknown
  /** Without the option; absent where it cannot be seen. */
  otherwise?: unknown
}

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** Of the fake wallet. */
const OWN = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const SHOP = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const url = 'https://own.example'

const connect = (page: OpenPage) => page.connect()
const texts = (selector: string) => (page: OpenPage) => page.all(selector).map((each) => each.textContent)
/** In the order in which they stand. */
const wallets = texts('[part=wallet] .row-title')
const actions = texts('.action')
const links = (page: OpenPage) => page.all('.footer a').map((link) => (link as HTMLAnchorElement).href)
/** The ways to connect, by their labels. */
const ways = (page: OpenPage) =>
  page
    .all('input[type=email], .socials button, [part=wallet]')
    .map(
      (each) =>
        each.getAttribute('aria-label') ?? each.querySelector('.row-title')?.textContent ?? each.textContent,
    )
const title = (page: OpenPage) => page.title()
const balance = (page: OpenPage) => page.text('.money')
const asked = (page: OpenPage, path: string) =>
  page.requests.find((one) => one.url.pathname.includes(path))?.url
const param = (name: string) => (page: OpenPage) => asked(page, '/getWallets')?.searchParams.get(name)
const origin = (path: string) => (page: OpenPage) => asked(page, path)?.origin

/** Wallets on a page with Harbor for EVM and Lantern for Bitcoin; the directory fills the list up to four. */
const HERE = ['WalletConnect', 'Harbor', 'Lantern', 'Alder', 'Birch', 'All wallets']
/** The same where people sign in otherwise, too. */
const HERE_TOO = HERE.filter((name) => name !== 'Alder' && name !== 'Birch')
const SOCIALS = ['Google', 'X', 'Discord', 'More ways to sign in']
const EMAIL = 'Email address'

/** A wallet on a network that the page has not named. */
async function connectElsewhere(page: OpenPage): Promise<void> {
  page.wallet.caipNetworkId = '0x2a'
  await page.connect()
}

const phone = 'Mozilla/5.0 (Linux; Android 14) Mobile'
const setUserAgent = (value: string) =>
  Object.defineProperty(navigator, 'userAgent', { value, configurable: true })

/** Buys at Meld; the address of its window. */
async function buy(page: OpenPage): Promise<void> {
  const popup = {
    document: document.implementation.createHTMLDocument(),
    location: { replace: vi.fn() },
    close() {},
  }
  vi.stubGlobal('open', () => popup)
  bought = () => popup.location.replace.mock.lastCall?.[0] as string | undefined
  await page.connect('OnRampProviders')
  await eventually(() => expect(page.text()).toContain('Meld'))
  await page.press('Continue to Meld.io')
}
let bought: () => string | undefined = () => undefined
const meld = { features: { onramp: ['meld'] } }

/** The code by which the payment that the page asks for is refused. */
let refused: string | undefined
async function pay({ billfold }: OpenPage): Promise<void> {
  const payment = { caipNetworkId: 'eip155:1', asset: 'native', amount: 1n, recipient: SHOP } as const
  billfold.pay(payment).catch(({ code }: { code: string }) => (refused = code))
}

/** The address that opens the first wallet of the directory on a phone. */
async function readLink(page: OpenPage): Promise<void> {
  setUserAgent(phone)
  link = (await page.billfold.headless()).getLink(listed[0]!, 'wc:1')
}
let link: string | undefined

const siweConfig: NonNullable<Options['siweConfig']> = {
  getNonce: async () => '1234567890abcdef',
  createMessage: ({ address }) => address,
  verifyMessage: async () => true,
  getSession: async () => null,
  signOut: async () => true,
}

const terms = { termsConditionsUrl: `${url}/terms` }
const auth = authFrame({ url: 'https://frame.example/sdk' })

const options: Record<keyof Options, Row> = {
  projectId: {
    proves: '[A128]',
    given: { projectId: 'other' },
    look: param('projectId'),
    shows: 'other',
    otherwise: 'project',
  },
  networks: {
    given: { networks: [mainnet] },
    act: (page) => page.connect('Networks'),
    look: texts('.card .row-title'),
    shows: ['Ethereum'],
    otherwise: ['Ethereum', 'OP Mainnet', 'Bitcoin'],
  },
  adapters: {
    given: { adapters: [bitcoin()] },
    look: wallets,
    // The wallets of the directory are of Ethereum.
    shows: ['WalletConnect', 'Lantern', 'All wallets'],
    otherwise: HERE,
  },
  metadata: {
    given: { metadata: { name: 'Tideline' } },
    look: title,
    shows: 'Connect to Tideline',
    otherwise: 'Connect to Driftwood',
  },
  auth: {
    proves: '[A5]',
    given: { auth },
    look: ways,
    shows: [...HERE_TOO, EMAIL, ...SOCIALS],
    otherwise: HERE,
  },
  themeMode: {
    proves: '[A1]',
    given: { themeMode: 'light' },
    look: () => document.querySelector<HTMLElement>('billfold-modal')!.dataset['theme'],
    shows: 'light',
    otherwise: 'dark',
  },
  enableNetworkSwitch: {
    proves: '[A127]',
    given: { enableNetworkSwitch: false },
    act: connectElsewhere,
    // The network on the account is a button that leads to others.
    look: (page) => [page.title(), ...page.all('[part=network]').map(({ localName }) => localName)],
    shows: ['Account', 'span'],
    otherwise: ['Switch network'],
  },
  allowUnsupportedChain: {
    given: { allowUnsupportedChain: true },
    act: connectElsewhere,
    look: title,
    shows: 'Account',
    otherwise: 'Switch network',
  },
  enableWalletConnect: {
    given: { enableWalletConnect: false },
    look: wallets,
    shows: HERE.filter((name) => name !== 'WalletConnect'),
    otherwise: HERE,
  },
  basic: {
    proves: '[A10]',
    given: { basic: true },
    act: (page) => page.open('Connect'),
    look: title,
    shows: 'Scan with any wallet',
    otherwise: 'Connect to Driftwood',
  },
  manualWCControl: {
    proves: '[A11]',
    given: { manualWCControl: true },
    act: (page) => page.open('Connect'),
    look: title,
    shows: 'Scan with any wallet',
    otherwise: 'Connect to Driftwood',
  },
  experimental_preferUniversalLinks: {
    given: { experimental_preferUniversalLinks: true },
    act: readLink,
    look: () => link,
    shows: 'https://alder.example/open/wc?uri=wc%3A1',
    otherwise: 'alder://wc?uri=wc%3A1',
  },
  enableEmbedded: {
    proves: '[A31]',
    given: { enableEmbedded: true },
    look: (page) => page.all('dialog, section.embedded').map(({ localName }) => localName),
    shows: ['section'],
    otherwise: ['dialog'],
  },
  tokens: {
    proves: '[A125]',
    given: { tokens: { 'eip155:1': { address: USDC } } },
    act: connect,
    look: balance,
    shows: expect.stringContaining('USDC'),
    otherwise: expect.stringContaining('$'),
  },
  defaultAccountTypes: {
    proves: '[A117]',
    given: { defaultAccountTypes: { bip122: 'ordinals' } },
    beside: { adapters: [bitcoin()] },
    async act(page) {
      await page.open()
      await page.press('Lantern')
    },
    look: ({ billfold }) => billfold.account.value.status === 'connected' && billfold.account.value.address,
    shows: COLLECTS,
    otherwise: PAYS,
  },
  siwx: {
    given: { siwx: localSiwx() },
    act: connect,
    look: title,
    shows: 'Sign in to Driftwood',
    otherwise: 'Account',
  },
  siweConfig: {
    given: { siweConfig },
    act: connect,
    look: title,
    shows: 'Sign in to Driftwood',
    otherwise: 'Account',
  },
  customRpcUrls: {
    proves: '[A126]',
    given: { customRpcUrls: { 'eip155:1': [{ url }] } },
    act: (page) => page.billfold.getProvider('eip155')!.request({ method: 'eth_blockNumber' }),
    look: ({ requests }) => requests.find(({ body }) => body.includes('eth_blockNumber'))?.url.origin,
    shows: url,
    otherwise: new URL(mainnet.rpcUrls.default.http[0]).origin,
  },
  sdkType: {
    proves: '[A128]',
    given: { sdkType: 'tideline' },
    look: param('st'),
    shows: 'tideline',
    otherwise: 'billfold',
  },
  sdkVersion: {
    proves: '[A128]',
    given: { sdkVersion: 'html-1' },
    look: param('sv'),
    shows: 'html-1',
    otherwise: expect.stringMatching(/^html-eip155,bip122-\d/),
  },
  featuredWalletIds: {
    proves: '[A122]',
    given: { featuredWalletIds: ['fir', 'elm', 'cedar'] },
    look: wallets,
    shows: ['WalletConnect', 'Harbor', 'Lantern', 'Fir', 'Elm', 'Cedar', 'All wallets'],
    otherwise: HERE,
  },
  includeWalletIds: {
    proves: '[A120]',
    given: { includeWalletIds: ['doum', 'fir'] },
    look: wallets,
    shows: ['WalletConnect', 'Harbor', 'Lantern', 'Doum', 'Fir', 'All wallets'],
    otherwise: HERE,
  },
  excludeWalletIds: {
    proves: '[A121]',
    given: { excludeWalletIds: ['alder', 'cedar'] },
    look: wallets,
    shows: ['WalletConnect', 'Harbor', 'Lantern', 'Birch', 'Doum', 'All wallets'],
    otherwise: HERE,
  },
  customWallets: {
    proves: '[A123]',
    given: { customWallets: [{ id: 'tide', name: 'Tide', mobile_link: 'tide://' }] },
    look: wallets,
    shows: ['WalletConnect', 'Harbor', 'Lantern', 'Tide', 'Alder', 'All wallets'],
    otherwise: HERE,
  },
  features: {
    given: { features: { send: false } },
    act: connect,
    look: actions,
    shows: ['Buy', 'Swap', 'Receive'],
    otherwise: ['Buy', 'Swap', 'Receive', 'Send'],
  },
  remoteFeatures: {
    proves: '[A116]',
    given: { remoteFeatures: { swaps: false, onramp: [] } },
    act: connect,
    look: actions,
    shows: ['Receive', 'Send'],
    otherwise: ['Buy', 'Swap', 'Receive', 'Send'],
  },
  termsConditionsUrl: { proves: '[A124]', given: terms, look: links, shows: [`${url}/terms`], otherwise: [] },
  privacyPolicyUrl: {
    proves: '[A124]',
    given: { privacyPolicyUrl: `${url}/privacy` },
    beside: terms,
    look: links,
    shows: [`${url}/terms`, `${url}/privacy`],
    otherwise: [`${url}/terms`],
  },
  apiUrl: {
    given: { apiUrl: `${url}/` },
    act: connect,
    look: origin('/balance'),
    shows: url,
    otherwise: 'https://rpc.walletconnect.org',
  },
  explorerUrl: {
    given: { explorerUrl: url },
    look: origin('/getWallets'),
    shows: url,
    otherwise: 'https://api.web3modal.org',
  },
  analyticsUrl: {
    given: { analyticsUrl: url },
    look: (page) => page.requests.find((one) => one.url.pathname === '/e')?.url.origin,
    shows: url,
    otherwise: 'https://pulse.walletconnect.org',
  },
  onRampUrl: {
    given: { onRampUrl: 'https://buy.meld.example' },
    beside: meld,
    act: buy,
    look: () => bought() && new URL(bought()!).origin,
    shows: 'https://buy.meld.example',
    otherwise: 'https://meldcrypto.com',
  },
  meldPublicKey: {
    given: { meldPublicKey: 'key' },
    beside: meld,
    act: buy,
    look: () => bought() && new URL(bought()!).searchParams.get('publicKey'),
    shows: 'key',
    otherwise: '',
  },
  relayUrl: {
    given: { relayUrl: 'wss://relay.own.example' },
    async act(page) {
      await page.open()
      await page.press('WalletConnect')
    },
    look: ({ sockets }) => sockets[0] && new URL(sockets[0]).host,
    shows: 'relay.own.example',
    // The library keeps one client for each document, so that another relay cannot be seen here.
  },
  prefetch: {
    proves: '[G52]',
    given: { prefetch: 'none' },
    act: async () => {},
    look: (page) => page.countIdle(),
    shows: 0,
    otherwise: 1,
  },
  locale: {
    given: { locale: 'de-DE' },
    act: connect,
    look: balance,
    shows: expect.stringMatching(/11\.504,24/),
    otherwise: expect.stringMatching(/11,504\.24/),
  },
  language: {
    given: { language: 'ar' },
    look: ({ root }) => (root().querySelector('.card')!.closest('[lang]') as HTMLElement).dir,
    shows: 'rtl',
    otherwise: '',
  },
  texts: {
    given: { texts: { connect: { title: 'Log in at {site}' } } },
    look: title,
    shows: 'Log in at Driftwood',
    otherwise: 'Connect to Driftwood',
  },
  worker: {
    given: { worker: () => (startOwn(), new MessageChannel().port1 as never) },
    look: () => startOwn.mock.calls.length > 0,
    shows: true,
    otherwise: false,
  },
}
const startOwn = vi.fn()

const features: Record<keyof Features, Row | undefined> = {
  activity: {
    proves: '[A114]',
    given: { features: { activity: false } },
    act: connect,
    look: texts('[role=tab]'),
    shows: ['Tokens', 'NFTs'],
    otherwise: ['Tokens', 'NFTs', 'Activity'],
  },
  analytics: {
    proves: '[A155]',
    given: { features: { analytics: false } },
    async act(page) {
      await page.connect()
      await eventually(() => expect(page.text('.money')).toContain('$'))
    },
    look: ({ requests }) => requests.some((one) => one.url.pathname === '/e'),
    shows: false,
    otherwise: true,
  },
  email: {
    proves: '[A114]',
    given: { features: { email: false } },
    beside: { auth },
    look: ways,
    shows: ['WalletConnect', 'Harbor', 'Lantern', 'Alder', 'All wallets', ...SOCIALS],
    otherwise: [...HERE_TOO, EMAIL, ...SOCIALS],
  },
  socials: {
    proves: '[A114]',
    given: { features: { socials: ['x', 'github'] } },
    beside: { auth },
    look: ways,
    shows: [...HERE_TOO, EMAIL, 'X', 'GitHub'],
    otherwise: [...HERE_TOO, EMAIL, ...SOCIALS],
  },
  connectMethodsOrder: {
    proves: '[A30]',
    given: { features: { connectMethodsOrder: ['social', 'email'] } },
    beside: { auth },
    look: ways,
    shows: [...SOCIALS, EMAIL, ...HERE_TOO],
    otherwise: [...HERE_TOO, EMAIL, ...SOCIALS],
  },
  allWallets: {
    proves: '[A114]',
    given: { features: { allWallets: false } },
    look: wallets,
    shows: ['WalletConnect', 'Harbor', 'Lantern'],
    otherwise: HERE,
  },
  collapseWallets: {
    proves: '[A115]',
    given: { features: { collapseWallets: true } },
    look: (page) => [...texts('.button.primary')(page), ...wallets(page)],
    shows: ['Continue with a wallet'],
    otherwise: HERE,
  },
  legalCheckbox: {
    proves: '[A115] [A124]',
    given: { features: { legalCheckbox: true } },
    beside: terms,
    look: (page) => [page.all('input[type=checkbox]').length, page.button('Harbor')?.disabled],
    shows: [1, true],
    otherwise: [0, false],
  },
  connectorTypeOrder: {
    proves: '[A205]',
    given: { features: { connectorTypeOrder: ['recommended', 'injected'] } },
    look: wallets,
    shows: ['Alder', 'Birch', 'Harbor', 'Lantern', 'WalletConnect', 'All wallets'],
    otherwise: HERE,
  },
  receive: {
    proves: '[A114]',
    given: { features: { receive: false } },
    act: connect,
    look: actions,
    shows: ['Buy', 'Swap', 'Send'],
    otherwise: ['Buy', 'Swap', 'Receive', 'Send'],
  },
  send: {
    proves: '[A114]',
    given: { features: { send: false } },
    act: connect,
    look: actions,
    shows: ['Buy', 'Swap', 'Receive'],
    otherwise: ['Buy', 'Swap', 'Receive', 'Send'],
  },
  swaps: {
    proves: '[A114] [S5]',
    given: { features: { swaps: [] } },
    act: connect,
    look: actions,
    shows: ['Buy', 'Receive', 'Send'],
    otherwise: ['Buy', 'Swap', 'Receive', 'Send'],
  },
  onramp: {
    proves: '[A114]',
    given: { features: { onramp: ['coinbase'] } },
    act: (page) => page.connect('OnRampProviders'),
    look: (page) => page.all('[role=radio]').map((each) => each.querySelector('.row-title')?.textContent),
    shows: ['Coinbase'],
    otherwise: ['Coinbase', 'Meld.io'],
  },
  walletFeaturesOrder: {
    proves: '[A204]',
    given: { features: { walletFeaturesOrder: ['send', 'receive'] } },
    act: connect,
    look: actions,
    shows: ['Send', 'Receive', 'Buy', 'Swap'],
    otherwise: ['Buy', 'Swap', 'Receive', 'Send'],
  },
  pay: {
    proves: '[A115] [S4]',
    given: { features: { pay: true } },
    act: pay,
    look: (page) => refused ?? page.title(),
    shows: 'Payment request',
    otherwise: 'feature_off',
  },
  smartSessions: {
    proves: '[A115] [S3]',
    given: { features: { smartSessions: true } },
    async act(page) {
      await page.connect()
      // Whatever the account asks for at once has been asked by then.
      await eventually(() => expect(page.text('.money')).toContain('$'))
      page.button('Smart sessions')?.click()
    },
    look: (page) => [page.title(), asked(page, '/v1/sessions/') !== undefined],
    shows: ['Smart sessions', true],
    otherwise: ['Account', false],
  },
}

const statement = 'I have read the terms'
const message = (page: OpenPage) => page.text('pre')
/** Of the ready-made parts that an option takes. */
const signIn = (given: LocalSiwxOptions): Row => ({
  given: { siwx: localSiwx(given) },
  beside: { siwx: localSiwx() },
  async act(page) {
    await page.connect()
    await page.press('Exact message')
  },
  look: message,
  shows: undefined,
})
const local: Record<keyof LocalSiwxOptions, Row | undefined> = {
  statement: {
    ...signIn({ statement }),
    shows: expect.stringContaining(`\n${statement}\n`),
    otherwise: expect.not.stringContaining(statement),
  },
  resources: {
    ...signIn({ resources: [url] }),
    shows: expect.stringContaining(`Resources:\n- ${url}`),
    otherwise: expect.not.stringContaining('Resources'),
  },
  lifetime: {
    ...signIn({ lifetime: 60_000 }),
    look: (page) => readLifetime(message(page)),
    shows: 60_000,
    otherwise: 7 * 24 * 3_600_000,
  },
  plainChainId: {
    ...signIn({ plainChainId: true }),
    shows: expect.stringContaining('\nChain ID: 1\n'),
    otherwise: expect.stringContaining('\nChain ID: eip155:1\n'),
  },
  required: {
    ...signIn({ required: false }),
    act: connect,
    look: title,
    shows: 'Account',
    otherwise: 'Sign in to Driftwood',
  },
  // What happens then is proven in `test/siwx/create-sign-in.test.ts`: it takes a signature that holds.
  signOutOnDisconnect: undefined,
}
const server: Record<Exclude<keyof ServerSiwxOptions, keyof LocalSiwxOptions>, Row> = {
  baseUrl: {
    given: { siwx: serverSiwx({ baseUrl: url }) },
    beside: { siwx: serverSiwx({ baseUrl: '/sign-in' }) },
    act: connect,
    look: ({ requests }) =>
      requests.find((one) => one.url.pathname.endsWith('/session'))?.url.href.split('?')[0],
    shows: `${url}/session`,
    otherwise: `${location.origin}/sign-in/session`,
  },
}
// Where the frame comes from is proven in `test/wallets/auth/frame.test.ts`: here nothing may load one.
const frame: Record<keyof AuthFrameOptions, undefined> = { url: undefined }
/** A wallet that the page brings itself. */
const tide: PageConnector = {
  id: 'tide',
  name: 'Tide',
  icon: `${url}/tide.svg`,
  rdns: 'example.tide',
  getProvider: () => createFakeWallet(),
}
let found: () => readonly Connector[] = () => []
const brought = (
  given: Partial<PageConnector>,
  row: Pick<Row, 'shows' | 'otherwise'> & Partial<Row>,
): Row => ({
  proves: '[S8]',
  given: { adapters: [evm({ connectors: [{ ...tide, ...given }] })] },
  beside: { adapters: [evm({ connectors: [tide] })] },
  async act(page) {
    const { connectors } = await page.billfold.headless()
    connectors.subscribe((now) => (found = () => now))
  },
  look: () => 0,
  ...row,
})
const field = (read: (connector: Connector) => unknown) => () =>
  found()
    .filter(({ type }) => type === 'EXTERNAL')
    .map(read)
const connectors: Record<keyof PageConnector, Row> = {
  id: brought({ id: 'flood' }, { look: field(({ id }) => id), shows: ['flood'], otherwise: ['tide'] }),
  name: brought(
    { name: 'Flood' },
    {
      act: (page) => page.open(),
      look: (page) => wallets(page).filter((name) => ['Tide', 'Flood'].includes(name!)),
      shows: ['Flood'],
      otherwise: ['Tide'],
    },
  ),
  icon: brought(
    { icon: `${url}/flood.svg` },
    { look: field(({ imageUrl }) => imageUrl), shows: [`${url}/flood.svg`], otherwise: [`${url}/tide.svg`] },
  ),
  rdns: brought(
    { rdns: 'example.flood' },
    { look: field(({ info }) => info?.rdns), shows: ['example.flood'], otherwise: ['example.tide'] },
  ),
  getProvider: brought(
    { getProvider: () => createFakeWallet({ accounts: [USDC] }) },
    {
      async act(page) {
        await page.open()
        await page.press('Tide')
      },
      look: ({ billfold }) => billfold.account.value.status === 'connected' && billfold.account.value.address,
      shows: USDC,
      otherwise: OWN,
    },
  ),
  autoConnect: brought(
    { autoConnect: () => true },
    {
      act: (page) => page.open(),
      look: ({ billfold }) => billfold.account.value.status,
      shows: 'connected',
      otherwise: 'disconnected',
    },
  ),
}
const ofEvm: {
  [Name in keyof Required<EvmOptions>]: Name extends 'connectors' ? Record<keyof PageConnector, Row> : Row
} = {
  connectors,
  keepsNonce: {
    ...brought({}, { look: field(({ keepsNonce }) => keepsNonce), shows: [true], otherwise: [undefined] }),
    given: { adapters: [evm({ connectors: [tide], keepsNonce: ['example.tide'] })] },
  },
}
const parts = {
  ...prefixed('evm.connectors', ofEvm.connectors),
  'evm.keepsNonce': ofEvm.keepsNonce,
  ...prefixed('localSiwx', local),
  ...prefixed('serverSiwx', server),
  ...prefixed('authFrame', frame),
}

/** Milliseconds between what the message says. */
function readLifetime(text: string): number {
  const read = (field: string) => Date.parse(new RegExp(`^${field}: (.*)$`, 'm').exec(text)?.[1] ?? '')
  return read('Expiration Time') - read('Issued At')
}

let page: OpenPage | undefined
afterEach(async () => {
  await page?.close()
  page = undefined
  link = undefined
  refused = undefined
  found = () => []
  startOwn.mockClear()
  Reflect.deleteProperty(navigator, 'userAgent')
})

async function load(
  { beside, act = (opened) => opened.open() }: Row,
  given: Partial<Options>,
): Promise<OpenPage> {
  page = openPage({ ...beside, ...given, features: { ...beside?.features, ...given.features } })
  await act(page)
  return page
}

const rows = Object.entries({ ...options, ...prefixed('features', features), ...parts }).flatMap(
  ([name, row]) => (row ? [[`${row.proves ?? ''} ${name}`.trim(), row] as const] : []),
)

describe('[A47] an option of createBillfold', () => {
  test.each(rows)('changes a real page as documented: %s', async (_, row) => {
    const opened = await load(row, row.given)
    await eventually(() => expect(row.look(opened)).toEqual(row.shows))
  })
  // One page for all that need the same page.
  const pages = new Map<string, (typeof rows)[number][]>()
  for (const row of rows.filter(([, { otherwise }]) => otherwise !== undefined)) {
    const key = `${row[1].act}${JSON.stringify(row[1].beside)}`
    pages.set(key, [...(pages.get(key) ?? []), row])
  }
  test.each([...pages.values()].map((group) => [group.map(([name]) => name).join(', '), group] as const))(
    'changes a real page only if it is set: %s',
    async (_, group) => {
      const opened = await load(group[0]![1], {})
      for (const [, row] of group) await eventually(() => expect(row.look(opened)).toEqual(row.otherwise))
    },
  )
})

describe('[A47] an unknown or invalid option', () => {
  const assert = (given: object) => () => assertOptions({ ...pageOptions, ...given } as Options)
  test.each([
    ['themeVariables', { themeVariables: { '--w3m-accent': 'url(https://evil.example)' } }],
    ['featuredWallets', { featuredWallets: ['alder'] }],
    ['smartSessions, not "swap"', { features: { swap: false } }],
    ['themeMode to be one of dark, light, auto, not "dim"', { themeMode: 'dim' }],
    ['locale to be a language tag such as en-US, not "en_US"', { locale: 'en_US' }],
    ['language to be a language tag such as en-US, not "en_US"', { language: 'en_US' }],
    ['texts to be an object of texts', { texts: 'de' as never }],
    [
      'includeWalletIds to contain "fir" of featuredWalletIds',
      { featuredWalletIds: ['elm', 'fir'], includeWalletIds: ['elm'] },
    ],
  ])('[F20] [D36] is refused, and the error says what is expected: %s', (name, given) => {
    expect(assert(given)).toThrow(
      expect.objectContaining({ code: 'options_invalid', message: expect.stringContaining(name) }),
    )
  })

  test.each(['toString', '__proto__', 'constructor'])(
    'is refused even if it has the name of a built-in property: %s',
    (name) => {
      expect(assert(JSON.parse(`{ "features": { "${name}": true } }`))).toThrow(`not "${name}"`)
    },
  )

  test('is ignored if its value is undefined', () => {
    expect(assert({ debug: undefined, features: { swap: undefined } })).not.toThrow()
  })

  test('[D36] only causes a console warning, and has no effect, if it comes from the dashboard', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    page = openPage({ remoteFeatures: { send: false, headless: true } as never })
    await page.connect()
    const told = warn.mock.calls.map(([text]) => String(text))
    warn.mockRestore()
    expect(told.filter((text) => text.includes('remoteFeatures'))).toEqual([
      expect.stringContaining('remoteFeatures.send has no effect'),
      expect.stringContaining('remoteFeatures.headless has no effect'),
    ])
    await eventually(() => expect(actions(page!)).toEqual(['Buy', 'Swap', 'Receive', 'Send']))
  })
})

// From the root: modules of this environment have no address of a file.
const read = (file: string) => readFileSync(file, 'utf8')

test('[A47] every option is documented', () => {
  const documents = read('docs/options.md') + read('docs/recipes.md')
  const named = [
    ...Object.keys(options),
    ...Object.keys(features),
    ...Object.keys(parts).flatMap((name) => name.split('.')),
  ]
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(documents))).toEqual([])
})

test('[A47] every option in the docs exists', () => {
  const [, table = ''] = /\n## Options\n([\s\S]*?)\n## /.exec(read('docs/options.md')) ?? []
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(?:features\.)?(\w+)`/g)].map(([, name]) => name!),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !(name in options || name in features))).toEqual([])
})

function prefixed<T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(table).map(([name, row]) => [`${prefix}.${name}`, row]))
}
