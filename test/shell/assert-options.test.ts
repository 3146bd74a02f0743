import { describe, expect, test, vi } from 'vitest'
import { authFrame } from '../../src/auth.ts'
import { bitcoin } from '../../src/bitcoin.ts'
import { evm } from '../../src/evm.ts'
import { assertOptions } from '../../src/shell/assert-options.ts'
import { withoutEmpty } from '../../src/shell/check-options.ts'
import type { Options } from '../../src/shell/options.ts'

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example/v2/key', 'https://node.example/@key'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
}
const options: Options = {
  projectId: 'project',
  networks: [network],
  adapters: [evm()],
  metadata: { name: 'Driftwood', description: 'Write to ahoy@driftwood.example' },
}
const token = { address: '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a' }
const check = (more: object) => () => assertOptions(withoutEmpty({ ...options, ...more } as Options))
const refused = (...parts: string[]) =>
  expect.objectContaining({
    code: 'options_invalid',
    message: expect.stringMatching(
      new RegExp(parts.map((part) => part.replaceAll(/[.()]/g, '\\$&')).join('.*')),
    ),
  })

test('[S3] [A115] the option features.smartSessions requires an EVM network', () => {
  const bitcoinOnly = {
    networks: [{ ...network, id: 'x', caipNetworkId: `bip122:${'0'.repeat(32)}`, chainNamespace: 'bip122' }],
  }
  expect(check({ features: { smartSessions: true } })).not.toThrow()
  expect(check({ ...bitcoinOnly, features: { smartSessions: false } })).not.toThrow()
  expect(check({ ...bitcoinOnly, features: { smartSessions: true } })).toThrow(
    refused('an EVM network', 'features.smartSessions'),
  )
})

describe('the check of URLs in the options', () => {
  const url = 'https://ada:secret@node.example/rpc'
  test.each<[name: string, more: object]>([
    [
      'networks.0.rpcUrls.default.http.1',
      { networks: [{ ...network, rpcUrls: { default: { http: ['https://a.example', url] } } }] },
    ],
    [
      'networks.0.blockExplorers.default.url',
      { networks: [{ ...network, blockExplorers: { default: { name: 'E', url } } }] },
    ],
    ['networks.0.assets.imageUrl', { networks: [{ ...network, assets: { imageUrl: url } }] }],
    ['customRpcUrls.eip155:1.0.url', { customRpcUrls: { 'eip155:1': [{ url }] } }],
    ['apiUrl', { apiUrl: url }],
    ['explorerUrl', { explorerUrl: url }],
    ['analyticsUrl', { analyticsUrl: url }],
    ['onRampUrl', { onRampUrl: 'https://ada@meld.example' }],
    ['relayUrl', { relayUrl: 'wss://ada:secret@relay.example' }],
    ['termsConditionsUrl', { termsConditionsUrl: ' HTTPS:/ada:secret@terms.example' }],
    ['privacyPolicyUrl', { privacyPolicyUrl: url }],
    ['metadata.url', { metadata: { name: 'Driftwood', url: '//ada:secret@driftwood.example' } }],
    ['metadata.url', { metadata: { name: 'Driftwood', url } }],
    ['metadata.icons.0', { metadata: { name: 'Driftwood', icons: [url] } }],
    ['customWallets.0.imageUrl', { customWallets: [{ id: 'w', name: 'W', imageUrl: url }] }],
    ['worker', { worker: new URL(url) }],
    ['siwx', { siwx: { serverUrl: url } }],
  ])(
    '[D44] refuses a user name and a password in the option %s, and the error names the option',
    (name, more) => {
      expect(check(more)).toThrow(refused(name, 'user name and password'))
      expect(check(more)).not.toThrow(/secret/)
    },
  )

  test('[D44] refuses a user name and a password in the URL of the sign-in site in authFrame()', () => {
    expect(() => authFrame({ url })).toThrow(refused('authFrame.url', 'user name and password'))
  })

  test('[D44] refuses a user name and a password also in an option that contains a reference to itself', () => {
    const metadata: Record<string, unknown> = { name: 'Driftwood', icons: [] }
    metadata['self'] = metadata
    expect(check({ metadata })).not.toThrow()
    expect(check({ metadata: { ...metadata, url } })).toThrow(refused('metadata', 'user name and password'))
  })

  test('[D44] reads only arrays and plain objects, not objects such as DOM nodes', () => {
    const place = Object.create({ [Symbol.toStringTag]: 'Node' }, { url: { value: url, enumerable: true } })
    expect(check({ metadata: { name: 'Driftwood', place } })).not.toThrow()
  })

  test('[D44] accepts a URL with an @ only in its path or query', () => {
    expect(
      check({ apiUrl: 'https://api.example?mail=a@b.example', relayUrl: 'wss://relay.example/@1' }),
    ).not.toThrow()
  })
})

