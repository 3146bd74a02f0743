import { base58 } from '@scure/base'
import { ed25519 } from '@noble/curves/ed25519'
import { SigningKey, Wallet } from 'ethers'
import * as fc from 'fast-check'
import nacl from 'tweetnacl'
import { erc6492SignatureValidatorByteCode, serializeErc6492Signature } from 'viem'
import { describe, expect, it, test, vi } from 'vitest'
import { type BitcoinKey, bitcoinKeys } from '../../../sandbox/chains/bitcoin-keys.ts'
import { signBip322 } from '../../../sandbox/people/wallets/sign-bip322.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { SignatureInput } from '../../../src/core/contract/protocol.ts'
import { formatSiwxMessage } from '../../../src/core/siwx/siwx-message.ts'
import type { CommandContext } from '../../../worker/base/context.ts'
import * as evm from '../../../worker/siwx/verify-evm.ts'
import * as solana from '../../../worker/siwx/verify-solana.ts'
import { siwx } from '../../../worker/siwx/domain.ts'
import { verifyBitcoinSignature } from '../../../worker/siwx/verify-bitcoin.ts'
import { verifyEvmSignature } from '../../../worker/siwx/verify-evm.ts'
import { askSignIn } from '../../../worker/siwx/ask-server.ts'
import { propertyRuns } from '../../property-runs.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const mara = new Wallet(new SigningKey(`0x${'11'.repeat(32)}`))
const theo = new Wallet(new SigningKey(`0x${'22'.repeat(32)}`))

/** `node`: what `eth_call` answers; absent: the network names none. */
function createContext(node?: (data: string) => Promise<unknown>) {
  const network = toNetwork({
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: node ? ['https://node.example'] : [] } },
  })
  const rpc = vi.fn(async (_url: string, method: string, [{ data }, block]: [{ data: string }, string]) => {
    expect([method, block]).toEqual(['eth_call', 'latest'])
    return node!(data)
  })
  const context = {
    config: { networks: [network] },
    clock: { now: () => NOW },
    signal: new AbortController().signal,
    load: async () => ({ verifyEvmSignature, verifyBitcoinSignature, ...solana }),
    http: { rpc },
  } as unknown as CommandContext
  return { context, rpc }
}

function createInput(address: string, caipNetworkId: SignatureInput['caipNetworkId'] = 'eip155:1') {
  const fields = {
    accountAddress: address,
    chainId: caipNetworkId,
    domain: 'driftwood.example',
    uri: 'https://driftwood.example',
    version: '1',
    nonce: '12345678',
    issuedAt: new Date(NOW).toISOString(),
  } as const
  return {
    domain: 'driftwood.example',
    caipNetworkId,
    address,
    nonce: '12345678',
    message: formatSiwxMessage(fields, 'Ethereum'),
  }
}

const verify = siwx.commands.verifySignature
const VALID = { outcome: 'valid' }
const UNKNOWN = { outcome: 'unknown' }
const invalid = (fault: string) => ({ outcome: 'invalid', fault })

