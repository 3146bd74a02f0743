// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import type { WalletConnectSigned } from '../../src/core/contract/walletconnect.ts'
import { formatSiwxMessage, type SIWXMessageData } from '../../src/core/siwx/siwx-message.ts'
import { createOneStep } from '../../src/siwx/one-step.ts'
import type { SIWX, SIWXSession } from '../../src/siwx/siwx.ts'

const MARA = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'
const NONCE = 'k3Xp9Qa7Lm2Z'

let added: SIWXSession[]
let siwx: SIWX
beforeEach(() => {
  added = []
  siwx = {
    createMessage: async ({ accountAddress, chainId }) => ({
      ...shared(),
      accountAddress,
      chainId,
      statement: 'I have read the terms.',
      toString: () => '',
    }),
    addSession: async (session) => void added.push(session),
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: async () => [],
  }
})

const shared = () => ({ domain: location.host, uri: location.origin, version: '1', nonce: NONCE }) as const

/** As a wallet signs it: with the plain chain id, and a statement of its own. */
function sign(change: Partial<SIWXMessageData> = {}): WalletConnectSigned {
  const data = {
    ...shared(),
    accountAddress: MARA,
    chainId: '31337',
    issuedAt: new Date().toISOString(),
    statement: 'I have read the terms. I further authorize the stated URI.',
    ...change,
  }
  return {
    caipNetworkId: 'eip155:31337',
    address: MARA,
    message: formatSiwxMessage(data, 'Ethereum'),
    signature: '0x12',
    cacao: { h: { t: 'caip122' } },
  }
}

async function fails(): Promise<never> {
  throw new Error('Down.')
}

describe('[A111] a sign-in offer in a connection request', () => {
  it('is made if every network is an EVM network', async () => {
    const offer = await createOneStep(siwx).offer(['eip155:31337', 'eip155:1'])
    expect(offer).toEqual({
      domain: location.host,
      uri: location.origin,
      nonce: NONCE,
      statement: 'I have read the terms.',
    })
  })

  it.each<[string, readonly CaipNetworkId[], Partial<SIWX>]>([
    ['Solana is among the networks', ['eip155:1', 'solana:localnet'], {}],
    ['there are no networks', [], {}],
    ['sign-in is optional', ['eip155:1'], { getRequired: () => false }],
    ['the page’s sign-in covers only other namespaces', ['eip155:1'], { namespaces: ['solana'] }],
    ['the page cannot create the message', ['eip155:1'], { createMessage: fails }],
    ['getRequired() fails', ['eip155:1'], { getRequired: fails }],
  ])('is not made if %s', async (_, chains, change) => {
    expect(await createOneStep({ ...siwx, ...change }).offer(chains)).toBeUndefined()
  })

  it('is not made if the page has not created the message after two seconds', async () => {
    vi.useFakeTimers()
    try {
      siwx.createMessage = () => new Promise(() => {})
      const offered = createOneStep(siwx).offer(['eip155:1'])
      await vi.advanceTimersByTimeAsync(2_000)
      expect(await offered).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('[A111] a sign-in message that the wallet signed while connecting', () => {
  it('signs in the account on the network that the message names', async () => {
    const oneStep = createOneStep(siwx)
    await oneStep.offer(['eip155:31337'])
    const signed = sign()
    await oneStep.take([signed])
    expect(added).toEqual([
      expect.objectContaining({ message: signed.message, signature: '0x12', cacao: signed.cacao }),
    ])
    expect(added[0]!.data).toMatchObject({ chainId: 'eip155:31337', accountAddress: MARA, nonce: NONCE })
  })

  it.each([
    ['a different nonce', { nonce: 'anotherNonce1' }],
    ['the domain of a different page', { domain: 'other.example', uri: 'https://other.example' }],
    ['a network that was not offered', { chainId: '1' }],
    ['a different account', { accountAddress: `0x${'2'.repeat(40)}` }],
    ['a time of expiry in the past', { expirationTime: '2020-01-01T00:00:00Z' }],
  ])('is ignored if it has %s', async (_, change) => {
    const oneStep = createOneStep(siwx)
    await oneStep.offer(['eip155:31337'])
    await oneStep.take([sign(change)])
    expect(added).toEqual([])
  })

  it('is chosen by the account’s network if the wallet signed messages for several networks', async () => {
    const oneStep = createOneStep(siwx)
    await oneStep.offer(['eip155:31337', 'eip155:10'])
    const there = { ...sign({ chainId: '10' }), caipNetworkId: 'eip155:10' as const }
    await oneStep.take([sign(), there], 'eip155:10')
    await oneStep.offer(['eip155:31337', 'eip155:10'])
    await oneStep.take([sign(), there], 'eip155:1')
    expect(added.map(({ data }) => data.chainId)).toEqual(['eip155:10', 'eip155:31337'])
  })

  it('[F22] is accepted once for each connection request, and ignored a second time', async () => {
    const oneStep = createOneStep(siwx)
    await oneStep.offer(['eip155:31337'])
    await oneStep.take([sign()])
    await oneStep.take([sign()])
    expect(added).toHaveLength(1)
  })

  it('is ignored if no sign-in was offered, and the connection does not fail if the page rejects the session', async () => {
    const oneStep = createOneStep(siwx)
    await oneStep.take([sign()])
    expect(added).toEqual([])
    await oneStep.offer(['eip155:31337'])
    siwx.addSession = () => Promise.reject(new Error('No.'))
    await oneStep.take([sign()])
  })
})
