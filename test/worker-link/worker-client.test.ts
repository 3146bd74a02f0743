import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { commandRules, type Snapshot, type WorkerMode } from '../../src/core/contract/protocol.ts'
import type { StartedWorker, StartOptions } from '../../src/worker-link/start/start-worker.ts'
import type { AskHandlers } from '../../src/worker-link/calls.ts'
import { createWorkerClient } from '../../src/worker-link/worker-client.ts'
import { propertyRuns } from '../property-runs.ts'

const account: CaipAddress = 'eip155:1:0x0000000000000000000000000000000000000001'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('A worker that answers', () => {
  it('is started by the first call, and only once for several calls', async () => {
    const { client, workers } = setUp()
    expect(workers).toHaveLength(0)
    await Promise.all([client.call('page', pageOf(0)), client.call('page', pageOf(1))])
    expect(workers).toHaveLength(1)
  })

  it('sends its snapshots to a subscriber until the subscriber unsubscribes', async () => {
    const { client, workers } = setUp()
    const seen: string[] = []
    const stop = client.watch('networks', {}, (snapshot) => seen.push(snapshot.status))
    await settle()
    workers[0]!.emit(0, 'fresh')
    stop()
    await settle()
    expect(seen).toEqual(['fresh'])
    expect(workers[0]!.watches.size).toBe(0)
  })

  it('passes on an error with its code and context', async () => {
    const { client, workers } = setUp()
    const pending = client.call('more', { account })
    await settle()
    workers[0]!.reject(new BillfoldError('http_status', 'HTTP 503', { context: { status: 503 } }))
    await expect(pending).rejects.toMatchObject({ code: 'http_status', context: { status: 503 } })
  })

  it('is told whether the page is visible', async () => {
    const { client, workers, visibility } = setUp()
    await client.call('page', pageOf(0))
    visibility.set(false)
    await settle()
    expect(workers[0]!.visible).toEqual([true, false])
  })
})

describe('The events of a topic', () => {
  it('[G62] arrive completely and in order, and their numbers restart at 1 when a new worker replaces a lost worker', async () => {
    const { client, workers } = setUp()
    const seen: [unknown, number][] = []
    client.watch(
      'networks',
      {},
      () => {},
      (event, seq) => seen.push([event, seq]),
    )
    await settle()
    const lost = workers[0]!
    for (const seq of [1, 2, 3]) lost.happen(seq, `e${seq}`)
    lost.hang()
    await vi.advanceTimersByTimeAsync(3_000)
    lost.happen(4, 'late')
    workers[1]!.happen(1, 'new')
    expect(seen).toEqual([
      ['e1', 1],
      ['e2', 2],
      ['e3', 3],
      ['new', 1],
    ])
  })
})

describe('A page in the back-forward cache', () => {
  it('[F32] terminates its worker, which frees all locks, and resumes its topics and calls once the person returns', async () => {
    const { client, workers, visibility } = setUp()
    const seen: string[] = []
    client.watch('networks', {}, (snapshot) => seen.push(snapshot.status))
    void client.call('more', { account }).catch(() => {})
    await settle()
    visibility.keep(true)
    expect(workers[0]!.terminated).toBe(true)
    const later = client.call('page', pageOf(2))
    await vi.advanceTimersByTimeAsync(100)
    expect(workers).toHaveLength(1)

    visibility.keep(false)
    await settle()
    expect(workers).toHaveLength(2)
    workers[1]!.emit(0, 'fresh')
    expect(seen).toEqual(['fresh'])
    await expect(later).resolves.toMatchObject({ version: 2 })
    expect(workers[1]!.received).toContain('more')
  })

  it('[F32] terminates a worker that is still starting', async () => {
    const { client, workers, visibility } = setUp()
    client.watch('networks', {}, () => {})
    visibility.keep(true)
    await settle()
    expect(workers.map(({ terminated }) => terminated)).toEqual([true])
    visibility.keep(false)
    await settle()
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false])
  })

  it('[F32] ends a request as outcome_unknown if the request may have reached a wallet', async () => {
    const rules = { ...commandRules, more: { ...commandRules.more, onLoss: 'outcome_unknown' as const } }
    const { client, visibility } = setUp({ rules })
    const pending = client.call('more', { account })
    await settle()
    visibility.keep(true)
    await expect(pending).rejects.toMatchObject({ code: 'outcome_unknown' })
  })
})

