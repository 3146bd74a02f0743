/** A disk that comes and goes at random: what is read is never a mixture, and never what was to be forgotten. */
import * as fc from 'fast-check'
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Store, StoreRecord } from '../../../worker/base/context.ts'
import { propertyRuns } from '../../property-runs.ts'
import { createFakeClock, settle, through } from '../fake-clock.ts'
import { dump, openOn, orUnavailable } from './disk.ts'
import { createFaultyIndexedDb, type Fault } from './faulty-indexeddb.ts'
import { part, put, record } from './store-conformance.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

const fault = fc.constantFrom<Fault>('throws', 'fails', 'closes', 'is full', 'hangs')

describe('A tab with an unreliable disk', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constant('both'), rest: fc.nat(6) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('here', 'there'), rest: fc.nat(6) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('break'), fault, rest: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('mend'), rest: fc.constantFrom(0, 31_000) }) },
  )

  test('[G1] [F32] never undoes what a second tab with a working disk wrote, and finally reads the second tab’s records', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const inner = new fake.IDBFactory()
        const faulty = createFaultyIndexedDb(inner)
        const clock = createFakeClock()
        const [here, there] = [await openOn(faulty.indexedDB, clock), await openOn(inner, clock)]
        const written: number[] = []
        let id = 0
        const write = async (store: Store, rest: number) => {
          const mine = (id += 1)
          const known = await orUnavailable(clock, store.get('k'))
          const before = known === 'unavailable' ? [] : ((known?.value ?? []) as number[])
          await settle(rest)
          const update = store.update('k', (stored) => {
            const now = (stored?.value ?? []) as number[]
            return now.join() === before.join() ? { put: [record('k', '', [...now, mine])] } : undefined
          })
          if ((await through(clock, update)) && store === there) written.push(mine)
        }
        for (const one of steps) {
          if (one.does === 'break' && 'fault' in one) faulty.breaks = () => one.fault
          if (one.does === 'mend') {
            faulty.breaks = () => undefined
            await clock.advance(one.rest)
          }
          if (one.does === 'here') await write(here, one.rest)
          if (one.does === 'there') await write(there, one.rest)
          if (one.does === 'both') await Promise.all([write(here, one.rest), write(there, 0)])
        }
        faulty.breaks = () => undefined
        await clock.advance(31_000)
        await orUnavailable(clock, here.get('k'))
        await through(clock, put(here, record('anything', '')))
        await settle(30)
        const found = ((await (await openOn(inner)).get('k'))?.value ?? []) as number[]
        expect(found.filter((one) => written.includes(one))).toEqual(written)
        expect(((await here.get('k'))?.value ?? []) as number[]).toEqual(found)
        expect(here.kind).toBe('indexeddb')
      }),
      { numRuns: propertyRuns(40) },
    )
  })
})

describe('Forgetting an account on an unreliable disk', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('write', 'part', 'remove', 'read'), fault }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('forget', 'forget at once'), fault }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('break', 'mend', 'wait'), fault }) },
  )

  test('[F33] makes the account’s records unreadable, and finally removes them from the disk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const inner = new fake.IDBFactory()
        const faulty = createFaultyIndexedDb(inner)
        const clock = createFakeClock()
        const store = await openOn(faulty.indexedDB, clock)
        let id = 0
        let forgottenUpTo = 0
        const expectNothingOld = (text: string) => {
          for (const [, found] of text.matchAll(/canary (\d+)/g))
            expect(Number(found)).toBeGreaterThan(forgottenUpTo)
        }
        const write = (...parts: StoreRecord[]) => {
          id += 1
          return put(store, record('k', 'eip155:0xa', `canary ${id}`), ...parts)
        }
        const forget = async () => {
          forgottenUpTo = id
          const last = id
          await store.forget('eip155:0xa').then(
            async () => last === forgottenUpTo && expectNothingOld(await dump(inner)),
            (error: unknown) => expect(error).toMatchObject({ code: 'store_unavailable' }),
          )
        }
        for (const { does, fault } of steps) {
          if (does === 'break') faulty.breaks = () => fault
          if (does === 'mend') faulty.breaks = () => undefined
          if (does === 'wait') await clock.advance(31_000)
          if (does === 'write') await through(clock, write())
          if (does === 'part') await through(clock, write(part('k/1', 'eip155:0xa', `canary ${id + 1}`)))
          if (does === 'remove')
            await through(
              clock,
              store.update('k', () => ({ remove: ['k'] })),
            )
          if (does === 'forget') await through(clock, forget())
          // What is still waiting for its turn goes too.
          if (does === 'forget at once') await through(clock, Promise.all([write(), write(), forget()]))
          if (does === 'read') {
            const found = await orUnavailable(clock, store.list(''))
            expectNothingOld(JSON.stringify([found, await orUnavailable(clock, store.get('k'))]))
          }
        }
        faulty.breaks = () => undefined
        await clock.advance(31_000)
        await through(clock, put(store, record('other', '')))
        expectNothingOld(JSON.stringify(await through(clock, store.list(''))))
        expectNothingOld(await dump(inner))
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})
