/** What every store must do, whatever it is made of. */
import { describe, expect, test } from 'vitest'
import type { Store, StoreRecord } from '../../../worker/context.ts'

export function record(key: string, owner = 'eip155:0xa', value: unknown = `value of ${key}`): StoreRecord {
  return { key, owner, value, bytes: 100 }
}

/** A part of the record whose key comes before its last slash. */
export function part(key: string, owner = 'eip155:0xa', value: unknown = `value of ${key}`): StoreRecord {
  return { key, owner, value }
}

export function testStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    test('what was written is there, and the newest wins', async () => {
      const store = await open()
      expect(await store.get('portfolio/a')).toBeUndefined()
      await store.write([record('portfolio/a'), record('portfolio/b')])
      await store.write([record('portfolio/a', 'eip155:0xa', { amount: 2n ** 200n, list: [1, undefined] })])
      expect(await store.get('portfolio/a')).toEqual(
        record('portfolio/a', 'eip155:0xa', { amount: 2n ** 200n, list: [1, undefined] }),
      )
      expect(await store.get('portfolio/b')).toEqual(record('portfolio/b'))
    })

    test('a list holds the records of one prefix in the order of their keys', async () => {
      const store = await open()
      await store.write(['a/3', 'a/1', 'b/1', 'a/2', 'a'].map((key) => record(key)))
      expect((await store.list('a/')).map(({ key }) => key)).toEqual(['a/1', 'a/2', 'a/3'])
      expect(await store.list('c')).toEqual([])
    })

    test('one write adds and removes', async () => {
      const store = await open()
      await store.write([record('a/1'), record('a/2')])
      await store.write([record('a/3')], ['a/1', 'unknown'])
      expect((await store.list('a/')).map(({ key }) => key)).toEqual(['a/2', 'a/3'])
    })

    test('forgetting an owner removes all of its records and no other', async () => {
      const store = await open()
      await store.write([record('a/1'), record('b/1', 'eip155:0xb'), record('n', ''), record('a/2')])
      await store.forget('eip155:0xa')
      expect((await store.list('')).map(({ key }) => key)).toEqual(['b/1', 'n'])
      expect(await store.get('a/1')).toBeUndefined()
      await store.write([record('a/1')])
      expect(await store.get('a/1')).toEqual(record('a/1'))
    })

    test('parts are read, listed, removed and forgotten with their record', async () => {
      const store = await open()
      await store.write([record('a/1'), part('a/1/x'), part('a/1/y'), record('a/2')])
      await store.write([record('a/10', 'eip155:0xb'), part('a/10/x', 'eip155:0xb')])
      expect(await store.get('a/1/x')).toEqual(part('a/1/x'))
      expect(await store.list('a/1/')).toEqual([part('a/1/x'), part('a/1/y')])
      await store.write([part('a/1/z')], ['a/1/x'])
      expect((await store.list('a/1/')).map(({ key }) => key)).toEqual(['a/1/y', 'a/1/z'])
      await store.forget('eip155:0xa')
      expect((await store.list('')).map(({ key }) => key)).toEqual(['a/10', 'a/10/x'])
    })

    test('writes that were not waited for keep their order', async () => {
      const store = await open()
      await Promise.all([
        store.write([record('a/1', 'eip155:0xa', 'first')]),
        store.write([record('a/1', 'eip155:0xa', 'second')]),
        store.forget('eip155:0xa'),
        store.write([record('a/2', 'eip155:0xa', 'third')]),
      ])
      expect((await store.list('a/')).map(({ value }) => value)).toEqual(['third'])
    })
  })
}
