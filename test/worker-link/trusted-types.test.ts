import { afterEach, expect, it, vi } from 'vitest'
import type { WorkerFiles } from '../../src/worker-link/start/files.ts'

vi.mock('../../src/core/base/own-url.ts', () => ({ ownUrl: 'https://app.example/assets/app.js' }))

afterEach(() => vi.unstubAllGlobals())

it('several copies of Billfold each start a worker on a page that allows the Trusted Types policy only once', async () => {
  const started: unknown[] = []
  const names = new Set<string>()
  vi.stubGlobal('location', new URL('https://app.example/shop/'))
  vi.stubGlobal('Worker', function FakeWorker(url: unknown) {
    started.push(url)
    return new EventTarget()
  })
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, { createScriptURL }: { createScriptURL(url: string): string }) {
      if (names.has(name)) throw new TypeError(`Policy with name "${name}" already exists.`)
      names.add(name)
      return { createScriptURL: (url: string) => ({ trusted: createScriptURL(url) }) }
    },
  })
  const file = { asset: () => new URL('https://app.example/assets/billfold-worker.js') }
  for (let copy = 0; copy < 2; copy++) {
    vi.resetModules()
    const { getStartStrategies } = await import('../../src/worker-link/start/start-strategies.ts')
    const ways = getStartStrategies(undefined, { worker: file } as unknown as WorkerFiles)
    await ways.find(({ mode }) => mode === 'asset')!.start()
  }
  const trusted = { trusted: 'https://app.example/assets/billfold-worker.js' }
  expect(started).toEqual([trusted, trusted])
  expect([...names]).toEqual(['billfold'])
})
