/** Reads and changes Billfold's stored data. */
import type { Page } from 'playwright-core'
import type { Journey } from '../../sandbox/people/journey.ts'

/** All keys and values in localStorage, sessionStorage and IndexedDB as one text. */
export function readStorage(page: Page): Promise<string> {
  return page.evaluate(readStorageInPage)
}

/** Does the same as `readStorage`. Runs in the page. */
export async function readStorageInPage(): Promise<string> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
  const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name!))
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store).objectStore(store)
      found.push(name, store, await settled(records.getAllKeys()), await settled(records.getAll()))
    }
    database.close()
  }
  return JSON.stringify(found, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

/** Leaves the page, so that it doesn't overwrite the stored data, ages that data by `ms`, and opens the page again. */
export async function comeBackLater({ page, goto }: Journey, ms: number): Promise<void> {
  await page.goto(new URL('/config.json', page.url()).href)
  await passTime(page, ms)
  await goto()
}

/** Moves every stored time back by `ms` milliseconds. */
async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const shift = (value: unknown): unknown => {
      // Heads of lists are stored as JSON.
      if (typeof value === 'string') {
        return value.replace(/"fetchedAt":(\d+)/, (_, time: string) => `"fetchedAt":${Number(time) - ms}`)
      }
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
      if (Array.isArray(value)) return value.map(shift)
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) =>
          (key === 'fetchedAt' || key === 'at' || key === 'retryAt') && typeof inner === 'number'
            ? [key, inner - ms]
            : [key, shift(inner)],
        ),
      )
    }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('billfold-1')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction('records', 'readwrite')
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
      const request = transaction.objectStore('records').openCursor()
      request.addEventListener('success', () => {
        const { result: cursor } = request
        if (!cursor) return
        cursor.update(shift(cursor.value))
        cursor.continue()
      })
    })
    database.close()
  }, ms)
}
