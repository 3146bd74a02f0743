/** What tabs of different versions send each other over WalletConnect. */
import { describe, expect, it } from 'vitest'
import {
  approval,
  type Message,
  pairing,
  readAs,
  readMessage,
  walletEvents,
} from '../../../worker/walletconnect/messages.ts'

const session = {
  id: 'ab',
  peer: { name: 'Lantern', url: 'https://lantern.example' },
  namespaces: { eip155: { accounts: ['eip155:1:0x12'], chains: ['eip155:1'], methods: [], events: [] } },
  expiresAt: 1,
} as const
const namespaces = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const signIn = { domain: 'a.example', uri: 'https://a.example', nonce: '12345678' }

describe('a WalletConnect message between tabs', () => {
  const messages: readonly Message[] = [
    { kind: 'follow', after: undefined },
    { kind: 'follow', after: { term: '0.1', seq: 3 } },
    { kind: 'awake' },
    { kind: 'pair', since: 1, namespaces },
    { kind: 'pair', since: 1, namespaces, signIn: { ...signIn, statement: 'Hello.', resources: ['a:b'] } },
    { kind: 'approval', id: 'ab' },
    { kind: 'giveUp', id: 'ab' },
    { kind: 'adopt', id: 'ab' },
    { kind: 'end', id: 'ab' },
    { kind: 'request', id: 'ab', caipNetworkId: 'eip155:1', method: 'a', params: [{ any: 1n }] },
    { kind: 'request', id: 'ab', caipNetworkId: 'eip155:1', method: 'a', params: undefined },
  ]

  it.each(messages.map((message) => [message.kind, message] as const))(
    'is read exactly as it was sent (kind of message: %s)',
    (_, message) => {
      expect(readMessage(structuredClone(message))).toEqual(message)
    },
  )

  it.each([
    undefined,
    null,
    'end',
    {},
    { kind: 'renew', id: 'ab' },
    { kind: 'end' },
    { kind: 'end', id: 7 },
    { kind: 'follow', after: { term: 1, seq: 'x' } },
    { kind: 'pair', since: 1, namespaces: { eip155: { chains: 'eip155:1' } } },
    { kind: 'pair', since: 1, namespaces, signIn: { domain: 1 } },
    { kind: 'request', id: 'ab', caipNetworkId: 'mainnet', method: 'a', params: [] },
  ])('is refused if it is %j, and the error asks for a reload', (message) => {
    expect(() => readMessage(message)).toThrow(
      expect.objectContaining({
        code: 'protocol_mismatch',
        message: expect.stringContaining('Reload') as string,
      }),
    )
  })
})

describe('an answer about WalletConnect between tabs', () => {
  const place = { term: '0.1', seq: 2 }
  const event = { caipNetworkId: 'eip155:1', name: 'chainChanged', data: { chainId: 1 } } as const
  const signed = {
    caipNetworkId: 'eip155:1',
    address: '0x12',
    message: 'a',
    signature: '0x',
    cacao: {},
  } as const

  it.each([
    [walletEvents, { place, events: [event] }],
    [walletEvents, { place, state: { session, relay: 'connected' }, events: [] }],
    [walletEvents, { place, state: { session: undefined, isUnknown: true, relay: 'lost' }, events: [] }],
    [pairing, { id: 'ab', uri: 'wc:ab@2', expiresAt: 5 }],
    [approval, { session, signed: [signed] }],
    [approval, { session, signed: [], isWaiting: true }],
  ] as const)('is read exactly as it was sent (case %#)', (schema, answer) => {
    expect(readAs<unknown>(schema, structuredClone(answer))).toEqual(answer)
  })

  it.each([
    [walletEvents, { place, events: [{ name: 'a' }] }],
    [walletEvents, { place, state: { session: { id: 'ab' }, relay: 'connected' }, events: [] }],
    [walletEvents, { place, state: { session, relay: 'gone' }, events: [] }],
    [walletEvents, undefined],
    [pairing, { id: 'ab', uri: 'wc:ab@2', expiresAt: 'soon' }],
    [approval, { signed: [] }],
    [approval, { session, signed: [{ ...signed, address: undefined }] }],
  ] as const)('is refused if its format is unknown (case %#)', (schema, answer) => {
    expect(() => readAs<unknown>(schema, answer)).toThrow(
      expect.objectContaining({ code: 'protocol_mismatch' }),
    )
  })
})
