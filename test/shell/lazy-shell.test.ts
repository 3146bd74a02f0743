// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '../../src/core/protocol.ts'
import { createLazyShell } from '../../src/shell/lazy-shell.ts'
import { createState } from '../../src/shell/state.ts'

/** Each shell that was made, with what it says of everything. */
const made = vi.hoisted(() => ({ shells: [] as { says: { value: unknown }; stops: number }[] }))
vi.mock('../../src/shell/create-shell.ts', () => ({
  createShell() {
    const shell = {
      says: createState(toSnapshot(made.shells.length)),
      stops: 0,
      stop: () => (shell.stops += 1),
      topic: () => shell.says,
    }
    made.shells.push(shell)
    return shell
  },
}))

const toSnapshot = (data: number) => ({ data, fetchedAt: 1, status: 'fresh' }) as unknown as Snapshot<number>

let download: () => Promise<never>
const createLazy = () =>
  createLazyShell(
    () => ({ options: { adapters: [{ loadFinder: () => download() }] }, networks: [] }) as never,
  )
beforeEach(() => {
  made.shells = []
  download = () => Promise.resolve() as Promise<never>
})

describe('[G68] the shell of a page', () => {
  it('is loaded once for all who need it', async () => {
    const lazy = createLazy()
    const [one, other] = await Promise.all([lazy.load(), lazy.load()])
    expect(one).toBe(other)
    expect(await lazy.load()).toBe(one)
    expect(made.shells).toHaveLength(1)
  })

  it('that is dropped on its way is never made, and whoever waits gets the one in its place', async () => {
    const lazy = createLazy()
    const first = lazy.load()
    lazy.drop()
    const loaded = await first
    expect(await lazy.load()).toBe(loaded)
    expect(made.shells).toHaveLength(1)
    lazy.drop()
    expect(made.shells[0]!.stops).toBe(1)
    expect(await lazy.load()).not.toBe(loaded)
  })

  it('that cannot be loaded is tried again with the next use', async () => {
    const lazy = createLazy()
    download = () => Promise.reject(new TypeError('no such chunk'))
    await expect(lazy.load()).rejects.toThrow('no such chunk')
    download = () => Promise.resolve() as Promise<never>
    await expect(lazy.load()).resolves.toBeDefined()
  })

  it('that has ended stays so, also for whoever still waits', async () => {
    const lazy = createLazy()
    const waiting = lazy.load()
    lazy.end()
    await expect(waiting).rejects.toMatchObject({ code: 'stopped' })
    expect(lazy.assertAlive).toThrow(expect.objectContaining({ code: 'stopped' }))
    expect(made.shells).toEqual([])
  })
})

describe('[G68] data', () => {
  it('is what the shell says, and before it, after it and without it what can be said then', async () => {
    const lazy = createLazy()
    const seen: unknown[] = []
    const data = lazy.getData<number>('topic', ['one'])
    const stop = data.subscribe((snapshot) => seen.push(snapshot.data ?? snapshot.status))
    await lazy.load()
    made.shells[0]!.says.value = toSnapshot(7)
    lazy.drop()
    await lazy.load()
    lazy.end()
    expect(seen).toEqual(['loading', 0, 7, 'loading', 1, 'failed'])
    expect(data.peek()).toBe(data.value)
    stop()
  })

  it('says why there is none, until there is', async () => {
    const lazy = createLazy()
    download = () => Promise.reject(new TypeError('no such chunk'))
    const data = lazy.getData<number>('topic', ['one'])
    await expect(lazy.load()).rejects.toThrow()
    expect(data.value).toMatchObject({ status: 'failed', error: { message: 'no such chunk' } })
    download = () => Promise.resolve() as Promise<never>
    await lazy.load()
    expect(data.value.data).toBe(0)
  })

  it('that is not followed any more says nothing, and is the same for whoever asks in the same way', async () => {
    const lazy = createLazy()
    const data = lazy.getData<number>('topic', ['one', { a: 1 }])
    const listener = vi.fn()
    data.subscribe(listener)()
    await lazy.load()
    expect(listener).toHaveBeenCalledOnce()
    expect(lazy.getData('topic', ['one', { a: 1 }])).toBe(data)
    for (let other = 0; other < 200; other++) lazy.getData('topic', [other])
    expect(lazy.getData('topic', ['one', { a: 1 }])).not.toBe(data)
  })
})
