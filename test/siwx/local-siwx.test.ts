// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import type { SignatureInput, SignatureVerdict } from '../../src/core/contract/protocol.ts'
import { parseSiwxMessage } from '../../src/core/siwx/siwx-message.ts'
import { localSiwx, type LocalSiwxOptions } from '../../src/siwx/local-siwx.ts'
import type { ReadySIWX } from '../../src/siwx/ready-siwx.ts'
import type { SIWXSession } from '../../src/siwx/siwx.ts'
import { network, solana } from '../ui/fake-shell.ts'
import { propertyRuns } from '../property-runs.ts'

const MARA = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'
const CHAIN = 'eip155:31337'

let verdict: SignatureVerdict
let asked: SignatureInput[]
beforeEach(() => {
  localStorage.clear()
  verdict = { outcome: 'valid' }
  asked = []
})

function create(options?: LocalSiwxOptions) {
  const siwx: ReadySIWX = localSiwx(options)
  siwx.attach!({
    networks: [network, solana],
    async call(command, input) {
      if (command === 'checksumAddress') return spell((input as { address: string }).address) as never
      expect(command).toBe('verifySignature')
      asked.push(input as SignatureInput)
      return verdict as never
    },
  })
  return siwx
}

const spell = (address: string) => (address.toLowerCase() === MARA.toLowerCase() ? MARA : address)

async function sign(siwx = create(), chainId: CaipNetworkId = CHAIN, address = MARA): Promise<SIWXSession> {
  const message = await siwx.createMessage({ accountAddress: address, chainId })
  const { toString: _, ...data } = message
  return { data, message: String(message), signature: '0x12' }
}

async function signIn(siwx = create(), chainId: CaipNetworkId = CHAIN, address = MARA) {
  const session = await sign(siwx, chainId, address)
  await siwx.addSession(session)
  return session
}