describe('[F22] a signature of an EVM account', () => {
  const input = createInput(mara.address)

  it('is valid without a request to a node when the account’s key made it', async () => {
    const { context } = createContext()
    const signature = await mara.signMessage(input.message)
    await expect(verify({ ...input, signature }, context)).resolves.toEqual(VALID)
    // Some wallets count its last byte from 0.
    const from0 = `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`
    await expect(verify({ ...input, signature: from0 }, context)).resolves.toEqual(VALID)
  })

  it('is invalid when a key other than the account’s made it and the account has no contract', async () => {
    const { context } = createContext(async () => '0x00')
    const signature = await theo.signMessage(input.message)
    await expect(verify({ ...input, signature }, context)).resolves.toEqual(invalid('signer'))
  })

  it('is checked by the account’s contract through the ERC-6492 validator', async () => {
    const asked: string[] = []
    const { context } = createContext(async (data) => (asked.push(data), `0x${'1'.padStart(64, '0')}`))
    const signature = `0x${'ab'.repeat(70)}`
    await expect(verify({ ...input, signature }, context)).resolves.toEqual(VALID)
    expect(asked[0]!.startsWith(erc6492SignatureValidatorByteCode)).toBe(true)
    const args = asked[0]!.slice(erc6492SignatureValidatorByteCode.length)
    expect(args.slice(24, 64)).toBe(mara.address.slice(2).toLowerCase())
    expect(BigInt(`0x${args.slice(192, 256)}`)).toBe(70n)
    expect(args.slice(256, 256 + 140)).toBe('ab'.repeat(70))
  })

  it.each([
    ['the revert code 3', new BillfoldError('bad_envelope', 'no', { context: { rpcCode: 3 } })],
    [
      'a message about a revert',
      new BillfoldError('bad_envelope', 'no', { context: { description: 'VM reverted' } }),
    ],
  ])('is invalid when the contract’s answer is %s', async (_, error) => {
    const { context } = createContext(() => Promise.reject(error))
    await expect(verify({ ...input, signature: '0x1234' }, context)).resolves.toEqual(invalid('signature'))
  })

  it.each([
    ['that is down', () => Promise.reject(new BillfoldError('http_network', 'down'))],
    ['that is slow', () => Promise.reject(new BillfoldError('http_timeout', 'slow'))],
    [
      'that limits requests',
      () => Promise.reject(new BillfoldError('bad_envelope', 'no', { context: { rpcCode: -32005 } })),
    ],
    ['that answers an object', async () => ({})],
    ['that answers no data', async () => '0x'],
  ])('[T17] [F23] is unknown, never invalid, when it is checked by a node %s', async (_, node) => {
    const { context } = createContext(node)
    const signature = await theo.signMessage(input.message)
    await expect(verify({ ...input, signature }, context)).resolves.toEqual(UNKNOWN)
  })

  it('[T17] is unknown when there is no node, or when the code for the check fails to load', async () => {
    const { context } = createContext()
    const signature = await theo.signMessage(input.message)
    await expect(verify({ ...input, signature }, context)).resolves.toEqual(UNKNOWN)
    const stranded = { ...context, load: () => Promise.reject(new Error('offline')) }
    await expect(verify({ ...input, signature }, stranded as CommandContext)).resolves.toEqual(UNKNOWN)
  })

  it.each(['', '0x', 'signed', '0x123', mara.address.slice(2)])(
    'is invalid when the signature is %j',
    async (signature) => {
      const { context } = createContext(async () => '0x00')
      await expect(verify({ ...input, signature }, context)).resolves.toEqual(invalid('signature'))
    },
  )

  it('[F22] is rejected without a check when the message does not match the sign-in request', async () => {
    const { context } = createContext()
    const signature = await mara.signMessage(input.message)
    const refuse = async (change: Partial<typeof input>) =>
      (await verify({ ...input, ...change, signature }, context)) as { fault?: string }
    expect((await refuse({ domain: 'elsewhere.example' })).fault).toBe('domain')
    expect((await refuse({ nonce: '87654321' })).fault).toBe('nonce')
    expect((await refuse({ address: theo.address })).fault).toBe('address')
    expect((await refuse({ caipNetworkId: 'eip155:10' })).fault).toBe('chain')
    expect((await refuse({ message: 'Hello' })).fault).toBe('malformed')
  })

  it('[F22] is valid only for the signed message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        const signature = await mara.signMessage(text)
        const { context } = createContext(async () => '0x00')
        const of = (message: string) => evm.verifyEvmSignature({ ...input, message, signature }, context)
        await expect(of(text)).resolves.toEqual(VALID)
        await expect(of(`${text}.`)).resolves.toEqual(invalid('signer'))
      }),
      { numRuns: propertyRuns(50) },
    )
  })
})