describe('the check for options without effect', () => {
  test.each<[name: string, more: object]>([
    ['enableWalletConnect for basic', { basic: true, enableWalletConnect: false }],
    [
      'enableWalletConnect for basic and manualWCControl',
      { manualWCControl: true, enableWalletConnect: false },
    ],
    ['features.swaps to name 1inch, not "nobody"', { features: { swaps: ['nobody'] } }],
    [
      'features.onramp to name coinbase, meld, not "Coinbase"',
      { features: { onramp: ['meld', 'Coinbase'] } },
    ],
    ['features.socials to name', { auth: authFrame(), features: { socials: ['myspace'] } }],
    ['features.walletFeaturesOrder', { features: { walletFeaturesOrder: ['sent'] } }],
    ['features.connectorTypeOrder', { features: { connectorTypeOrder: ['new'] } }],
    [
      'features.connectMethodsOrder to name',
      { auth: authFrame(), features: { connectMethodsOrder: ['phone'] } },
    ],
    ['auth for features.connectMethodsOrder', { features: { connectMethodsOrder: ['wallet', 'email'] } }],
    ['auth for features.socials', { features: { socials: ['x'] } }],
    ['auth for features.email', { features: { email: true } }],
    ['evm() or solana() among its adapters for auth', { auth: authFrame(), adapters: [bitcoin()] }],
    ['evm() among its adapters for siweConfig', { siweConfig: {}, adapters: [] }],
    ['termsConditionsUrl or privacyPolicyUrl', { features: { legalCheckbox: true } }],
    ['tokens to name its networks (eip155:1), not "eip155:2"', { tokens: { 'eip155:2': token } }],
    ['tokens', { tokens: { '1': token } }],
    [
      'customRpcUrls to name its networks (eip155:1), not "eip155:10"',
      { customRpcUrls: { 'eip155:1': [], 'eip155:10': [] } },
    ],
    ['excludeWalletIds without "b"', { featuredWalletIds: ['a', 'b'], excludeWalletIds: ['c', 'b'] }],
    ['excludeWalletIds without "b"', { includeWalletIds: ['b'], excludeWalletIds: ['b'] }],
    [
      'defaultAccountTypes.solana to be eoa, not "smartAccount"',
      { defaultAccountTypes: { solana: 'smartAccount' } },
    ],
    ['defaultAccountTypes to name eip155, bip122', { defaultAccountTypes: { ethereum: 'eoa' } }],
    [
      'defaultAccountTypes.eip155 to be eoa or smartAccount, not "payment"',
      { defaultAccountTypes: { eip155: 'payment' } },
    ],
    [
      'defaultAccountTypes.bip122 to be payment or ordinals, not "eoa"',
      { defaultAccountTypes: { bip122: 'eoa' } },
    ],
  ])('[D36] refuses the options, and the error says that Billfold needs %s', (name, more) => {
    expect(check(more)).toThrow(refused(name))
  })

  test('[D36] accepts options that have an effect', () => {
    const features = {
      swaps: ['1inch'],
      onramp: [],
      email: true,
      socials: ['x'],
      connectMethodsOrder: ['wallet', 'email'],
      legalCheckbox: true,
      walletFeaturesOrder: ['send'],
    }
    expect(
      check({
        features,
        auth: authFrame(),
        termsConditionsUrl: 'https://terms.example',
        networks: [network, { ...network, id: 'own', caipNetworkId: 'solana:own', chainNamespace: 'solana' }],
        tokens: { 'eip155:1': token, 'solana:own': token, 'eip155:2': undefined },
        customRpcUrls: { 'eip155:1': [{ url: 'https://node.example' }] },
        featuredWalletIds: ['a'],
        includeWalletIds: ['a', 'b'],
        excludeWalletIds: ['c'],
        basic: true,
        defaultAccountTypes: { eip155: 'eoa', bip122: 'ordinals', solana: undefined as never },
      }),
    ).not.toThrow()
    const off = { email: false, socials: [], connectMethodsOrder: undefined, legalCheckbox: false }
    expect(check({ features: { swaps: false, onramp: true, ...off } })).not.toThrow()
    expect(check({ features: { socials: false } })).not.toThrow()
  })

  test('[D36] logs a console warning, and throws no error, for an option from the dashboard', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(check({ remoteFeatures: { email: true, swaps: ['1inch', 'nobody'] } })).not.toThrow()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('remoteFeatures.swaps names "nobody"')]])
    warn.mockRestore()
  })
})

