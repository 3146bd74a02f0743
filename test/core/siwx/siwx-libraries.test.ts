/** Sign-in messages as other people's libraries read and verify them. */
import { parseSignInMessageText, verifySignIn } from '@solana/wallet-standard-util'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { Wallet } from 'ethers'
import { SiweMessage as Siwe3 } from 'siwe'
import { SiweMessage as Siwe2 } from 'siwe-2'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import {
  formatSiwxMessage,
  parseSiwxMessage,
  type SIWXMessageData,
} from '../../../src/core/siwx/siwx-message.ts'

const signer = new Wallet(`0x${'17'.repeat(32)}`)
const times = { issuedAt: '2026-11-23T12:00:00.000Z', expirationTime: '2099-11-28T14:02:00.000Z' }
const base: SIWXMessageData = {
  accountAddress: signer.address,
  chainId: '1',
  domain: 'driftwood.example',
  uri: 'https://driftwood.example',
  version: '1',
  nonce: '0123456789abcdef0123456789abcdef',
  ...times,
}
const networks = [
  ['1', 'Ethereum'],
  ['8453', 'Base'],
  ['42161', 'Arbitrum One'],
  ['11155111', 'Sepolia Testnet'],
  ['324', 'Réseau local'],
] as const
const variants: readonly (readonly [string, Partial<SIWXMessageData>])[] = [
  ['without a statement', {}],
  ['with an empty statement', { statement: '' }],
  ['with a statement', { statement: "I accept the terms: https://driftwood.example/terms (it's fine)." }],
  [
    'with resources',
    {
      resources: [
        'https://driftwood.example/terms',
        'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      ],
    },
  ],
  [
    'with a statement and resources',
    { statement: 'Hello.', resources: ['https://driftwood.example/a%20b?c=d#e'] },
  ],
  ['with a port', { domain: 'driftwood.example:8443', uri: 'https://driftwood.example:8443' }],
  ['for localhost', { domain: 'localhost:3000', uri: 'http://localhost:3000' }],
  ['for an IPv4 host', { domain: '127.0.0.1:5173', uri: 'http://127.0.0.1:5173' }],
  ['for an IPv6 host', { domain: '[::1]:5173', uri: 'http://[::1]:5173', statement: 'Hello.' }],
  [
    'with all fields',
    {
      statement: 'Hello.',
      notBefore: '2020-01-01T00:00:00Z',
      requestId: 'request-7',
      resources: ['https://driftwood.example'],
    },
  ],
]

describe.each(networks)('A sign-in message for the chain id %s (%s)', (chainId, name) => {
  it.each(variants)(
    '[D25] is read and verified by siwe 2.3, siwe 3 and viem (message %s)',
    async (_, fields) => {
      const data = { ...base, chainId, ...fields }
      const text = formatSiwxMessage(data, name)
      const signature = await signer.signMessage(text)
      const { statement, resources, requestId } = fields
      const read = {
        domain: data.domain,
        address: signer.address,
        uri: data.uri,
        version: '1',
        chainId: Number(chainId),
        nonce: data.nonce,
        issuedAt: data.issuedAt,
        expirationTime: data.expirationTime,
      }
      for (const Siwe of [Siwe2, Siwe3]) {
        const message = new Siwe(text)
        expect(message).toMatchObject(read)
        expect(message.statement ?? '').toBe(statement ?? '')
        expect(message.resources ?? []).toEqual(resources ?? [])
        expect(message.requestId).toBe(requestId)
        expect(message.prepareMessage()).toBe(text)
        const { success } = await message.verify({ signature, domain: data.domain, nonce: data.nonce })
        expect(success).toBe(true)
      }
      const viem = parseSiweMessage(text)
      expect(viem).toMatchObject({
        chainId: Number(chainId),
        nonce: data.nonce,
        uri: data.uri,
        ...(resources && { resources }),
      })
      // viem's grammar of a domain has no IPv6.
      if (!data.domain.startsWith('[')) {
        expect(viem).toMatchObject({ domain: data.domain, address: signer.address })
        expect(viem.statement ?? '').toBe(statement ?? '')
        expect(validateSiweMessage({ message: viem, domain: data.domain, nonce: data.nonce })).toBe(true)
      }
      expect(parseSiwxMessage(text)?.data).toMatchObject({ chainId, domain: data.domain })
    },
  )
})

it.each([
  ['statement', { statement: 'J’accepte les conditions.' }],
  ['statement', { statement: '100 % of "it"' }],
  ['resources', { resources: ['https://driftwood.example/é'] }],
  ['requestId', { requestId: 'a/b' }],
] as const)(
  '[D25] A %s that EIP-4361 does not allow is rejected, and the error names it: %j',
  (field, fields) => {
    expect(() => formatSiwxMessage({ ...base, ...fields }, 'Ethereum')).toThrow(
      expect.objectContaining({
        code: 'siwx_message_bad',
        message: expect.stringContaining(field) as string,
      }),
    )
    const caip = { ...base, ...fields, chainId: 'eip155:1' }
    expect(parseSiwxMessage(formatSiwxMessage(caip, 'Ethereum'))?.data).toEqual(caip)
  },
)

it.each(variants)(
  '[D25] A Solana sign-in message %s is read and verified by Solana’s sign-in library',
  (_, fields) => {
    const secret = new Uint8Array(32).fill(9)
    const publicKey = ed25519.getPublicKey(secret)
    const address = base58.encode(publicKey)
    const data = {
      ...base,
      ...fields,
      accountAddress: address,
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    }
    const text = formatSiwxMessage(data, 'Solana')
    const parsed = parseSignInMessageText(text)
    const { accountAddress: _address, statement, ...others } = data
    expect(JSON.parse(JSON.stringify(parsed))).toEqual({
      ...others,
      address,
      ...(statement && { statement }),
    })
    const signedMessage = new TextEncoder().encode(text)
    const output = {
      account: { address, publicKey, chains: [], features: [] },
      signedMessage,
      signature: ed25519.sign(signedMessage, secret),
    }
    const input = { ...others, address, ...(statement && { statement }), resources: fields.resources }
    expect(verifySignIn(input as never, output)).toBe(true)
  },
)
