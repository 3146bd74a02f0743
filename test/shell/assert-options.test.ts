import { describe, expect, test } from 'vitest'
import { authFrame } from '../../src/auth.ts'
import { evm } from '../../src/evm.ts'
import { assertOptions } from '../../src/shell/assert-options.ts'
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
const check = (more: object) => () => assertOptions({ ...options, ...more } as Options)
const refused = (...parts: string[]) =>
  expect.objectContaining({
    code: 'options_invalid',
    message: expect.stringMatching(new RegExp(parts.map((part) => part.replaceAll('.', '\\.')).join('.*'))),
  })

describe('an address with a user and a password', () => {
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
    ['metadata.url', { metadata: { name: 'Driftwood', url } }],
    ['metadata.icons.0', { metadata: { name: 'Driftwood', icons: [url] } }],
    ['customWallets.0.imageUrl', { customWallets: [{ id: 'w', name: 'W', imageUrl: url }] }],
    ['worker', { worker: new URL(url) }],
    ['siwx', { siwx: { serverUrl: url } }],
  ])('[D44] is refused by name as %s', (name, more) => {
    expect(check(more)).toThrow(refused(name, 'user and password'))
    expect(check(more)).not.toThrow(/secret/)
  })

  test('[D44] is refused as the address of the sign-in site', () => {
    expect(() => authFrame({ url })).toThrow(refused('authFrame.url', 'user and password'))
  })

  test('[D44] is looked for once in an object that holds itself', () => {
    const metadata: Record<string, unknown> = { name: 'Driftwood', icons: [] }
    metadata['self'] = metadata
    expect(check({ metadata })).not.toThrow()
    expect(check({ metadata: { ...metadata, url } })).toThrow(refused('metadata', 'user and password'))
  })

  test('[D44] is told from an address with an @ in its path, its query or a text', () => {
    expect(
      check({ apiUrl: 'https://api.example?mail=a@b.example', relayUrl: 'wss://relay.example/@1' }),
    ).not.toThrow()
  })
})

describe('an option that would have no effect', () => {
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
    ['features.socials', { features: { socials: ['myspace'] } }],
    ['features.walletFeaturesOrder', { features: { walletFeaturesOrder: ['sent'] } }],
    ['features.connectorTypeOrder', { features: { connectorTypeOrder: ['new'] } }],
    ['features.connectMethodsOrder', { features: { connectMethodsOrder: ['phone'] } }],
    [
      'defaultAccountTypes.eip155 to be eoa or smartAccount, not "payment"',
      { defaultAccountTypes: { eip155: 'payment' } },
    ],
    [
      'defaultAccountTypes.bip122 to be payment or ordinals, not "eoa"',
      { defaultAccountTypes: { bip122: 'eoa' } },
    ],
  ])('[D36] is refused by name: %s', (name, more) => {
    expect(check(more)).toThrow(refused(name))
  })

  test('[D36] is not one that works', () => {
    const features = { swaps: ['1inch'], onramp: [], socials: ['x'], walletFeaturesOrder: ['send'] }
    expect(
      check({
        features,
        basic: true,
        defaultAccountTypes: { eip155: 'eoa', bip122: 'ordinals', solana: undefined as never },
      }),
    ).not.toThrow()
    expect(check({ features: { swaps: false, onramp: true, socials: false } })).not.toThrow()
  })
})
