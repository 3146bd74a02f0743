/** Opens the domains' store on an in-memory IndexedDB, and dumps its contents. */
import * as fake from 'fake-indexeddb'
import { hasCode } from '../../../src/core/base/errors.ts'
import type { Store } from '../../../worker/base/context.ts'
import { openStore } from '../../../worker/store/open-store.ts'
import { createFakeClock, type FakeClock, settle, through } from '../fake-clock.ts'

export const IDBKeyRange = fake.IDBKeyRange as unknown as typeof globalThis.IDBKeyRange

/** Opens a store, and resolves once its backend is known. */
export async function openOn(
  indexedDB: IDBFactory | undefined,
  clock: FakeClock = createFakeClock(),
  getQuota: () => Promise<number | undefined> = async () => undefined,
): Promise<Store> {
  const store = openStore({ clock, indexedDB, IDBKeyRange, getQuota })
  for (let step = 0; step < 150 && store.kind === 'opening'; step += 1)
    await clock.advance(step < 20 ? 0 : 250)
  return store
}

export async function orUnavailable<T>(clock: FakeClock, reading: Promise<T>): Promise<T | 'unavailable'> {
  try {
    return await through(clock, reading)
  } catch (error) {
    if (hasCode(error, 'store_unavailable')) return 'unavailable'
    throw error
  }
}

/** All records of the database as text. */
export async function dump(indexedDB: IDBFactory): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name }) => name!)
  const texts: string[] = []
  for (const name of names) {
    const opening = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('cannot open'))
    })
    const db = await Promise.race([opening, settle(200)])
    // Skip a database whose creation was aborted: fake-indexeddb can't open it, and it has no records.
    if (!db) continue
    for (const store of db.objectStoreNames) {
      const request = db.transaction(store).objectStore(store).getAll()
      await new Promise((resolve) => (request.onsuccess = resolve))
      texts.push(
        JSON.stringify(request.result, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
    }
    db.close()
  }
  return texts.join('\n')
}
