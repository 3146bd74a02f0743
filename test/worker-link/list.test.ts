import { signal } from '@preact/signals-core'
import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { type ListHead, PAGE_SIZE, type PackedPage } from '../../src/core/contract/list.ts'
import type { PageInput, Snapshot } from '../../src/core/contract/protocol.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { packPage } from '../../worker/base/message-size.ts'
import { createList, type List } from '../../src/worker-link/list.ts'
import { eventually } from '../eventually.ts'
import { tokenAt } from '../ui/fake-shell.ts'
import { propertyRuns } from '../property-runs.ts'

/** A worker whose answers wait until the test lets them go. */
function createWorld() {
  const heads = new Map<string, ReturnType<typeof signal<Snapshot<ListHead>>>>()
  const open: { input: PageInput; resolve(page: PackedPage): void; reject(error: Error): void }[] = []
  const headOf = (account: string) => {
    let found = heads.get(account)
    if (!found) {
      found = signal<Snapshot<ListHead>>({ data: undefined, fetchedAt: undefined, status: 'loading' })
      heads.set(account, found)
    }
    return found
  }
  const shell = {
    topic: (_name: string, { account }: { account: string }) => headOf(account),
    call: (_command: string, input: PageInput) =>
      new Promise<PackedPage>((resolve, reject) => open.push({ input, resolve, reject })),
  } as unknown as Pick<Shell, 'topic' | 'call'>
  return {
    shell,
    open,
    head(account: string, head: ListHead) {
      headOf(account).value = { data: head, fetchedAt: 1, status: 'fresh' }
    },
    /** Answers the oldest request for a page. */
    async answer(index: number, version: number, mark = `v${version}`) {
      const at = open.findIndex(({ input }) => input.index === index)
      const [request] = open.splice(at, 1)
      request!.resolve(answer(index, version, mark))
      await Promise.resolve()
      await Promise.resolve()
    },
    pages: () => open.map(({ input }) => input.index).sort((a, b) => a - b),
  }
}

function answer(page: number, version: number, mark: string): PackedPage {
  const rows = Array.from({ length: PAGE_SIZE }, (_, offset) => ({
    ...tokenAt(page * PAGE_SIZE + offset),
    name: `${mark} ${page * PAGE_SIZE + offset}`,
  }))
  return packPage({ version, rows }, 'A page')
}

const head = (version: number, dirty: ListHead['dirty'], total = 1_000): ListHead => ({
  version,
  since: version - 1,
  dirty,
  total,
})
const A: CaipAddress = 'eip155:1:0xa'

let world: ReturnType<typeof createWorld>
let list: List<{ name: string }>
let stop: () => void
beforeEach(() => {
  world = createWorld()
  list = createList(world.shell, 'portfolio', { account: A })
  stop = list.start()
})

test('a list loads the page of rows in view and the next three pages', async () => {
  list.show(0, 10)
  expect(world.pages()).toEqual([])
  world.head(A, head(1, [[0, 1_000]]))
  expect(world.pages()).toEqual([0, 1, 2, 3])
  await world.answer(0, 1)
  expect(list.get(5)?.name).toBe('v1 5')
  expect(list.get(150)).toBeUndefined()
})

test('a list shows the rows with which it was created until their page has loaded', async () => {
  list = createList(world.shell, 'portfolio', { account: A }, [{ ...tokenAt(0), name: 'known' }])
  stop = list.start()
  world.head(A, head(1, [[0, 1_000]]))
  list.show(0, 10)
  expect([list.get(0)?.name, list.get(1)]).toEqual(['known', undefined])
  await world.answer(0, 1)
  expect(list.get(0)?.name).toBe('v1 0')
})

test('a list reloads only changed pages, and shows the old rows until the new rows have loaded', async () => {
  world.head(A, head(1, [[0, 1_000]]))
  list.show(0, 10)
  for (const index of [0, 1, 2, 3]) await world.answer(index, 1)
  world.head(A, head(2, [[100, 120]]))
  expect(world.pages()).toEqual([1])
  expect(list.get(105)?.name).toBe('v1 105')
  await world.answer(1, 2)
  expect(list.get(105)?.name).toBe('v2 105')
  expect(list.get(5)?.name).toBe('v1 5')
})

test('a list reloads every page if it has missed a version of the worker’s data', async () => {
  world.head(A, head(1, [[0, 1_000]]))
  list.show(0, 10)
  for (const index of [0, 1, 2, 3]) await world.answer(index, 1)
  world.head(A, { version: 5, since: 4, dirty: [], total: 1_000 })
  expect(world.pages()).toEqual([0, 1, 2, 3])
})

test('a list drops an answer with an outdated version of a page, and requests that page a second time', async () => {
  world.head(A, head(1, [[0, 1_000]]))
  list.show(0, 10)
  world.head(A, head(2, [[0, 1_000]]))
  await world.answer(0, 1)
  expect(list.get(0)).toBeUndefined()
  expect(world.pages()).toContain(0)
  await world.answer(0, 2)
  expect(list.get(0)?.name).toBe('v2 0')
})

test('a list reloads every page if the worker restarts with a lower version', async () => {
  world.head(A, head(7, [[0, 1_000]]))
  list.show(0, 10)
  for (const index of [0, 1, 2, 3]) await world.answer(index, 7)
  world.head(A, head(1, [[0, 1_000]]))
  expect(world.pages()).toEqual([0, 1, 2, 3])
})

