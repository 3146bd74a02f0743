/** IndexedDB that is forbidden, broken, newer than we are, or full: Billfold stays usable and the session stays. */
import { expect, it } from 'vitest'
import { type Journey } from '../../sandbox/people/journey.ts'
import { ACCOUNT } from './button-words.ts'
import { readStorage } from './storage.ts'
import { useRandom } from '../seed.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

/** Code that runs in the worker before its own script. */
async function patchWorker({ page }: Journey, code: string): Promise<void> {
  await page.addInitScript((patch) => {
    const toUrl = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        const own = new URL(url, location.href).href
        super(toUrl(`import '${toUrl(patch)}'; import '${own}'`), options)
      }
    }
  }, code)
}

/** Runs in the page before anything of Billfold's exists there. */
async function prepareDatabase(journey: Journey, prepare: () => Promise<void>): Promise<void> {
  await journey.page.goto(`${world.sandbox.urls.page}/config.json`)
  await journey.page.evaluate(prepare)
}

/** Everything that a person does, and the same again after a reload. */
async function expectUsable(journey: Journey): Promise<void> {
  const { modal, button } = journey
  await journey.goto()
  await journey.connect('Harbor')
  for (let visit = 0; visit < 2; visit++) {
    await button.getByText(ACCOUNT).waitFor()
    await journey.open()
    await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
    await journey.showTab('Activity')
    await modal.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    expect(await modal.getByRole('alert').count()).toBe(0)
    if (visit === 0) await journey.reload()
  }
}

it('[F31] Billfold works from memory if IndexedDB is forbidden', { tags: 'quick' }, async () => {
  const journey = await world.visit()
  await patchWorker(
    journey,
    `Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError') } })`,
  )
  await expectUsable(journey)
})

it('[F31] Billfold works from memory if IndexedDB never answers', async () => {
  const journey = await world.visit()
  await patchWorker(journey, `IDBFactory.prototype.open = () => new EventTarget()`)
  await expectUsable(journey)
})

it('[F31] A database that has Billfold’s name but unknown tables is replaced by a new database', async () => {
  const journey = await world.visit()
  await prepareDatabase(journey, async () => {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('billfold-1', 4_000)
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore('records', { autoIncrement: true }).add({ junk: true })
      })
      request.addEventListener('success', () => (request.result.close(), resolve()))
      request.addEventListener('error', () => reject(request.error))
    })
  })
  await expectUsable(journey)
  await expect.poll(() => readStorage(journey.page)).toContain('Harbor Dollar')
})

it('[F31] Corrupt database records are ignored and replaced by new records', async () => {
  const journey = await world.visit()
  await expectUsable(journey)
  await journey.page.evaluate(
    async (shift) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('billfold-1')
        request.addEventListener('success', () => resolve(request.result))
      })
      await new Promise<void>((resolve) => {
        const transaction = database.transaction('records', 'readwrite')
        transaction.addEventListener('complete', () => resolve())
        const cursors = transaction.objectStore('records').openCursor()
        const junk = ['{"half":', 42, null, { value: [] }, '[]', '{}', 'null']
        let place = shift
        cursors.addEventListener('success', () => {
          const cursor = cursors.result
          if (!cursor) return
          cursor.update({ ...cursor.value, value: junk[place++ % junk.length] })
          cursor.continue()
        })
      })
      database.close()
    },
    useRandom().between(0, 6),
  )
  const { modal } = journey
  await journey.reload()
  await journey.open()
  await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
  await journey.showTab('Activity')
  await modal.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
})

it('[F31] Billfold works with a full disk, and the session survives a reload', async () => {
  const journey = await world.visit()
  const cdp = await journey.context.newCDPSession(journey.page)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: world.sandbox.urls.page, quotaSize: 1 })
  await expectUsable(journey)
})

/** What another page of this origin does to the disk, for real. It begins at once and ends by itself. */
const troubles = {
  'takes 6 s to open because another tab is upgrading it': async () => {
    const request = indexedDB.open('billfold-1', 5_000)
    await new Promise<void>((resolve) => {
      request.addEventListener('upgradeneeded', () => {
        const records = request.transaction!.objectStore('records')
        const end = performance.now() + 6_000
        const hold = () => performance.now() < end && records.count().addEventListener('success', hold)
        hold()
        resolve()
      })
    })
    request.addEventListener('success', () => request.result.close())
  },
  'does not answer for 7 s because another tab is writing': async () => {
    const request = indexedDB.open('billfold-1')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const database = request.result
    const records = database.transaction('records', 'readwrite').objectStore('records')
    const end = performance.now() + 7_000
    await new Promise<void>((resolve) => {
      const hold = () => {
        resolve()
        if (performance.now() < end) records.count().addEventListener('success', hold)
        else database.close()
      }
      records.count().addEventListener('success', hold)
    })
  },
}

it.each(Object.entries(troubles))(
  '[G1] [F31] A history of 2,000 rows is complete even if the database %s',
  async (_, trouble) => {
    const { sandbox } = world
    await sandbox.control.generate({ account: sandbox.accounts.mara, count: 2_500 })
    const journey = await world.visit()
    const { modal } = journey
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await journey.showTab('Activity')
    const first = modal.locator('[data-row]').first()
    await first.waitFor()
    const countRows = async () => Number(await first.getAttribute('aria-setsize'))
    await expect
      .poll(
        async () => {
          await modal
            .locator('[role=tabpanel] .scroll')
            .evaluate((list) => (list.scrollTop = list.scrollHeight))
          return countRows()
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(2_000)
    const shown = await countRows()
    // Where the disk was slow, rows are shown before it has them.
    await expect.poll(() => countHashes(journey), { timeout: 60_000 }).toBeGreaterThanOrEqual(shown)
    const stored = await countHashes(journey)

    const other = await journey.context.newPage()
    await other.goto(`${sandbox.urls.page}/config.json`)
    await other.evaluate(trouble)
    await journey.reload()
    await journey.open()
    await journey.showTab('Activity')
    // While the disk is away the network's answer is shown.
    await first.waitFor()
    await expect.poll(countRows, { timeout: 60_000 }).toBeGreaterThanOrEqual(shown)
    await other.close()
    await expect.poll(() => countHashes(journey), { timeout: 60_000 }).toBeGreaterThanOrEqual(stored)
  },
)

/** Transactions that the database names. */
async function countHashes(journey: Journey): Promise<number> {
  return new Set((await readStorage(journey.page)).match(/0x[0-9a-f]{64}/g)).size
}