describe('An idle page', () => {
  it('[G12] sends no ping, and terminates its worker after 30 s, leaving no timer', async () => {
    const { client, workers } = setUp()
    const stop = client.watch('networks', {}, () => {})
    await client.call('page', pageOf(0))
    stop()
    const before = workers[0]!.pings
    await vi.advanceTimersByTimeAsync(29_000)
    expect(workers[0]!.pings).toBe(before)
    expect(workers[0]!.terminated).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(workers[0]!.terminated).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    expect(workers).toHaveLength(1)
  })

  it('[G12] starts a new worker at the next call', async () => {
    const { client, workers } = setUp()
    await client.call('page', pageOf(0))
    await vi.advanceTimersByTimeAsync(40_000)
    expect(workers).toHaveLength(1)
    await expect(client.call('page', pageOf(4))).resolves.toMatchObject({ version: 4 })
    expect(workers).toHaveLength(2)
  })

  it('[G12] keeps a worker that has running jobs, or that is used before the idle timeout of 30 s ends', async () => {
    const { client, workers } = setUp()
    await client.call('page', pageOf(0))
    workers[0]!.jobs = 1
    await vi.advanceTimersByTimeAsync(100_000)
    expect(workers[0]!.terminated).toBe(false)
    workers[0]!.jobs = 0
    await vi.advanceTimersByTimeAsync(10_000)
    client.watch('networks', {}, () => {})
    await vi.advanceTimersByTimeAsync(100_000)
    expect(workers).toHaveLength(1)
    expect(workers[0]!.terminated).toBe(false)
  })

  it('[G12] terminates a worker that does not say whether it has running jobs', async () => {
    const { client, workers } = setUp()
    await client.call('page', pageOf(0))
    workers[0]!.hang()
    await vi.advanceTimersByTimeAsync(33_000)
    expect(workers[0]!.terminated).toBe(true)
    expect(workers).toHaveLength(1)
  })
})

describe('The worker client', () => {
  it('[F34] detects a hanging worker within 3 s, and watches the same topics in a new worker', async () => {
    const { client, workers } = setUp()
    const seen: Snapshot<unknown>[] = []
    client.watch('identity', { account }, (snapshot) => seen.push(snapshot))
    await settle()
    workers[0]!.hang()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(workers[0]!.terminated).toBe(true)
    expect(workers).toHaveLength(2)
    expect([...workers[1]!.watches.values()]).toEqual(['identity'])
    workers[1]!.emit(0, 'fresh')
    expect(seen.at(-1)?.status).toBe('fresh')
  })

  it('[F34] does not replace a worker that is silent while the page is hidden', async () => {
    const { client, workers, visibility } = setUp()
    client.watch('networks', {}, () => {})
    await settle()
    visibility.set(false)
    workers[0]!.hang()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(workers[0]!.terminated).toBe(false)
    workers[0]!.revive()
    visibility.set(true)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(workers).toHaveLength(1)
  })

  it('[F34] sends the unanswered calls of a lost worker to the new worker if they are safe to repeat', async () => {
    const { client, workers } = setUp()
    client.watch('networks', {}, () => {})
    await settle()
    workers[0]!.hang()
    const pending = client.call('page', pageOf(7))
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(pending).resolves.toEqual({ version: 7, rows: new Uint8Array() })
  })

  it('[F33] sends calls and watches to the worker in the order in which they were made', async () => {
    const { client, workers } = setUp()
    client.watch('networks', {}, () => {})
    void client.call('forget', { account }).catch(() => {})
    client.watch('portfolio', { account }, () => {})
    await settle()
    expect(workers[0]!.order).toEqual(['networks', 'forget', 'portfolio', 'visible'])
  })

  it('[F34] ends a call as outcome_unknown, and never repeats it, if the call may have reached a wallet', async () => {
    const rules = { ...commandRules, more: { deadline: undefined, onLoss: 'outcome_unknown' as const } }
    const { client, workers } = setUp({ rules })
    client.watch('networks', {}, () => {})
    await settle()
    workers[0]!.hang()
    const pending = client.call('more', { account })
    const outcome = expect(pending).rejects.toMatchObject({ code: 'outcome_unknown' })
    await vi.advanceTimersByTimeAsync(3_000)
    await outcome
    expect(workers.flatMap(({ received }) => received).filter((command) => command === 'more')).toHaveLength(
      1,
    )
  })

  it('ignores late snapshots of a lost worker', async () => {
    const { client, workers } = setUp()
    const seen: string[] = []
    client.watch('networks', {}, (snapshot) => seen.push(snapshot.status))
    await settle()
    workers[0]!.hang()
    await vi.advanceTimersByTimeAsync(3_000)
    workers[0]!.emit(0, 'failed')
    expect(seen).toEqual([])
  })

  it('uses the next start strategy after losing four workers', async () => {
    const { client, workers } = setUp()
    client.watch('networks', {}, () => {})
    for (let loss = 0; loss < 4; loss++) {
      await settle()
      workers.at(-1)!.hang()
      await vi.advanceTimersByTimeAsync(12_000)
    }
    expect(workers.map(({ mode }) => mode)).toEqual(['asset', 'asset', 'asset', 'asset', 'blob'])
  })

  it('[G20] runs the worker in the page’s thread when the worker cannot load its domains', async () => {
    const { client, workers } = setUp()
    client.watch('nfts', { account }, () => {})
    await settle()
    workers[0]!.strand()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(workers.map(({ mode, terminated }) => [mode, terminated])).toEqual([
      ['asset', true],
      ['in-thread', false],
    ])
    expect([...workers[1]!.watches.values()]).toEqual(['nfts'])
    // What a worker says that is gone already is nobody's.
    workers[0]!.strand()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(workers).toHaveLength(2)
  })
})

