import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatSiwxMessage,
  parseSiwxMessage,
  type SIWXMessageData,
} from '../../../src/core/siwx/siwx-message.ts'
import { propertyRuns } from '../../property-runs.ts'

const data: SIWXMessageData = {
  accountAddress: '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A',
  chainId: 'eip155:1',
  domain: 'driftwood.example',
  uri: 'https://driftwood.example',
  version: '1',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-23T12:00:00.000Z',
}

describe('The sign-in message', () => {
  it('has its lines in the standard order, for networks of every namespace', () => {
    expect(formatSiwxMessage(data, 'Ethereum'))
      .toBe(`driftwood.example wants you to sign in with your Ethereum account:
0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A

URI: https://driftwood.example
Version: 1
Chain ID: eip155:1
Nonce: 0123456789abcdef0123456789abcdef
Issued At: 2026-11-23T12:00:00.000Z`)
    const onSolana = {
      ...data,
      accountAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      statement: 'Read the terms.',
      expirationTime: '2026-11-28T14:02:00Z',
      notBefore: '2026-11-23T11:00:00Z',
      requestId: 'request-7',
      resources: ['https://driftwood.example/terms', 'ipfs://bafy'],
    }
    expect(formatSiwxMessage(onSolana, 'Solana'))
      .toBe(`driftwood.example wants you to sign in with your Solana account:
EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v

Read the terms.

URI: https://driftwood.example
Version: 1
Chain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
Nonce: 0123456789abcdef0123456789abcdef
Issued At: 2026-11-23T12:00:00.000Z
Expiration Time: 2026-11-28T14:02:00Z
Not Before: 2026-11-23T11:00:00Z
Request ID: request-7
Resources:
- https://driftwood.example/terms
- ipfs://bafy`)
    const onBitcoin = {
      ...data,
      accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      chainId: 'bip122:000000000019d6689c085ae165831e93',
    }
    expect(formatSiwxMessage(onBitcoin, 'Bitcoin')).toContain('with your Bitcoin account:\nbc1qw508d6qejx')
  })

  it('is read with one or two empty lines before the URI, and with a chain id without a namespace', () => {
    const text = formatSiwxMessage({ ...data, chainId: '1' }, 'Ethereum')
    expect(text).toContain('\n\n\nURI')
    for (const one of [text, text.replace('\n\n\n', '\n\n')])
      expect(parseSiwxMessage(one)).toEqual({ data: { ...data, chainId: '1' }, networkName: 'Ethereum' })
  })

  const host = fc.domain()
  const line = fc.stringMatching(/^[ -~]{1,60}$/)
  const uri = fc.webUrl()
  const time = fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  const fields = fc.record({
    accountAddress: fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/),
    chainId: fc.stringMatching(/^([-a-z0-9]{3,8}:)?[-_a-zA-Z0-9]{1,32}$/),
    domain: host,
    uri,
    version: fc.constant('1' as const),
    nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,40}$/),
    statement: optional(line),
    issuedAt: optional(time.map((one) => one.toISOString())),
    expirationTime: optional(time.map((one) => one.toISOString())),
    notBefore: optional(time.map((one) => one.toISOString())),
    requestId: optional(fc.stringMatching(/^[!-~]{1,20}$/)),
    resources: optional(fc.array(uri, { minLength: 1, maxLength: 4 })),
  })
  const dropAbsent = (value: object) => JSON.parse(JSON.stringify(value)) as SIWXMessageData
  const name = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/)

  it('[F22] is read back as it was written, for any fields', () => {
    fc.assert(
      fc.property(fields, name, (given, networkName) => {
        const meant = dropAbsent(given)
        expect(parseSiwxMessage(formatSiwxMessage(meant, networkName))).toEqual({ data: meant, networkName })
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  it('[F22] is refused if any of its fields has a line break', () => {
    const texts = [
      'accountAddress',
      'chainId',
      'domain',
      'uri',
      'nonce',
      'statement',
      'issuedAt',
      'requestId',
    ]
    const breaks = fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\0', '\u202e', '\u200b')
    fc.assert(
      fc.property(fields, fc.constantFrom(...texts, 'name', 'resources'), breaks, (given, field, end) => {
        const smuggled = `a${end}Nonce: 12345678`
        const wrong = { ...dropAbsent(given), [field]: field === 'resources' ? [smuggled] : smuggled }
        const networkName = field === 'name' ? smuggled : 'Ethereum'
        expect(() => formatSiwxMessage(wrong, networkName)).toThrow(
          expect.objectContaining({ code: 'siwx_message_bad' }),
        )
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  it('[F22] is rejected if its text deviates from the format, even by one character', () => {
    const text = formatSiwxMessage({ ...data, statement: 'Read.' }, 'Ethereum')
    for (const wrong of [
      text.replace('Version: 1', 'Version: 2'),
      text.replace('URI: ', 'URI:'),
      text.replace('account:', 'account'),
      text.replace('\nNonce: 0', '\nNonce: 0 '),
      text.replace('Chain ID', 'Chain Id'),
      text.replace(/\n/g, '\r\n'),
      text.replace('2026-11-23', '2026-02-30'),
      text.replace('T12:00', 'T25:00'),
      `${text}\n`,
      `${text}\nNonce: 12345678`,
      text.replace('Read.', ''),
      text.replace('\n\nURI', '\nURI'),
      text.replace('driftwood.example wants', 'drift wood wants'),
      `${text}\nResources:\n* https://driftwood.example`,
      text.padEnd(10_001, '1'),
    ])
      expect(parseSiwxMessage(wrong), wrong).toBeUndefined()
  })
})
