import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountId } from '../src/core/caip.ts'
import { BillfoldError } from '../src/core/errors.ts'
import { commandRules, type Snapshot, type WorkerMode } from '../src/core/protocol.ts'
import type { StartedWorker, StartOptions } from '../src/start-worker.ts'
import { createWorkerClient } from '../src/worker-client.ts'

const account: AccountId = 'eip155:1:0x0000000000000000000000000000000000000001'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a worker that answers', () => {
  it('is started by the first use, once', async () => {
    const { client, workers } = setUp()
    expect(workers).toHaveLength(0)
    await Promise.all([client.call('page', pageOf(0)), client.call('page', pageOf(1))])
    expect(workers).toHaveLength(1)
  })

  it('gives its snapshots to the one who watches, until it is stopped', async () => {
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

  it('hands an error on with its code and context', async () => {
    const { client, workers } = setUp()
    const pending = client.call('more', { account })
    await settle()
    workers[0]!.reject(new BillfoldError('http_status', 'HTTP 503', { context: { status: 503 } }))
    await expect(pending).rejects.toMatchObject({ code: 'http_status', context: { status: 503 } })
  })

  it('is told whether anybody sees the page', async () => {
    const { client, workers, visibility } = setUp()
    await client.call('page', pageOf(0))
    visibility.set(false)
    await settle()
    expect(workers[0]!.visible).toEqual([true, false])
  })
})

describe('a worker that is lost', () => {
  it('[F34] is found within 3 s of a hang, ended and replaced, and what was watched is watched again', async () => {
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

  it('[F34] is not blamed for a page that was itself busy or hidden', async () => {
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

  it('[F34] is asked again for what it did not answer, when that is safe', async () => {
    const { client, workers } = setUp()
    client.watch('networks', {}, () => {})
    await settle()
    workers[0]!.hang()
    const pending = client.call('page', pageOf(7))
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(pending).resolves.toEqual({ version: 7, rows: new Uint8Array() })
  })

  it('[F33] hears of calls and watches in the order in which they were made', async () => {
    const { client, workers } = setUp()
    client.watch('networks', {}, () => {})
    void client.call('forget', { account }).catch(() => {})
    client.watch('portfolio', { account }, () => {})
    await settle()
    expect(workers[0]!.order).toEqual(['networks', 'forget', 'portfolio', 'visible'])
  })

  it('[F34] is never asked again for what a wallet may have done: it ends as outcome_unknown', async () => {
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

  it('sends its late snapshots to nobody', async () => {
    const { client, workers } = setUp()
    const seen: string[] = []
    client.watch('networks', {}, (snapshot) => seen.push(snapshot.status))
    await settle()
    workers[0]!.hang()
    await vi.advanceTimersByTimeAsync(3_000)
    workers[0]!.emit(0, 'failed')
    expect(seen).toEqual([])
  })

  it('gives way to the next way of starting when its own keeps failing', async () => {
    const { client, workers } = setUp()
    client.watch('networks', {}, () => {})
    for (let loss = 0; loss < 4; loss++) {
      await settle()
      workers.at(-1)!.hang()
      await vi.advanceTimersByTimeAsync(12_000)
    }
    expect(workers.map(({ mode }) => mode)).toEqual(['module', 'module', 'module', 'module', 'blob'])
  })
})

describe('a command that is not answered', () => {
  it('ends after its deadline with a clear error', async () => {
    const { client, workers, visibility } = setUp()
    await client.call('page', pageOf(0))
    visibility.set(false)
    workers[0]!.hang()
    const outcome = expect(client.call('page', pageOf(1))).rejects.toMatchObject({ code: 'worker_deadline' })
    await vi.advanceTimersByTimeAsync(5_000)
    await outcome
  })

  it('ends at once when no way of starting works', async () => {
    const { client } = setUp({ broken: true })
    await expect(client.call('page', pageOf(0))).rejects.toMatchObject({ code: 'worker_unavailable' })
  })

  it('[F34] is not tried without a pause when no way of starting works', async () => {
    const { client, getStarts } = setUp({ broken: true })
    client.watch('networks', {}, () => {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(getStarts()).toBeGreaterThan(3)
    expect(getStarts()).toBeLessThan(15)
  })

  it('ends when the client is stopped', async () => {
    const { client, workers } = setUp()
    await client.call('page', pageOf(0))
    workers[0]!.hang()
    const outcome = expect(client.call('page', pageOf(1))).rejects.toMatchObject({ code: 'stopped' })
    client.stop()
    await outcome
    expect(workers[0]!.terminated).toBe(true)
  })
})

it('[F34] loses no promise, whenever workers hang', async () => {
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
    { numRuns: Number(process.env.PBT_RUNS ?? 100) },
  )
})

interface FakeWorker extends StartedWorker {
  terminated: boolean
  watches: Map<number, string>
  visible: boolean[]
  received: string[]
  /** Topics and commands as they came. */
  order: string[]
  hang(): void
  revive(): void
  /** A snapshot for the n-th watch. */
  emit(index: number, status: Snapshot<unknown>['status']): void
  /** Fails the oldest `more`. */
  reject(error: unknown): void
}

function setUp(options: { rules?: typeof commandRules; broken?: boolean } = {}) {
  const workers: FakeWorker[] = []
  let visible = true
  let starts = 0
  const listeners = new Set<() => void>()
  const visibility = {
    isVisible: () => visible,
    watch(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next: boolean) {
      visible = next
      for (const listener of listeners) listener()
    },
  }
  const client = createWorkerClient({
    visibility,
    ...(options.rules ? { rules: options.rules } : {}),
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

function createFakeWorker({ skip, onSnapshot }: Pick<StartOptions, 'skip' | 'onSnapshot'>): FakeWorker {
  const mode: WorkerMode = (['module', 'blob'] as const).find((way) => !skip.has(way)) ?? 'in-thread'
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
    terminate: () => void (worker.terminated = true),
    hang: () => void (hanging = true),
    revive: () => void (hanging = false),
    reject: (error: unknown) => more.shift()?.(error),
    emit(index: number, status: Snapshot<unknown>['status']) {
      onSnapshot([...worker.watches.keys()][index]!, { data: undefined, fetchedAt: undefined, status })
    },
    api: {
      ping: () => answer(undefined),
      watch(id: number, topic: string) {
        worker.watches.set(id, topic)
        worker.order.push(topic)
        return answer(undefined)
      },
      unwatch(id: number) {
        worker.watches.delete(id)
        return answer(undefined)
      },
      call(command: string, input: { index?: number; visible?: boolean }) {
        worker.received.push(command)
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