describe('The worker client without a working worker', () => {
  it('ends a call with worker_deadline after the call’s deadline', async () => {
    const { client, workers, visibility } = setUp()
    await client.call('page', pageOf(0))
    visibility.set(false)
    workers[0]!.hang()
    const outcome = expect(client.call('page', pageOf(1))).rejects.toMatchObject({ code: 'worker_deadline' })
    await vi.advanceTimersByTimeAsync(commandRules.page.deadline!)
    await outcome
  })

  it('ends a call at once when no start strategy works', async () => {
    const { client } = setUp({ broken: true })
    await expect(client.call('page', pageOf(0))).rejects.toMatchObject({ code: 'worker_unavailable' })
  })

  it('[F34] pauses between its attempts to start a worker when no start strategy works', async () => {
    const { client, getStarts } = setUp({ broken: true })
    client.watch('networks', {}, () => {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(getStarts()).toBeGreaterThan(3)
    expect(getStarts()).toBeLessThan(15)
  })

  it('[G70] leaves no timer when it is stopped at any stage', async () => {
    const stages = [0, 1, 1_000, 31_000]
    for (const stage of stages) {
      const { client, workers } = setUp()
      client.watch('networks', {}, () => {})
      void client.call('more', { account }).catch(() => {})
      if (stage > 0) await vi.advanceTimersByTimeAsync(stage)
      if (stage > 1) workers[0]!.hang()
      if (stage > 1) await vi.advanceTimersByTimeAsync(1_500)
      client.stop()
      await settle()
      expect(vi.getTimerCount()).toBe(0)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(workers.every(({ terminated }) => terminated)).toBe(true)
      expect(client.watch('networks', {}, () => {})).toBeTypeOf('function')
      expect(vi.getTimerCount()).toBe(0)
    }
  })

  it('ends an open call with the error stopped when the client is stopped', async () => {
    const { client, workers } = setUp()
    await client.call('page', pageOf(0))
    workers[0]!.hang()
    const outcome = expect(client.call('page', pageOf(1))).rejects.toMatchObject({ code: 'stopped' })
    client.stop()
    await outcome
    expect(workers[0]!.terminated).toBe(true)
  })
})

it('[F34] every call to the worker settles, whenever workers hang', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.constant('call' as const), fc.constant('hang' as const), fc.nat(4_000)), {
        maxLength: 30,
      }),
      async (steps) => {
        const { client, workers } = setUp()
        let settled = 0
        let asked = 0
        client.watch('networks', {}, () => {})
        for (const step of steps) {
          if (step === 'call') {
            asked += 1
            void client
              .call('page', pageOf(asked))
              .catch(() => {})
              .then(() => (settled += 1))
          } else if (step === 'hang') workers.at(-1)?.hang()
          else await vi.advanceTimersByTimeAsync(step)
        }
        await vi.advanceTimersByTimeAsync(30_000)
        client.stop()
        expect(settled).toBe(asked)
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})

it('[G62] [F34] a call to the worker settles once, and is never repeated after a wallet request, in any order of events', async () => {
  const step = fc.oneof(
    fc.constantFrom('call', 'ask', 'sign', 'cancel', 'answer', 'hang' as const),
    fc.nat(3_000),
  )
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 25 }), async (scheduler, steps) => {
      const asks = { domainUrl: () => scheduler.schedule(Promise.resolve('signed'), 'wallet') }
      const { client, workers } = setUp({ asks })
      const ends: number[] = []
      const controllers: AbortController[] = []
      /** Calls with the number of workers at the time. Before it has asked a call may go from one to the next. */
      const asked = new Map<number, number>()
      client.watch('networks', {}, () => {})
      for (const step of steps) {
        const worker = workers.at(-1)
        const id = worker?.pending.at(-1)
        if (step === 'call') {
          const index = ends.push(0) - 1
          const controller = new AbortController()
          controllers.push(controller)
          const over = () => void (ends[index]! += 1)
          client.call('more', { account }, { signal: controller.signal }).then(over, over)
        } else if (step === 'ask' && id !== undefined && !worker!.terminated) {
          const answer = worker!.ask(id)
          // Refused where nobody waits for the call any more.
          await Promise.race([answer.catch(() => 'refused'), settle().then(() => 'open')]).then(
            (outcome) => outcome !== 'refused' && asked.set(id, workers.length),
          )
        } else if (step === 'cancel') controllers.at(-1)?.abort()
        else if (step === 'answer') worker?.reject(new Error('done'))
        else if (step === 'sign' && scheduler.count() > 0) await scheduler.waitOne()
        else if (step === 'hang') worker?.hang()
        else if (typeof step === 'number') await vi.advanceTimersByTimeAsync(step)
        await settle()
      }
      await vi.advanceTimersByTimeAsync(10_000)
      for (const [id, before] of asked)
        expect(workers.slice(before).filter(({ pending }) => pending.includes(id))).toEqual([])
      client.stop()
      await settle()
      expect(ends.every((times) => times === 1)).toBe(true)
    }),
    { numRuns: propertyRuns(100) },
  )
})

