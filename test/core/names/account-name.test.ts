import { ens_normalize } from '@adraffy/ens-normalize'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createNameMessage,
  findNameFault,
  MAX_LABEL_LENGTH,
  readLabel,
  toFullName,
} from '../../../src/core/names/account-name.ts'
import { propertyRuns } from '../../property-runs.ts'
import '../../seed.ts'

describe('[A96] [T20] A name to register', () => {
  test.each([
    ['abc', 'short'],
    ['', 'short'],
    ['ab-1', undefined],
    ['mara', undefined],
    ['1234', undefined],
    ['ab_1', 'characters'],
    ['Mara', 'characters'],
    ['mara.', 'characters'],
    ['ma ra', 'characters'],
    ['mаra', 'characters'],
    ['mara\u200B', 'characters'],
    ['MARA', 'characters'],
    ['xn--ls8h', 'hyphens'],
    ['ab--cd', 'hyphens'],
    ['abc--d', undefined],
    ['a'.repeat(MAX_LABEL_LENGTH), undefined],
    ['a'.repeat(MAX_LABEL_LENGTH + 1), 'long'],
  ])('"%s" has the fault (undefined: valid): %s', (label, fault) => expect(findNameFault(label)).toBe(fault))

  test('is in ENS normal form, and at most 64 characters long including .reown.id, if it is accepted', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abz019-_.AZ\u0430 '), maxLength: 70 })
    const label = fc.oneof(
      letters,
      fc.string({ unit: fc.constantFrom(...'ab1-'), minLength: 4, maxLength: 60 }),
    )
    fc.assert(
      fc.property(label, (text) => {
        if (findNameFault(text)) return
        const name = toFullName(text)
        expect(ens_normalize(name)).toBe(name)
        expect(name).toMatch(/^[a-z0-9.-]{3,64}$/)
        expect(readLabel(name)).toBe(text)
      }),
      { numRuns: propertyRuns(10_000) },
    )
  })
})

test.each([
  'mara.eth',
  'mara',
  'abc.reown.id',
  'a.mara.reown.id',
  'Mara.reown.id',
  '.reown.id',
  'mara.reown.id.',
])('No label is read from "%s", which is not a full name that can be registered', (name) =>
  expect(readLabel(name)).toBeUndefined(),
)

test('[T20] The message of a name registration has the name, empty attributes and the time in seconds, in this order', () => {
  expect(createNameMessage('mara.reown.id', 1_764_000_000_999)).toBe(
    '{"name":"mara.reown.id","attributes":{},"timestamp":1764000000}',
  )
})