test('a list keeps the objects of unchanged rows when their page reloads, so that the rows do not render again', async () => {
  world.head(A, head(1, [[0, 1_000]]))
  list.show(0, 10)
  await world.answer(0, 1, 'same')
  const before = list.get(3)
  const revision = list.revision.peek()
  world.head(A, head(2, [[0, 50]]))
  await world.answer(0, 2, 'same')
  expect(list.get(3)).toBe(before)
  expect(list.revision.peek()).toBe(revision)
})

test('a list keeps at most twenty pages of rows in memory', async () => {
  world.head(A, head(1, [[0, 10_000]], 10_000))
  for (let page = 0; page < 60; page++) {
    list.show(page * PAGE_SIZE, page * PAGE_SIZE + 10)
    while (world.open.length > 0) await world.answer(world.open[0]!.input.index, 1)
  }
  const held = Array.from({ length: 100 }, (_, page) => page).filter((page) => list.get(page * PAGE_SIZE))
  expect(held.length).toBeLessThanOrEqual(20)
  expect(held).toContain(59)
})

test('a list reports that a page has failed to load, and can retry it', async () => {
  world.head(A, head(1, [[0, 50]], 50))
  list.show(0, 10)
  world.open.shift()!.reject(new Error('no answer'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(list.error.peek()?.message).toBe('no answer')
  list.retry()
  expect(list.error.peek()).toBeUndefined()
  await world.answer(0, 1)
  expect(list.get(0)?.name).toBe('v1 0')
})

test('a list returns rows with any text exactly as the worker sent them', async () => {
  world.head(A, head(1, [[0, 300]], 300))
  list.show(0, 10)
  const mark = 'line\nfeed, "quotes", \\, 字, 👩‍👩‍👧, \u2028'
  await world.answer(0, 1, mark)
  expect(list.get(0)).toEqual({ ...tokenAt(0), name: `${mark} 0` })
  expect(list.get(99)).toEqual({ ...tokenAt(99), name: `${mark} 99` })
})

test('a list notifies its subscribers when the page in view or an adjacent page has loaded', async () => {
  world.head(A, head(1, [[0, 1_000]]))
  list.show(185, 199)
  await world.answer(1, 1)
  await eventually(() => expect(list.revision.peek()).toBe(1))
  await world.answer(2, 1)
  await eventually(() => expect(list.revision.peek()).toBe(2))
  await world.answer(4, 1)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(list.revision.peek()).toBe(2)
})

test('a list whose last page is not full has undefined after its last row', async () => {
  world.head(A, head(1, [[0, 3]], 3))
  list.show(0, 3)
  const rows = [0, 1, 2].map((index) => tokenAt(index))
  world.open.pop()!.resolve(packPage({ version: 1, rows }, 'A page'))
  await eventually(() => expect(list.get(2)).toEqual(tokenAt(2)))
  expect(list.get(3)).toBeUndefined()
})

test('a stopped list requests no pages, and ignores answers to its earlier requests', async () => {
  world.head(A, head(1, [[0, 50]], 50))
  list.show(0, 10)
  stop()
  await world.answer(0, 1)
  expect(list.get(0)).toBeUndefined()
  world.head(A, head(2, [[0, 50]], 50))
  expect(world.pages()).toEqual([])
})

test('[F8] a list never shows rows of a different account, whatever the order of account switches and answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('switch' as const), account: fc.constantFrom('a', 'b', 'c') }),
          fc.record({ kind: fc.constant('answer' as const), at: fc.nat(20), late: fc.boolean() }),
          fc.record({ kind: fc.constant('change' as const), account: fc.constantFrom('a', 'b', 'c') }),
        ),
        { maxLength: 60 },
      ),
      async (steps) => {
        const all = createWorld()
        const versions: Record<string, number> = { a: 1, b: 1, c: 1 }
        const idOf = (name: string): CaipAddress => `eip155:1:${name}`
        for (const name of ['a', 'b', 'c']) all.head(idOf(name), head(1, [[0, 300]], 300))
        let shown = 'a'
        let current = createList(all.shell, 'portfolio', { account: idOf('a') })
        let end = current.start()
        current.show(0, 10)
        for (const step of steps) {
          if (step.kind === 'switch') {
            end()
            shown = step.account
            current = createList(all.shell, 'portfolio', { account: idOf(shown) })
            end = current.start()
            current.show(0, 10)
          } else if (step.kind === 'change') {
            const version = ++versions[step.account]!
            all.head(idOf(step.account), head(version, [[0, 300]], 300))
          } else if (all.open.length > 0) {
            const [request] = all.open.splice(step.at % all.open.length, 1)
            const name = request!.input.account.split(':')[2]!
            const version = versions[name]! - (step.late ? 1 : 0)
            request!.resolve(answer(request!.input.index, version, `${name} v${version}`))
            await Promise.resolve()
            await Promise.resolve()
          }
          const row = current.get(0)
          if (row) expect(row.name.startsWith(`${shown} `)).toBe(true)
        }
        end()
      },
    ),
    { numRuns: propertyRuns(200) },
  )
})

test('a list stops requesting a page if the answers are always older than the announced version', async () => {
  world.head(A, head(5, [[0, 1_000]]))
  list.show(0, 10)
  for (let tries = 0; tries < 50 && world.pages().includes(0); tries += 1) await world.answer(0, 0)
  expect(world.pages()).not.toContain(0)
  world.head(A, head(6, [[0, 1_000]]))
  expect(world.pages()).toContain(0)
})

test('[F35] a restarted list loads the pages that had not loaded before it was stopped', async () => {
  world.head(A, head(1, [[0, 1_000]]))
  list.show(0, 10)
  stop()
  world.open.length = 0
  stop = list.start()
  expect(world.pages()).toEqual([0, 1, 2, 3])
})