test.each<[name: string, more: object]>([
  [
    'lists of wallets set to null',
    { excludeWalletIds: null, featuredWalletIds: null, includeWalletIds: null },
  ],
  [
    'one list of wallets set to null beside another list',
    { excludeWalletIds: ['a'], featuredWalletIds: null, includeWalletIds: null },
  ],
  ['onRampUrl set to null', { onRampUrl: null }],
  ['onRampUrl set to an empty string', { onRampUrl: '' }],
  ['features set to null', { features: null, remoteFeatures: null }],
  ['prefetch set to null', { prefetch: null }],
  [
    'tokens, customRpcUrls and defaultAccountTypes set to null',
    { tokens: null, customRpcUrls: null, defaultAccountTypes: null },
  ],
  [
    'values of tokens and defaultAccountTypes set to null',
    { tokens: { 'eip155:2': null }, defaultAccountTypes: { eip155: null } },
  ],
  ['single features set to null', { features: { email: null, socials: null, swaps: null } }],
  ['connectMethodsOrder with wallets only', { features: { connectMethodsOrder: ['wallet'] } }],
])('[D36] an option that turns nothing on is accepted: %s', (_, more) => {
  expect(check(more)).not.toThrow()
})

test.each([
  'meld.example',
  'https://',
  'https://[meld',
  'https://meld.example:8443',
  'http://meld.example',
  'ftp://localhost',
  'ftp://127.0.0.1',
  'https://meld.example/' + 'a'.repeat(2_048),
])('an onRampUrl that cannot be opened is refused, and the error names the option: %j', (onRampUrl) => {
  expect(check({ onRampUrl })).toThrow(refused('onRampUrl', 'https address without a port'))
})

test.each(['https://meld.example/buy', 'https://meld.example:443', 'https://LOCAL.meld.example'])(
  'a valid onRampUrl is accepted: %j',
  (onRampUrl) => {
    expect(check({ onRampUrl })).not.toThrow()
  },
)

test.each([
  'http://127.0.0.1:4000',
  'http://localhost:1',
  'https://localhost:1',
  'http://[::1]:3000',
  'http://pay.localhost:3000',
])('an onRampUrl on localhost is refused on a page that is not on localhost: %j', async (onRampUrl) => {
  // A server does not know where its pages will be opened.
  expect(check({ onRampUrl })).not.toThrow()
  const checkAt = async (place: string) => {
    vi.stubGlobal('origin', place)
    vi.resetModules()
    const page = await import('../../src/shell/assert-options.ts')
    return () => page.assertOptions(withoutEmpty({ ...options, onRampUrl }))
  }
  try {
    expect(await checkAt('http://localhost:5173')).not.toThrow()
    expect(await checkAt('https://driftwood.example')).toThrow('https address without a port')
  } finally {
    vi.unstubAllGlobals()
  }
})
