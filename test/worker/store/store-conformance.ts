/** Tests that every store must pass, whatever its backend. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store, StoreRecord } from '../../../worker/base/context.ts'
import { settle } from '../fake-clock.ts'
import { propertyRuns } from '../../property-runs.ts'

export function record(key: string, owner = 'eip155:0xa', value: unknown = `value of ${key}`): StoreRecord {
  return { key, owner, value, bytes: 100 }
}

/** A part of the record whose key ends before the last slash. */
export function part(key: string, owner = 'eip155:0xa', value: unknown = `value of ${key}`): StoreRecord {
  return { key, owner, value }
}

/** Writes a record and its parts unconditionally. */
export function put(store: Pick<Store, 'update'>, head: StoreRecord, ...parts: StoreRecord[]) {
  return store.update(head.key, () => ({ put: [head, ...parts] }))
}

export function remove(store: Pick<Store, 'update'>, key: string) {
  return store.update(key, () => ({ remove: [key] }))
}

export type CommonStore = Pick<Store, 'get' | 'list' | 'update' | 'forget'>

/** @param openBoth opens two stores on the same records */
export function testStore(name: string, openBoth: () => Promise<[CommonStore, CommonStore]>): void {
  const open = async () => (await openBoth())[0]

  describe(name, () => {
    test('returns a written record, and the newest of two', async () => {
      const store = await open()
      expect(await store.get('portfolio/a')).toBeUndefined()
      const value = { amount: 2n ** 200n, list: [1, undefined] }
      expect(await put(store, record('portfolio/a'))).toBe(true)
      await put(store, record('portfolio/b'))
      await put(store, record('portfolio/a', 'eip155:0xa', value))
      expect(await store.get('portfolio/a')).toEqual(record('portfolio/a', 'eip155:0xa', value))
      expect(await store.get('portfolio/b')).toEqual(record('portfolio/b'))
    })

    test('lists the records of one prefix in the order of their keys', async () => {
      const store = await open()
      for (const key of ['a/3', 'a/1', 'b/1', 'a/2', 'a']) await put(store, record(key))
      expect((await store.list('a/')).map(({ key }) => key)).toEqual(['a/1', 'a/2', 'a/3'])
      expect(await store.list('c')).toEqual([])
    })

    test('gives an update the stored record, and writes nothing if the update returns nothing', async () => {
      const store = await open()
      const seen: unknown[] = []
      const decide = (answer: boolean) => (stored: StoreRecord | undefined) => {
        seen.push(stored)
        return answer ? { put: [record('a/1')] } : undefined
      }
      expect(await store.update('a/1', decide(false))).toBe(false)
      expect(await store.update('a/1', decide(true))).toBe(true)
      expect(await store.update('a/1', decide(false))).toBe(false)
      expect(await store.get('a/1')).toEqual(record('a/1'))
      // A store may call the function twice.
      expect(seen[0]).toBeUndefined()
      expect(seen.at(-1)).toEqual(record('a/1'))
    })

    test('writes nothing for an update that throws, rejects with its error, and goes on with later updates', async () => {
      const store = await open()
      await put(store, record('a/1'))
      const broken = store.update('a/1', () => {
        throw new RangeError('broken on purpose')
      })
      await expect(broken).rejects.toThrow(new RangeError('broken on purpose'))
      expect(await store.get('a/1')).toEqual(record('a/1'))
      expect(await put(store, record('a/2'))).toBe(true)
    })

    test('keeps two records apart if the key of one begins with the key of the other', async () => {
      const store = await open()
      await put(store, record('a/1'), part('a/1/x'))
      await put(store, record('a/10'), part('a/10/x'))
      const seen: unknown[] = []
      await store.update('a/1', (stored) => void seen.push(stored))
      await remove(store, 'a/10')
      await store.update('a/10', (stored) => void seen.push(stored))
      expect(seen).toEqual([record('a/1'), undefined])
      expect((await store.list('a/1')).map(({ key }) => key)).toEqual(['a/1', 'a/1/x'])
    })

    test('removes all records of a forgotten owner, and no others', async () => {
      const store = await open()
      await put(store, record('a/1'))
      await put(store, record('b/1', 'eip155:0xb'))
      await put(store, record('n', ''))
      await put(store, record('a/2'))
      await store.forget('eip155:0xa')
      expect((await store.list('')).map(({ key }) => key)).toEqual(['b/1', 'n'])
      expect(await store.get('a/1')).toBeUndefined()
      await put(store, record('a/1'))
      expect(await store.get('a/1')).toEqual(record('a/1'))
    })

    test('reads, lists, removes and forgets the parts of a record with their record', async () => {
      const store = await open()
      await put(store, record('a/1'), part('a/1/x'), part('a/1/y'), part('a/1/y/deep'))
      await put(store, record('a/2'))
      await put(store, record('a/10', 'eip155:0xb'), part('a/10/x', 'eip155:0xb'))
      expect(await store.get('a/1/x')).toEqual(part('a/1/x'))
      expect(await store.list('a/1/')).toEqual([part('a/1/x'), part('a/1/y'), part('a/1/y/deep')])
      await store.update('a/1', (head) => ({ put: [head!, part('a/1/z')], remove: ['a/1/y'] }))
      expect((await store.list('a/1/')).map(({ key }) => key)).toEqual(['a/1/x', 'a/1/z'])
      await store.update('a/1', (head) => ({ put: [head!, part('a/1/w')], remove: ['a/1'] }))
      expect((await store.list('a/1')).map(({ key }) => key)).toEqual(['a/1', 'a/1/w', 'a/10', 'a/10/x'])
      await remove(store, 'a/1')
      expect((await store.list('a/1')).map(({ key }) => key)).toEqual(['a/10', 'a/10/x'])
      await store.forget('eip155:0xb')
      expect((await store.list('')).map(({ key }) => key)).toEqual(['a/2'])
    })

    test('keeps the order of writes that the caller does not await', async () => {
      const store = await open()
      await Promise.all([
        put(store, record('a/1', 'eip155:0xa', 'first')),
        put(store, record('a/1', 'eip155:0xa', 'second')),
        store.forget('eip155:0xa'),
        put(store, record('a/2', 'eip155:0xa', 'third')),
      ])
      expect((await store.list('a/')).map(({ value }) => value)).toEqual(['third'])
    })

    test('[G1] [G2] loses no update of two concurrent writers, in any order', async () => {
      const step = fc.record({ writer: fc.nat(1), key: fc.constantFrom('a/1', 'a/2'), rest: fc.nat(4) })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 30 }), async (steps) => {
          const stores = await openBoth()
          const writing = []
          for (const [at, { writer, key, rest }] of steps.entries()) {
            const decide = (stored: StoreRecord | undefined) => ({
              put: [record(key, 'eip155:0xa', [...((stored?.value as number[]) ?? []), at])],
            })
            writing.push(stores[writer as 0 | 1].update(key, decide))
            await settle(rest)
          }
          expect(await Promise.all(writing)).toEqual(steps.map(() => true))
          for (const key of ['a/1', 'a/2']) {
            const expected = [...steps.keys()].filter((at) => steps[at]!.key === key)
            const found = ((await stores[0].get(key))?.value as number[] | undefined) ?? []
            expect([...found].sort((a, b) => a - b)).toEqual(expected)
          }
        }),
        { numRuns: propertyRuns(30) },
      )
    })
  })
}
