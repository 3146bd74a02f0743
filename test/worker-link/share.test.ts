import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { share } from '../../src/worker-link/share.ts'

it('share(old, new) returns a value equal to new, whatever old is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
      expect(share(old, next)).toEqual(next)
    }),
  )
})

it('share(old, new) returns the old object when nothing has changed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'))
      expect(share(value, structuredClone(value))).toBe(value)
    }),
  )
})

it('share(old, new) keeps the object of each unchanged row', () => {
  const old = {
    rows: [
      { id: 'a', amount: 1n },
      { id: 'b', amount: 2n },
    ],
  }
  const next = {
    rows: [
      { id: 'a', amount: 1n },
      { id: 'b', amount: 3n },
    ],
  }
  const shared = share(old, next)
  expect(shared.rows[0]).toBe(old.rows[0])
  expect(shared.rows[1]).toEqual({ id: 'b', amount: 3n })
})

it('[F6] share(old, new) treats keys such as __proto__ as ordinary keys', () => {
  const next = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}') as Record<string, unknown>
  for (const old of [{}, { a: 1 }, JSON.parse('{"__proto__":{"isAdmin":false}}') as object]) {
    const shared = share<object>(old, next) as Record<string, unknown>
    expect(Object.getPrototypeOf(shared)).toBe(Object.prototype)
    expect(Object.keys(shared)).toEqual(['__proto__', 'constructor'])
    expect(shared['isAdmin']).toBeUndefined()
  }
  const same = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1}') as object
  expect(share<object>(next, same)).toBe(next)
})
