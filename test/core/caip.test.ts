import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAccountId, namespaceOf, parseAccountId } from '../../src/core/caip.ts'

describe('[T10] An account has exactly three parts and a known namespace', () => {
  test.each([
    'eip155:1:0xabc',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P',
    'bip122:000000000019d6689c085ae165831e93:bc1q',
  ])('%s is one', (id) => {
    const { chainId, address } = parseAccountId(id)
    expect(formatAccountId(chainId, address)).toBe(id)
    expect(namespaceOf(chainId)).toBe(id.split(':')[0])
  })

  test.each([
    'constructor:1:0xabc',
    'eip155::1:0xabc',
    'eip155::x',
    'foo:1:x',
    '',
    'eip155',
    'eip155:1',
    'eip155:1:',
    ':1:0xabc',
    '::',
    'eip155:1:0xabc:',
    'eip155:1:0xabc:1',
    'EIP155:1:0xabc',
    ' eip155:1:0xabc',
  ])('"%s" is none', (id) => {
    expect(() => parseAccountId(id)).toThrow(expect.objectContaining({ code: 'bad_account' }))
  })

  test('no key of Object.prototype is a namespace', () => {
    for (const key of Object.getOwnPropertyNames(Object.prototype)) {
      expect(() => parseAccountId(`${key}:1:0xabc`)).toThrow()
      expect(() => namespaceOf(`${key}:1`)).toThrow()
    }
  })

  test('nothing else passes either', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parseAccountId(value as string)).toThrow(
          expect.objectContaining({ code: 'bad_account' }),
        )
      }),
    )
  })
})