describe('[D26] a signature of an EVM account on a chain whose nodes cannot simulate contract creation', () => {
  const input = createInput(mara.address)
  const signature = `0x${'ab'.repeat(97)}` as const
  const wrapped = serializeErc6492Signature({ address: `0x${'fa'.repeat(20)}`, data: '0x12', signature })
  const YES = '0x1626ba7e'.padEnd(66, '0')
  const reverted = () => {
    throw new BillfoldError('bad_envelope', 'no', { context: { rpcCode: 3 } })
  }
  const refused = () => {
    throw new BillfoldError('bad_envelope', 'no', { context: { rpcCode: -32602, description: 'no to' } })
  }
  /** `create`: what is answered to creation code. */
  function createZkContext(code: string, contract: () => unknown, create: () => unknown) {
    const { context } = createContext(async () => '0x')
    const rpc = async (_url: string, method: string, [call]: [{ to?: string }]) =>
      method === 'eth_getCode' ? code : call.to ? contract() : create()
    return { ...context, http: { rpc } } as unknown as CommandContext
  }

  it.each([
    ['reverts', reverted],
    ['is refused', refused],
    ['returns no data', () => '0x'],
  ])('is checked by the account’s contract if the simulated creation code %s', async (_, create) => {
    const of = (contract: () => unknown) =>
      verify({ ...input, signature }, createZkContext('0x6001', contract, create))
    await expect(of(() => YES)).resolves.toEqual(VALID)
    await expect(of(() => '0xffffffff'.padEnd(66, '0'))).resolves.toEqual(invalid('signature'))
    await expect(of(reverted)).resolves.toEqual(invalid('signature'))
    await expect(of(refused)).resolves.toEqual(UNKNOWN)
    await expect(of(() => ({}))).resolves.toEqual(UNKNOWN)
  })

  it.each([
    ['reverts', reverted],
    ['is refused', refused],
    ['returns no data', () => '0x'],
  ])(
    'is unknown, never invalid, for an account without code if the simulated creation code %s',
    async (_, create) => {
      const context = createZkContext('0x', refused, create)
      await expect(verify({ ...input, signature: wrapped }, context)).resolves.toEqual(UNKNOWN)
      // Without code and without the way to make it, only the key can have signed.
      await expect(verify({ ...input, signature }, context)).resolves.toEqual(invalid('signature'))
    },
  )

  it('is unknown when the node does not return the account’s code', async () => {
    const { context } = createContext(async () => '0x')
    const rpc = async (_url: string, method: string) => {
      if (method === 'eth_getCode') throw new BillfoldError('http_network', 'down')
      return YES
    }
    const down = { ...context, http: { rpc } } as unknown as CommandContext
    await expect(verify({ ...input, signature }, down)).resolves.toEqual(UNKNOWN)
  })
})

describe('[F22] a signature of a Solana account', () => {
  const pair = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7))
  const other = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(8))
  const input = createInput(base58.encode(pair.publicKey), 'solana:main')
  const sign = (message: string, { secretKey }: nacl.SignKeyPair) =>
    base58.encode(nacl.sign.detached(new TextEncoder().encode(message), secretKey))

  it('is valid only for the key that signed and the signed message', async () => {
    const { context } = createContext()
    const of = (signature: string) => verify({ ...input, signature }, context)
    await expect(of(sign(input.message, pair))).resolves.toEqual(VALID)
    await expect(of(sign(input.message, other))).resolves.toEqual(invalid('signature'))
    await expect(of(sign(`${input.message} `, pair))).resolves.toEqual(invalid('signature'))
  })

  it.each(['', '1', 'O0', '1'.repeat(64), '2'.repeat(5_000)])(
    'is invalid when the signature is %j',
    async (signature) => {
      const { context } = createContext()
      await expect(verify({ ...input, signature }, context)).resolves.toEqual(invalid('signature'))
    },
  )

  it('is invalid in its malleable form, to which the curve’s order was added', () => {
    const [bytes] = [nacl.sign.detached(new TextEncoder().encode(input.message), pair.secretKey)]
    const s = bytes.slice(32).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n) + ed25519.CURVE.n
    const second = Uint8Array.from([
      ...bytes.slice(0, 32),
      ...Array.from({ length: 32 }, (_, at) => Number((s >> BigInt(8 * at)) & 255n)),
    ])
    expect(solana.verifySolanaSignature({ ...input, signature: base58.encode(second) })).toEqual(
      invalid('signature'),
    )
  })
})

