import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'

describe('[A101] [T10] A CAIP-10 account id', () => {
  test.each([
    'eip155:1:0xabc',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P',
    'bip122:000000000019d6689c085ae165831e93:bc1q',
  ])('is valid: %s', (id) => {
    const { namespace, caipNetworkId, address } = parseCaipAddress(id)
    expect(formatCaipAddress(caipNetworkId, address)).toBe(id)
    expect(namespace).toBe(id.split(':')[0])
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
  ])('is rejected: "%s"', (id) => {
    expect(() => parseCaipAddress(id)).toThrow(expect.objectContaining({ code: 'bad_account' }))
  })

  test('is rejected if its namespace is a key of Object.prototype', () => {
    for (const key of Object.getOwnPropertyNames(Object.prototype)) {
      expect(() => parseCaipAddress(`${key}:1:0xabc`)).toThrow()
    }
  })

  test('is not read from random values of any type', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parseCaipAddress(value as string)).toThrow(
          expect.objectContaining({ code: 'bad_account' }),
        )
      }),
    )
  })
})
