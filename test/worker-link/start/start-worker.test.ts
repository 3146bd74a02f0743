import { expose } from 'comlink'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Host, WorkerConfig, WorkerMode } from '../../../src/core/contract/protocol.ts'
import type { WorkerFile, WorkerFiles } from '../../../src/worker-link/start/files.ts'
import { type StartOptions, startWorker } from '../../../src/worker-link/start/start-worker.ts'

vi.mock('../../../src/core/base/own-url.ts', () => ({ ownUrl: 'https://app.example/assets/app.js' }))

const ASSET = 'https://app.example/assets/billfold-worker-1.js'
const MODULE = 'https://app.example/assets/billfold-worker-2.js'
const IN_THREAD = 'in-thread'

/** What a worker does that was started from an address; absent: it cannot be had. */
type Conduct = 'answers' | 'silent' | 'mismatch' | Promise<void> | (() => never)

interface Started {
  url: string
  options: WorkerOptions | undefined
  terminated: boolean
  host: Host | undefined
}

let conduct: Record<string, Conduct>
let started: Started[]
let blobs: Blob[]

beforeEach(() => {
  conduct = {}
  started = []
  blobs = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('location', new URL('https://app.example/shop/'))
  vi.stubGlobal('Worker', function FakeWorker(url: string, options?: WorkerOptions) {
    return serve(url, options)
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return `blob:https://app.example/${blobs.length}`
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function serve(url: string, options: WorkerOptions | undefined): MessagePort {
  const { port1, port2 } = new MessageChannel()
  const record: Started = { url, options, terminated: false, host: undefined }
  started.push(record)
  const how = conduct[url]
  const api = {
    async hello(_hello: unknown, host: Host) {
      record.host = host
      if (how === 'mismatch') throw new BillfoldError('protocol_mismatch', 'Another version.')
      await how
      return {}
    },
  }
  if (how === undefined) queueMicrotask(() => port1.dispatchEvent(new Event('error')))
  else if (how !== 'silent') expose(api, port2 as Parameters<typeof expose>[1])
  return Object.assign(port1, {
    terminate() {
      record.terminated = true
      port1.close()
      port2.close()
    },
  })
}

function fileOf<M extends object>(asset: string | undefined, module: M): WorkerFile<M> {
  return {
    // Where `import.meta.url` is missing it throws; what webpack makes of it is no URL but becomes one as a text.
    asset: () => (asset === undefined ? new URL('') : ({ toString: () => asset } as URL)),
    module: async () => module as M & { ownUrl: string | undefined },
  }
}

interface Shape {
  asset?: string | undefined
  module?: string | undefined
  evm?: WorkerFile<object>
}

function createFiles(shape: Shape): WorkerFiles {
  const { asset, module: ownUrl } = { asset: ASSET, module: MODULE, ...shape }
  const none = fileOf(undefined, {})
  const file = {
    ownUrl,
    startWorker(port: MessagePort, environment: { importDomain(domain: 'evm'): Promise<unknown> }) {
      const record: Started = { url: IN_THREAD, options: undefined, terminated: false, host: undefined }
      started.push(record)
      expose(
        {
          hello: () => (conduct[IN_THREAD] as (() => never) | undefined)?.() ?? {},
          ping: () => environment.importDomain('evm'),
        },
        port as Parameters<typeof expose>[1],
      )
      return () => void (record.terminated = true)
    },
  }
  return {
    worker: fileOf(asset, file),
    evm: shape.evm ?? none,
    solana: none,
    bitcoin: none,
    walletconnect: none,
  }
}

function start(shape: Shape = {}, options: Partial<StartOptions> = {}) {
  return startWorker(
    {
      config: {} as WorkerConfig,
      worker: undefined,
      skip: new Set<WorkerMode>(),
      host: { snapshot() {}, event() {}, ask: () => Promise.reject(new Error('nobody should ask here')) },
      onDomainMissing: () => {},
      signal: new AbortController().signal,
      ...options,
    },
    createFiles(shape),
  )
}

/** Messages travel in real time, and timers do not. */
async function pass(ms = 0): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('[G20] The start of the worker', () => {
  it('loads the worker from its asset, as a module worker named billfold', async () => {
    conduct = { [ASSET]: 'answers' }
    expect((await start()).mode).toBe('asset')
    expect(started).toMatchObject([
      { url: ASSET, options: { type: 'module', name: 'billfold' }, terminated: false },
    ])
  })

  it('loads the worker from an asset whose address has no origin', async () => {
    conduct = { [ASSET]: 'answers' }
    expect((await start({ asset: '/assets/billfold-worker-1.js' })).mode).toBe('asset')
  })

  it.each([
    ['cannot be loaded', ASSET],
    [
      'is in Vite’s folder of prebundled dependencies',
      'https://app.example/node_modules/.vite/deps/billfold-worker.js',
    ],
    ['has a file: address', 'file:///home/dev/billfold-worker.js'],
    ['has no address', undefined],
  ])('loads the worker from the chunk of its module when the asset %s', async (_, asset) => {
    conduct = { [MODULE]: 'answers' }
    expect((await start({ asset })).mode).toBe('module')
    expect(started.map(({ url }) => url)).toEqual(asset === ASSET ? [ASSET, MODULE] : [MODULE])
  })

  it('runs the worker in the page’s thread if the worker’s only URL is the URL of the page’s own bundle', async () => {
    const { mode } = await start({ asset: undefined, module: 'https://app.example/assets/app.js' })
    expect(mode).toBe('in-thread')
    expect(started.map(({ url }) => url)).toEqual([IN_THREAD])
  })

  it('uses a blob that imports the worker’s file if the file is not on the page’s origin', async () => {
    conduct = { 'blob:https://app.example/1': 'answers' }
    const url = 'https://cdn.example/billfold-worker.js'
    expect((await start({ asset: url, module: url })).mode).toBe('blob')
    expect(await blobs[0]!.text()).toBe(`import "${url}"`)
  })

  it.each([
    `data:text/javascript;base64,${Buffer.from('/* “worker” */').toString('base64')}`,
    `data:text/javascript,${encodeURIComponent('/* “worker” */')}`,
  ])('uses a blob of the worker’s text when a bundler inlined the worker as %s', async (asset) => {
    conduct = { 'blob:https://app.example/1': 'answers' }
    expect((await start({ asset, module: 'https://app.example/assets/app.js' })).mode).toBe('blob')
    expect(await blobs[0]!.text()).toBe('/* “worker” */')
  })

  it('runs the worker in the page’s thread, with the page’s own domain modules, if every other strategy fails', async () => {
    const evm = { ownUrl: undefined, domain: 'evm' }
    const { mode, api } = await start({ evm: fileOf(undefined, evm) })
    expect(mode).toBe('in-thread')
    expect(await api.ping()).toEqual(evm)
    expect(started.map(({ url }) => url)).toEqual([ASSET, MODULE, IN_THREAD])
  })

  it('tries the URL in the page’s options first, and Billfold’s asset when that URL fails', async () => {
    conduct = { 'https://app.example/own.js': 'answers', [ASSET]: 'answers' }
    expect((await start({}, { worker: new URL('https://app.example/own.js') })).mode).toBe('caller')
    const broken = () => {
      throw new Error('forbidden')
    }
    expect((await start({}, { worker: broken })).mode).toBe('asset')
  })

  it('skips a strategy that failed too often on this page', async () => {
    conduct = { [ASSET]: 'answers', [MODULE]: 'answers' }
    expect((await start({}, { skip: new Set<WorkerMode>(['asset']) })).mode).toBe('module')
  })

  it('uses the next file if the first file’s version differs from the page’s version, and logs an error', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    conduct = { [ASSET]: 'mismatch', [MODULE]: 'answers' }
    expect((await start()).mode).toBe('module')
    expect(error).toHaveBeenCalledWith('Billfold: asset: Another version.')
    expect(started[0]!.terminated).toBe(true)
  })

  it('fails when every strategy fails, with the reason of each in the error', async () => {
    conduct = {
      [IN_THREAD]: () => {
        throw new Error('no thread')
      },
    }
    await expect(start()).rejects.toMatchObject({
      code: 'worker_unavailable',
      message: expect.stringMatching(/asset: .*module: .*blob: .*in-thread: no thread/),
    })
  })
})

describe('[G34] A worker that is late to answer at its start', () => {
  it('leads to the next start strategy after 2.5 s, and is terminated once the next worker answers', async () => {
    conduct = { [ASSET]: 'silent', [MODULE]: 'answers' }
    const starting = start()
    await pass(2_499)
    expect(started.map(({ url }) => url)).toEqual([ASSET])
    await pass(1)
    expect((await starting).mode).toBe('module')
    expect(started.map(({ terminated }) => terminated)).toEqual([true, false])
  })

  it('delays the start by at most 5 s, even if several workers never answer', async () => {
    conduct = { [ASSET]: 'silent', [MODULE]: 'silent' }
    const starting = start()
    await pass(4_999)
    expect(started.map(({ url }) => url)).not.toContain(IN_THREAD)
    await pass(1)
    expect((await starting).mode).toBe('in-thread')
    expect(started.filter(({ terminated }) => !terminated).map(({ url }) => url)).toEqual([IN_THREAD])
  })

  it('is used if it answers after 2.5 s but before the next worker does', async () => {
    let answer = () => {}
    conduct = { [ASSET]: new Promise<void>((resolve) => (answer = resolve)), [MODULE]: 'silent' }
    const starting = start()
    await pass(3_000)
    answer()
    expect((await starting).mode).toBe('asset')
    expect(started.map(({ url, terminated }) => [url, terminated])).toEqual([
      [ASSET, false],
      [MODULE, true],
    ])
    await pass(60_000)
    expect(started).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('A cancelled worker start', () => {
  it.each([[[ASSET]], [[ASSET, MODULE]]])(
    'terminates at once the workers that have not answered, and tries no further strategy: %j',
    async (silent) => {
      conduct = Object.fromEntries(silent.map((url) => [url, 'silent']))
      const life = new AbortController()
      const starting = start({}, { signal: life.signal })
      starting.catch(() => {})
      await pass((silent.length - 1) * 2_500)
      life.abort()
      await pass()
      await expect(starting).rejects.toMatchObject({ code: 'worker_unavailable' })
      expect(started.map(({ url, terminated }) => [url, terminated])).toEqual(
        silent.map((url) => [url, true]),
      )
      expect(vi.getTimerCount()).toBe(0)
    },
  )
})

describe('[G20] The worker’s search for the file of a lazy domain', () => {
  const evmAsset = 'https://app.example/assets/billfold-evm-1.js'
  const evmModule = 'https://app.example/assets/billfold-evm-2.js'

  async function ask(evm: WorkerFile<object>, options: Partial<StartOptions> = {}) {
    conduct = {
      [ASSET]: 'answers',
      'https://cdn.example/b/worker.js': 'answers',
      'https://app.example/b/worker.js': 'answers',
    }
    const onDomainMissing = vi.fn<() => void>()
    await start({ evm }, { ...options, onDomainMissing })
    const urls: (string | undefined)[] = []
    do urls.push(await started[0]!.host!.ask(undefined, 'domainUrl', { domain: 'evm', attempt: urls.length }))
    while (urls.at(-1) !== undefined)
    return { urls: urls.slice(0, -1), stranded: onDomainMissing.mock.calls.length > 0 }
  }

  it('tries the domain’s asset, then its module, and reports the domain as missing when neither loads', async () => {
    expect(await ask(fileOf(evmAsset, { ownUrl: evmModule }))).toEqual({
      urls: [evmAsset, evmModule],
      stranded: true,
    })
  })

  it('never tries the page’s own bundle', async () => {
    expect(await ask(fileOf(undefined, { ownUrl: 'https://app.example/assets/app.js' }))).toEqual({
      urls: [],
      stranded: true,
    })
  })

  it('first tries the folder of the worker file that the page hosts itself', async () => {
    expect((await ask(fileOf(evmAsset, { ownUrl: undefined }), { worker: '/b/worker.js' })).urls).toEqual([
      'https://app.example/b/billfold-evm.js',
      evmAsset,
    ])
  })

  it('does not report the domain as missing when the page cannot load the file either', async () => {
    const file = { ...fileOf(evmAsset, {}), module: () => Promise.reject(new Error('offline')) }
    expect(await ask(file)).toEqual({ urls: [evmAsset], stranded: false })
  })
})
