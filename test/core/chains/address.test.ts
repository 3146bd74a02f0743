import bs58 from 'bs58'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupAddress, isEvmAddress, shortAddress } from '../../../src/core/chains/address.ts'
import { fromBase58 } from '../../../src/core/chains/byte-text.ts'
import { isSolanaAddress } from '../../../src/core/chains/solana-address.ts'

const address = '0x71C46fc2A9c17E0b33D4f8A1dA6e5b9C4e20c02A'

test('[A99] An EVM address is 40 hex digits, with or without 0x, in any letter case', () => {
  for (const one of [address, address.slice(2), address.toLowerCase(), `0x${'F'.repeat(40)}`]) {
    expect(isEvmAddress(one)).toBe(true)
  }
  for (const one of [
    '',
    '0x',
    address.slice(0, -1),
    `${address}0`,
    ` ${address}`,
    `${address}\n`,
    `0X${'a'.repeat(40)}g`,
  ]) {
    expect(isEvmAddress(one)).toBe(false)
  }
})

test('[A100] [T9] A Solana address is 32 to 44 base58 digits that stand for 32 bytes', () => {
  const system = '1'.repeat(32)
  for (const one of [system, '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv']) {
    expect(isSolanaAddress(one)).toBe(true)
  }
  for (const one of [
    system.slice(1),
    '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv1',
    ...Array.from('0OIl!', (digit) => digit + system.slice(1)),
    ` ${system}`,
    `${system}\n`,
    // 33 bytes in 44 digits; an address of Bitcoin and one of Tron, of 25 bytes.
    'z'.repeat(44),
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ]) {
    expect(isSolanaAddress(one)).toBe(false)
  }
})

test('[A100] Every key of 32 bytes has a Solana address, which decodes to the same key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      const address = bs58.encode(key)
      expect(isSolanaAddress(address)).toBe(true)
      expect(fromBase58(address)).toEqual(key)
    }),
  )
})

test('A shortened address keeps its start and its end', () => {
  expect(shortAddress(address)).toBe('0x71C4…c02A')
  expect(shortAddress('7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv')).toBe('7S3P…AaKv')
  expect(shortAddress('0x1234')).toBe('0x1234')
})

test('A full address is shown in groups of four characters, without losing a character', () => {
  expect(groupAddress(address).slice(0, 3)).toEqual(['0x', '71C4', '6fc2'])
  expect(groupAddress(address).join('')).toBe(address)
})