describe('[D27] a signature of a Solana wallet that signs an off-chain message (Ledger)', () => {
  const pair = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7))
  const address = base58.encode(pair.publicKey)
  const input = createInput(address, 'solana:main')
  const text = new TextEncoder().encode(input.message)
  const bytes = (...parts: (ArrayLike<number> | number)[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part))))
  const domain = bytes(0xff, new TextEncoder().encode('solana offchain'))
  const length = [text.length & 255, text.length >> 8]
  const key = pair.publicKey
  const app = new Uint8Array(32).fill(5)
  const other = new Uint8Array(32).fill(6)
  const sign = (message: Uint8Array) => base58.encode(nacl.sign.detached(message, pair.secretKey))
  const check = (signedMessage: Uint8Array, isTold: boolean) =>
    solana.verifySolanaSignature({
      ...input,
      signature: sign(signedMessage),
      ...(isTold && { signedMessage: base58.encode(signedMessage) }),
    })

  it.each([
    ['in the older format with ASCII text', bytes(domain, 0, 0, length, text)],
    ['in the older format with UTF-8 text', bytes(domain, 0, 1, length, text)],
    ['in format version 0', bytes(domain, 0, new Uint8Array(32), 1, 1, key, length, text)],
    ['in format version 1', bytes(domain, 1, 1, key, text)],
  ])('is valid %s, even when the wallet does not return the signed message', (_, message) => {
    expect(check(message, true)).toEqual(VALID)
    expect(check(message, false)).toEqual(VALID)
  })

  it('is valid with an application domain or additional signers only if the wallet returns the signed message', () => {
    for (const message of [
      bytes(domain, 0, app, 0, 1, key, length, text),
      bytes(domain, 0, app, 2, 2, other, key, length, text),
      bytes(domain, 1, 2, key, other, text),
    ]) {
      expect(check(message, true)).toEqual(VALID)
      expect(check(message, false)).toEqual(invalid('signature'))
    }
  })

  it('is invalid when the header has extra bytes or the text differs', () => {
    const more = new TextEncoder().encode('I owe Theo a boat. ')
    for (const message of [
      bytes(more, text),
      bytes(text, more),
      bytes(domain, text),
      bytes(domain, 0, 3, length, text),
      bytes(domain, 0, 0, length.toReversed(), text),
      bytes(domain, 0, 0, length, more, text),
      bytes(domain, 0, 0, [length[0]! + 1, length[1]!], text),
      bytes(domain, 0, app, 0, 1, other, length, text),
      bytes(domain, 0, app, 0, 0, length, text),
      bytes(domain, 0, app, 9, 1, key, length, text),
      bytes(domain, 1, 1, other, text),
      bytes(domain, 1, 1, key, more, text),
      bytes(domain, 2, 1, key, text),
      bytes(0xfe, domain.slice(1), 0, 0, length, text),
      bytes(domain, 0, 0, length, text, 0),
    ])
      expect(check(message, true), base58.encode(message)).toEqual(invalid('signature'))
  })

  it('is invalid when a different key made it, and stays valid when only the returned signedMessage is unusable', () => {
    const message = bytes(domain, 0, app, 0, 1, key, length, text)
    const stranger = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(8))
    const signature = base58.encode(nacl.sign.detached(message, stranger.secretKey))
    const told = { ...input, signedMessage: base58.encode(message) }
    expect(solana.verifySolanaSignature({ ...told, signature })).toEqual(invalid('signature'))
    for (const signedMessage of ['', '0', '1'.repeat(100_000), 'x'])
      expect(solana.verifySolanaSignature({ ...input, signature: sign(text), signedMessage })).toEqual(VALID)
  })
})

