import { expect, it } from 'vitest'
import { dropSeen, getSeen, keepSeen } from '../../src/base/seen.ts'
import { SEEN } from '../../src/base/storage.ts'
import { createStorage } from '../create-storage.ts'

const NOW = 1_795_000_000_000
const MINUTE = 60_000
const value = (value: number, at: number) => ({ value, unpriced: 0, at })

it('The change since the last visit is counted from the last value of the previous visit, not from a value of this visit', () => {
  const storage = createStorage()
  keepSeen(storage, 'eip155:1:0xa', value(10, NOW))
  expect(getSeen(storage, 'eip155:1:0xa', NOW + MINUTE)).toBeUndefined()

  const later = NOW + 120 * MINUTE
  expect(getSeen(storage, 'eip155:1:0xa', later)).toEqual(value(10, NOW))
  keepSeen(storage, 'eip155:1:0xa', value(12, later))
  keepSeen(storage, 'eip155:1:0xa', value(13, later + MINUTE))
  expect(getSeen(storage, 'eip155:1:0xa', later + 2 * MINUTE)).toEqual(value(10, NOW))
  expect(getSeen(storage, 'eip155:1:0xa', later + 60 * MINUTE)).toEqual(value(13, later + MINUTE))
})

it('When an account is removed, its values of the last visit are removed for all networks, and other accounts keep theirs', () => {
  const storage = createStorage()
  for (const account of ['eip155:1:0xa', 'eip155:8453:0xa', 'eip155:1:0xb'] as const)
    keepSeen(storage, account, value(1, NOW))
  dropSeen(storage, 'eip155:1:0xa')
  expect(storage.getItem(SEEN)).not.toContain('0xa')
  expect(getSeen(storage, 'eip155:1:0xb', NOW + 60 * MINUTE)).toEqual(value(1, NOW))
})

it.each(['{', 'null', '[]', '7', '{"eip155:1:0xa":null}', '{"eip155:1:0xa":{"last":{"value":"1"}}}'])(
  'Invalid stored values of the last visit are ignored and overwritten: %s',
  (junk) => {
    const storage = createStorage()
    storage.setItem(SEEN, junk)
    expect(getSeen(storage, 'eip155:1:0xa', NOW)).toBeUndefined()
    keepSeen(storage, 'eip155:1:0xa', value(1, NOW))
    expect(getSeen(storage, 'eip155:1:0xa', NOW + 60 * MINUTE)).toEqual(value(1, NOW))
  },
)

it('The values of the last visit are unknown if there is no storage, and no error is thrown', () => {
  keepSeen(undefined, 'eip155:1:0xa', value(1, NOW))
  expect(getSeen(undefined, 'eip155:1:0xa')).toBeUndefined()
})