type Start = Pick<StartOptions, 'skip' | 'host' | 'onDomainMissing'>

interface FakeWorker extends StartedWorker {
  terminated: boolean
  watches: Map<number, string>
  visible: boolean[]
  received: string[]
  /** Topics and commands as they came. */
  order: string[]
  pings: number
  /** Of its next pong. */
  jobs: number
  /** An event for the first watch. */
  happen(seq: number, event: unknown): void
  /** Ids of each `more` that it was given. */
  pending: number[]
  ask(callId: number): Promise<unknown>
  hang(): void
  revive(): void
  /** It can import none of its domains' files. */
  strand(): void
  /** A snapshot for the n-th watch. */
  emit(index: number, status: Snapshot<unknown>['status']): void
  /** Fails the oldest `more`. */
  reject(error: unknown): void
}

function setUp(options: { rules?: typeof commandRules; asks?: AskHandlers; broken?: boolean } = {}) {
  const workers: FakeWorker[] = []
  let visible = true
  let kept = false
  let starts = 0
  const listeners = new Set<() => void>()
  const visibility = {
    isVisible: () => visible,
    isKept: () => kept,
    watch(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next: boolean) {
      visible = next
      for (const listener of listeners) listener()
    },
    keep(next: boolean) {
      kept = next
      for (const listener of listeners) listener()
    },
  }
  const client = createWorkerClient({
    visibility,
    ...(options.rules ? { rules: options.rules } : {}),
    ...(options.asks ? { asks: options.asks } : {}),
    start: async (start) => {
      starts += 1
      if (options.broken) throw new BillfoldError('worker_unavailable', 'no way works')
      const worker = createFakeWorker(start)
      workers.push(worker)
      return worker
    },
  })
  return { client, workers, visibility, getStarts: () => starts }
}

function createFakeWorker({ skip, host, onDomainMissing }: Start): FakeWorker {
  const mode: WorkerMode = (['asset', 'blob'] as const).find((way) => !skip.has(way)) ?? 'in-thread'
  let hanging = false
  const more: ((error: unknown) => void)[] = []
  const never = new Promise<never>(() => {})
  const answer = <T>(value: T): Promise<T> => (hanging ? never : Promise.resolve(value))
  const worker = {
    mode,
    terminated: false,
    watches: new Map<number, string>(),
    visible: [] as boolean[],
    received: [] as string[],
    order: [] as string[],
    pings: 0,
    jobs: 0,
    pending: [] as number[],
    ask: (callId: number) => host.ask(callId, 'domainUrl', { domain: 'evm', attempt: 0 }),
    happen: (seq: number, event: unknown) => host.event([...worker.watches.keys()][0]!, seq, event as never),
    terminate: () => void (worker.terminated = true),
    hang: () => void (hanging = true),
    revive: () => void (hanging = false),
    strand: onDomainMissing,
    reject: (error: unknown) => more.shift()?.(error),
    emit(index: number, status: Snapshot<unknown>['status']) {
      host.snapshot([...worker.watches.keys()][index]!, { data: undefined, fetchedAt: undefined, status })
    },
    api: {
      ping() {
        worker.pings += 1
        return answer({ storage: 'indexeddb', jobs: worker.jobs })
      },
      watch(id: number, topic: string) {
        worker.watches.set(id, topic)
        worker.order.push(topic)
        return answer(undefined)
      },
      unwatch(id: number) {
        worker.watches.delete(id)
        return answer(undefined)
      },
      cancel: async () => {},
      call(id: number, command: string, input: { index?: number; visible?: boolean }) {
        worker.received.push(command)
        if (command === 'more') worker.pending.push(id)
        worker.order.push(command)
        if (command === 'visible') worker.visible.push(input.visible!)
        if (command === 'more' && !hanging) return new Promise((_, reject) => more.push(reject))
        return answer(command === 'page' ? { version: input.index, rows: new Uint8Array() } : undefined)
      },
    },
  }
  return worker as unknown as FakeWorker
}

function pageOf(index: number) {
  return { list: 'activity' as const, account, index }
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}