describe('localSiwx()', () => {
  it('creates a message with the page’s domain and network, valid for a week', async () => {
    const text = String(await create().createMessage({ accountAddress: MARA, chainId: CHAIN }))
    const { data, networkName } = parseSiwxMessage(text)!
    expect(networkName).toBe('Ethereum')
    expect(data).toMatchObject({ domain: location.host, uri: location.origin, chainId: CHAIN })
    expect(Date.parse(data.expirationTime!) - Date.parse(data.issuedAt!)).toBe(7 * 86_400_000)
  })

  it('adds the page’s statement, resources and lifetime, and uses the plain chain id if plainChainId is set', async () => {
    const siwx = create({
      statement: 'Read.',
      resources: ['https://a.example/b'],
      lifetime: 1_000,
      plainChainId: true,
    })
    const input = { accountAddress: MARA, chainId: CHAIN, notBefore: '2026-11-23T12:00:00Z' } as const
    const message = await siwx.createMessage(input)
    expect(message.chainId).toBe(CHAIN)
    expect(parseSiwxMessage(String(message))!.data).toMatchObject({
      statement: 'Read.',
      resources: ['https://a.example/b'],
      chainId: '31337',
      notBefore: '2026-11-23T12:00:00Z',
    })
  })

  it('[D25] [G45] writes an EVM address with its checksum', async () => {
    for (const accountAddress of [MARA.toLowerCase(), `0x${MARA.slice(2).toUpperCase()}`]) {
      const message = await create().createMessage({ accountAddress, chainId: CHAIN })
      expect(message).toMatchObject({ accountAddress: MARA })
    }
  })

  it.each([undefined, '', 'I accept the terms.'])(
    '[D25] creates a message that the siwe library can parse, with a plain chain id and the statement %j',
    async (statement) => {
      const siwx = create({ plainChainId: true, ...(statement !== undefined && { statement }) })
      const text = String(await siwx.createMessage({ accountAddress: MARA, chainId: CHAIN }))
      expect(new SiweMessage(text)).toMatchObject({ address: MARA, chainId: 31337, domain: location.host })
    },
  )

  it.each([
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['bip122:000000000933ea01ad0ee984209779ba', 'Bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ] as const)(
    '[D25] names the blockchain of the network %s in the message: %s',
    async (chainId, name, accountAddress) => {
      const text = String(await create().createMessage({ accountAddress, chainId }))
      expect(parseSiwxMessage(text)?.networkName).toBe(name)
    },
  )

  it('[F22] creates nonces of 128 random bits', async () => {
    const siwx = create()
    const nonces = new Set<string>()
    for (let round = 0; round < 1_000; round += 1) {
      const { nonce } = await siwx.createMessage({ accountAddress: MARA, chainId: CHAIN })
      expect(nonce).toMatch(/^[0-9a-f]{32}$/)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(1_000)
  })

  it('keeps a session over a reload, and verifies the session each time it is read', async () => {
    const session = await signIn()
    expect(asked[0]).toMatchObject({ nonce: session.data.nonce, domain: location.host, address: MARA })
    await expect(create().getSessions(CHAIN, MARA.toLowerCase())).resolves.toEqual([session])
    expect(asked[1]).toMatchObject({ message: session.message, nonce: undefined })
    await expect(create().getSessions('eip155:10', MARA)).resolves.toEqual([])
  })

  it('returns the data of the signed message even if the stored data was edited', async () => {
    const { data } = await signIn(create({ statement: 'Read.' }))
    const stored = localStorage.getItem('billfold/siwx')!
    localStorage.setItem('billfold/siwx', stored.replace('Read.', 'Pay all.'))
    const [session] = await create().getSessions(CHAIN, MARA)
    expect(session!.data).toEqual(data)
  })

  it('[F22] accepts a signed message only once, and only if the same localSiwx() object has created the message', async () => {
    const siwx = create()
    const session = await signIn(siwx)
    await expect(siwx.addSession(session)).rejects.toMatchObject({
      code: 'siwx_invalid',
      context: { fault: 'nonce' },
    })
    await expect(create().addSession(session)).rejects.toMatchObject({ code: 'siwx_invalid' })
  })

  it('[G12] remembers at most a hundred messages that are not signed yet', async () => {
    const siwx = create()
    const [first, second] = [await sign(siwx), await sign(siwx)]
    for (let round = 0; round < 99; round += 1) await sign(siwx)
    await expect(siwx.addSession(first)).rejects.toMatchObject({ context: { fault: 'nonce' } })
    await siwx.addSession(second)
  })

  it('refuses an invalid signature, and stores no session', async () => {
    const siwx = create()
    const session = await sign(siwx)
    verdict = { outcome: 'invalid', fault: 'signer' }
    await expect(siwx.addSession(session)).rejects.toMatchObject({
      code: 'siwx_invalid',
      context: { fault: 'signer' },
    })
    await expect(siwx.getSessions(CHAIN, MARA)).resolves.toEqual([])
  })

  it('[T17] accepts a signature on the second attempt if the first attempt could not verify it', async () => {
    const siwx = create()
    const session = await sign(siwx)
    verdict = { outcome: 'unknown' }
    await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'siwx_unknown' })
    verdict = { outcome: 'valid' }
    await siwx.addSession(session)
    await expect(siwx.getSessions(CHAIN, MARA)).resolves.toEqual([session])
  })

  it('[F23] [T17] rejects with siwx_unknown, and keeps the session, as long as it cannot be verified', async () => {
    const session = await signIn()
    verdict = { outcome: 'unknown' }
    for (let reload = 0; reload < 1_000; reload += 1)
      await expect(create().getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_unknown' })
    verdict = { outcome: 'invalid', fault: 'early' }
    await expect(create().getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_unknown' })
    verdict = { outcome: 'valid' }
    await expect(create().getSessions(CHAIN, MARA)).resolves.toEqual([session])
  })

  it('[A178] reports an invalid session once, and drops an expired session without an error', async () => {
    await signIn()
    verdict = { outcome: 'invalid', fault: 'signature' }
    await expect(create().getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_invalid' })
    await expect(create().getSessions(CHAIN, MARA)).resolves.toEqual([])
    verdict = { outcome: 'valid' }
    await signIn()
    verdict = { outcome: 'invalid', fault: 'expired' }
    await expect(create().getSessions(CHAIN, MARA)).resolves.toEqual([])
  })

  it('[F23] deletes only the session of the given account and network', async () => {
    const chains = ['eip155:1', 'eip155:10', 'solana:main'] as const
    const addresses = ['0xAAAA', '0xBBBB', 'Mara', 'mara']
    const key = (chain: string, address: string) =>
      chain.startsWith('eip155') ? `${chain}:${address.toLowerCase()}` : `${chain}:${address}`
    const step = fc.record({
      kind: fc.constantFrom('add', 'revoke', 'invalid', 'unknown'),
      chain: fc.constantFrom(...chains),
      address: fc.constantFrom(...addresses),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        localStorage.clear()
        const model = new Set<string>()
        for (const { kind, chain, address } of steps) {
          verdict = { outcome: 'valid' }
          const siwx = create()
          if (kind === 'add') await signIn(siwx, chain, address)
          if (kind === 'revoke') await siwx.revokeSession(chain, address)
          if (kind === 'invalid') verdict = { outcome: 'invalid', fault: 'signature' }
          if (kind === 'unknown') verdict = { outcome: 'unknown' }
          if (kind === 'invalid' || kind === 'unknown') await siwx.getSessions(chain, address).catch(() => {})
          if (kind === 'add') model.add(key(chain, address))
          if (kind === 'revoke' || kind === 'invalid') model.delete(key(chain, address))
          verdict = { outcome: 'valid' }
          for (const one of chains)
            for (const other of addresses)
              expect((await siwx.getSessions(one, other)).length > 0).toBe(model.has(key(one, other)))
        }
      }),
      { numRuns: propertyRuns(60) },
    )
  })

  it('ends all sessions with setSessions([])', async () => {
    const siwx = create()
    await signIn(siwx)
    await signIn(siwx, 'eip155:10')
    await siwx.setSessions([])
    await expect(siwx.getSessions(CHAIN, MARA)).resolves.toEqual([])
    expect(localStorage.length).toBe(0)
  })

  it.each(['nonsense', '{}', '[1, {}, {"data": 7}]', '[{"data":{},"message":1,"signature":2}]'])(
    '[G7] ignores the invalid stored value %s',
    async (stored) => {
      localStorage.setItem('billfold/siwx', stored)
      await expect(create().getSessions(CHAIN, MARA)).resolves.toEqual([])
    },
  )

  it('[A181] rejects with siwx_missing before it is attached to a Billfold', async () => {
    const message = localSiwx().createMessage({ accountAddress: MARA, chainId: CHAIN })
    await expect(message).rejects.toMatchObject({
      code: 'siwx_missing',
      message: expect.stringMatching(/^SIWX is not enabled/),
    })
  })
})