describe('[F22] a signature of a Bitcoin account', () => {
  const { payment, stranger } = bitcoinKeys
  const input = createInput(payment.address, 'bip122:x')
  const sign = (key: BitcoinKey) => Buffer.from(signBip322(input.message, key)).toString('base64')

  it('is valid only for the key that signed', async () => {
    const { context } = createContext()
    await expect(verify({ ...input, signature: sign(payment) }, context)).resolves.toEqual(VALID)
    await expect(verify({ ...input, signature: sign(stranger) }, context)).resolves.toEqual(invalid('signer'))
    await expect(verify({ ...input, signature: 'AA==' }, context)).resolves.toEqual(invalid('signature'))
  })

  it('[T17] is unknown when the Bitcoin code fails to load', async () => {
    const { context } = createContext()
    const load = () => Promise.reject(new Error('offline'))
    const stranded = { ...context, load } as CommandContext
    await expect(verify({ ...input, signature: sign(payment) }, stranded)).resolves.toEqual(UNKNOWN)
  })
})

test('[G45] an EVM address is written with its checksum, and an invalid address is refused', async () => {
  const address = mara.address.toLowerCase()
  await expect(siwx.commands.checksumAddress({ address })).resolves.toBe(mara.address)
  await expect(siwx.commands.checksumAddress({ address: 'mara' })).rejects.toMatchObject({
    code: 'bad_account',
  })
})

describe('requests to the page’s own sign-in server', () => {
  function ask(answer: () => Promise<unknown>) {
    const calls: unknown[][] = []
    const record = (...args: unknown[]) => (calls.push(args), answer())
    const context = {
      config: { urls: { api: '', signIn: 'https://driftwood.example/sign-in' } },
      signal: new AbortController().signal,
      http: { client: (host: string) => (expect(host).toBe('signIn'), { get: record, post: record }) },
    } as unknown as CommandContext
    return { context, calls }
  }

  it('are sent with cookies', async () => {
    const { context, calls } = ask(async () => ({ nonce: '12345678' }))
    await expect(askSignIn({ path: 'nonce', query: {} }, context)).resolves.toEqual({
      nonce: '12345678',
    })
    await askSignIn({ path: 'verify', body: { message: 'm' } }, context)
    const request = expect.objectContaining({ credentials: 'include' })
    expect(calls).toEqual([
      ['/nonce', {}, request],
      ['/verify', { message: 'm' }, request],
    ])
  })

  it.each([
    ['http_status', { status: 401 }, 'siwx_invalid'],
    ['http_status', { status: 422, description: 'nonce' }, 'siwx_invalid'],
    ['http_status', { status: 500 }, 'siwx_unknown'],
    ['http_status', { status: 429 }, 'siwx_unknown'],
    ['http_network', {}, 'siwx_unknown'],
    ['http_html', {}, 'siwx_unknown'],
  ] as const)('[T17] fail with an error code of the sign-in: %s %j becomes %s', async (code, facts, said) => {
    const { context } = ask(() => Promise.reject(new BillfoldError(code, 'no', { context: facts })))
    await expect(askSignIn({ path: 'session', query: {} }, context)).rejects.toMatchObject({
      code: said,
      context: { ...facts, reason: code },
    })
  })

  it('are not sent, and fail, when the page names no sign-in server', async () => {
    const { context } = ask(async () => ({}))
    const nowhere = { ...context, config: { urls: { api: '' } } } as unknown as CommandContext
    await expect(askSignIn({ path: 'nonce', query: {} }, nowhere)).rejects.toMatchObject({
      code: 'siwx_missing',
    })
  })
})
