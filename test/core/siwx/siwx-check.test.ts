import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSiwxMessage } from '../../../src/core/siwx/siwx-check.ts'
import { formatSiwxMessage, type SIWXMessageData } from '../../../src/core/siwx/siwx-message.ts'
import { propertyRuns } from '../../property-runs.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const MINUTE = 60_000
const address = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'
const at = (offset: number) => new Date(NOW + offset).toISOString()
const data: SIWXMessageData = {
  accountAddress: address,
  chainId: 'eip155:1',
  domain: 'driftwood.example:8080',
  uri: 'https://driftwood.example:8080/swap',
  version: '1',
  nonce: '12345678',
  issuedAt: at(0),
}
const expected = {
  domain: 'driftwood.example:8080',
  caipNetworkId: 'eip155:1',
  address,
  nonce: '12345678',
} as const

const check = (change: Partial<SIWXMessageData>, wanted: object = expected, now = NOW) =>
  checkSiwxMessage(formatSiwxMessage({ ...data, ...change }, 'Ethereum'), wanted as typeof expected, now)

describe('[F22] A signed sign-in message', () => {
  it('is accepted if its fields have the requested values', () => {
    expect(check({})).toEqual({ data })
    expect(check({ accountAddress: address.toLowerCase(), chainId: '1' }).fault).toBeUndefined()
    expect(check({}, { ...expected, nonce: undefined }).fault).toBeUndefined()
  })

  it.each([
    [{ domain: 'driftw00d.example:8080' }, 'domain'],
    [{ domain: 'driftwood.example' }, 'domain'],
    [{ uri: 'https://elsewhere.example' }, 'domain'],
    [{ chainId: 'eip155:10' }, 'chain'],
    [{ chainId: '10' }, 'chain'],
    [{ accountAddress: address.replace('71', '72') }, 'address'],
    [{ nonce: '87654321' }, 'nonce'],
    [{ issuedAt: at(6 * MINUTE) }, 'early'],
    [{ notBefore: at(6 * MINUTE) }, 'early'],
    [{ expirationTime: at(-6 * MINUTE) }, 'expired'],
  ])('is rejected if a field has the wrong value %j, with the fault: %s', (change, fault) => {
    expect(check(change)).toEqual({ fault })
  })

  it('is rejected if its text can’t be parsed', () => {
    expect(checkSiwxMessage('Hello', expected, NOW)).toEqual({ fault: 'malformed' })
  })

  it('is rejected on Solana if its address differs from the account’s address only in letter case', () => {
    const onSolana = { ...expected, caipNetworkId: 'solana:main', address: 'EPjF' }
    expect(check({ chainId: 'solana:main', accountAddress: 'EPjF' }, onSolana).fault).toBeUndefined()
    expect(check({ chainId: 'solana:main', accountAddress: 'EPjf' }, onSolana)).toEqual({ fault: 'address' })
  })

  it('is accepted if the clocks differ by up to five minutes, and rejected if they differ by more', () => {
    const DAY = 24 * 60 * MINUTE
    fc.assert(
      fc.property(fc.integer({ min: -DAY, max: DAY }), (skew) => {
        const { fault } = check({ expirationTime: at(0) }, expected, NOW + skew)
        expect(fault).toBe(skew < -5 * MINUTE ? 'early' : skew >= 5 * MINUTE ? 'expired' : undefined)
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })
})
