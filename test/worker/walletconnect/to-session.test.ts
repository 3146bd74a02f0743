/** What a wallet says that it approved is believed as far as it was asked. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MESSAGE_LIMIT } from '../../../src/core/contract/protocol.ts'
import { toSession } from '../../../worker/walletconnect/to-session.ts'

const ADDRESS = '0x9E1e57d57C43b5C1F5C5576666D04D2a9232d840'
const asked = {
  eip155: {
    chains: ['eip155:1', 'eip155:10'],
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged'],
  },
}

function read(namespaces: unknown, metadata: unknown = { name: 'Pocket' }) {
  return toSession({
    topic: 'a',
    expiry: 1_000,
    peer: { metadata },
    namespaces,
    requiredNamespaces: {},
    optionalNamespaces: asked,
  })
}

const approve = (change: object = {}) => ({
  eip155: {
    accounts: [`eip155:1:${ADDRESS}`],
    methods: ['personal_sign'],
    events: ['chainChanged'],
    ...change,
  },
})

describe('the namespaces that a WalletConnect wallet approved', () => {
  test('are limited to what was requested, in the wallet’s order', () => {
    const accounts = [`eip155:10:${ADDRESS}`, `eip155:1:${ADDRESS}`, `eip155:5:${ADDRESS}`]
    const methods = ['eth_sendTransaction', 'eth_sign']
    expect(read({ ...approve({ accounts, methods }), solana: approve().eip155 })).toEqual({
      id: 'a',
      peer: { name: 'Pocket', url: '' },
      namespaces: {
        eip155: {
          accounts: accounts.slice(0, 2),
          chains: ['eip155:1', 'eip155:10'],
          methods: ['eth_sendTransaction'],
          events: ['chainChanged'],
        },
      },
      expiresAt: 1_000_000,
    })
  })

  test('may be listed under a network id instead of a namespace', () => {
    expect(read({ 'eip155:1': approve().eip155 })?.namespaces.eip155?.chains).toEqual(['eip155:1'])
  })

  test.each([
    ['no namespaces', {}],
    ['a string in place of the accounts', approve({ accounts: 'eip155:1:0x' })],
    ['accounts on networks that were not requested', approve({ accounts: [`eip155:5:${ADDRESS}`] })],
    ['an account without a network', approve({ accounts: [ADDRESS] })],
    ['an account with a line break', approve({ accounts: [`eip155:1:${ADDRESS}\n${ADDRESS}`] })],
    ['a megabyte in place of an address', approve({ accounts: [`eip155:1:${'a'.repeat(1_000_000)}`] })],
    ['a string in place of the namespaces', 'approved'],
    ['undefined namespaces', undefined],
  ])('make no session when the wallet sent %s', (_, namespaces) => {
    expect(read(namespaces)).toBeUndefined()
  })

  test('fit into one message even if they have 20,000 accounts', () => {
    const accounts = Array.from({ length: 20_000 }, (_, index) => `eip155:1:${'a'.repeat(100)}${index}`)
    expect(JSON.stringify(read(approve({ accounts }))).length).toBeLessThan(MESSAGE_LIMIT)
  })

  test('never give a session more than the page requested, whatever the wallet approved', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(`eip155:1:${ADDRESS}`, 'eip155:1', 'personal_sign'))
    const list = fc.oneof(fc.array(fc.oneof(text, fc.anything())), fc.anything())
    const namespace = fc.record({ accounts: list, chains: list, methods: list, events: list })
    const key = fc.constantFrom('eip155', 'eip155:1', 'solana', '__proto__', 'constructor')
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(namespace, fc.anything())), fc.anything(), (all, metadata) => {
        const session = read(all, metadata)
        if (!session) return
        expect(Object.keys(session.namespaces)).toEqual(['eip155'])
        const { accounts, chains, methods } = session.namespaces.eip155!
        for (const one of accounts) expect(one).toMatch(/^eip155:(1|10):[-.%a-zA-Z0-9]+$/)
        for (const one of chains) expect(asked.eip155.chains).toContain(one)
        for (const one of methods) expect(asked.eip155.methods).toContain(one)
      }),
    )
  })
})

describe('the metadata of a WalletConnect wallet', () => {
  const peer = (metadata: unknown) => read(approve(), metadata)?.peer

  test('has its name on one line, without hidden or reversing characters', () => {
    expect(peer({ name: 'Pocket\u202Egnp.\nRich' })?.name).not.toMatch(/[\u202E\n]/)
    expect(peer({ name: 'a'.repeat(1_000_000) })?.name.length).toBeLessThanOrEqual(128)
    expect(peer({ name: '\u200B' })?.name).toBe('\uFFFD')
    expect(peer({ name: 7 })?.name).toBe('WalletConnect')
    expect(peer(null)?.name).toBe('WalletConnect')
  })

  test('keeps only safe links and a picture with a public https URL', () => {
    expect(
      peer({ name: 'Pocket', url: 'javascript:alert(1)', icons: ['http://192.168.1.1/reboot'] }),
    ).toEqual({ name: 'Pocket', url: '' })
    expect(
      peer({
        name: 'Pocket',
        url: 'https://pocket.example/',
        icons: ['https://pocket.example/icon.png'],
        redirect: { native: 'pocket://', universal: 'https://pocket.example/open', linkMode: true },
      }),
    ).toEqual({
      name: 'Pocket',
      url: 'https://pocket.example/',
      iconUrl: 'https://pocket.example/icon.png',
      redirect: { native: 'pocket://', universal: 'https://pocket.example/open' },
    })
    expect(peer({ name: 'Pocket', redirect: { native: 'pocket://\u202E', universal: 'a b' } })).toEqual({
      name: 'Pocket',
      url: '',
    })
  })
})
