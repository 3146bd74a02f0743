import { expect, test } from 'vitest'
import { groupAddress, isEvmAddress, shortAddress } from '../../src/core/address.ts'

const address = '0x71C46fc2A9c17E0b33D4f8A1dA6e5b9C4e20c02A'

test('an EVM address is 40 hex digits, with or without 0x, in any case', () => {
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

test('a short address keeps its start and its end', () => {
  expect(shortAddress(address)).toBe('0x71C4…c02A')
  expect(shortAddress('7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv')).toBe('7S3P…AaKv')
  expect(shortAddress('0x1234')).toBe('0x1234')
})

test('a whole address stands in fours, and nothing of it is lost', () => {
  expect(groupAddress(address).slice(0, 3)).toEqual(['0x', '71C4', '6fc2'])
  expect(groupAddress(address).join('')).toBe(address)
})
