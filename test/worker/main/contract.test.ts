/** The worker's side of the contract, over a real channel, with stand-ins for what no domain needs yet. */
import { proxy, type Remote, wrap } from 'comlink'
import { afterEach, describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import {
  commandRules,
  type Host,
  MESSAGE_LIMIT,
  PROTOCOL_VERSION,
  type Snapshot,
  type WorkerApi,
} from '../../../src/core/contract/protocol.ts'
import { installErrorTransfer } from '../../../src/core/contract/transport.ts'
import type { CommandContext, Domain, Emit } from '../../../worker/base/context.ts'
import { domains } from '../../../worker/main/domains.ts'
import type { Environment } from '../../../worker/base/environment.ts'
import { startWorker } from '../../../worker/main/start.ts'
import { config } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, createFakeApi, OTHER_ACCOUNT } from '../fake-api.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

interface Quote {
  hash: string
}

/** What a domain of the next issues brings: a command that asks, jobs, and topics with params of their own. */
function createStandIn() {
  const started: string[] = []
  const stopped: string[] = []
  const emits = new Map<string, Emit<Quote, string>>()
  const jobs: { signal: AbortSignal; end(): void }[] = []
  const signals: AbortSignal[] = []
  const sizes = { head: 0 }
  const gate = { promise: Promise.resolve(), open() {} }
  gate.promise = new Promise((resolve) => (gate.open = resolve))
  const domain = {
    topics: {
      receipt: {
        readParams: (params: { caipNetworkId: string; hash: string }) => params,
        getKey: ({ caipNetworkId, hash }: { caipNetworkId: string; hash: string }) =>
          `${caipNetworkId}/${hash}`,
        getOwner: () => '',
        isKept: false,
        scope: 'tab',
        createSource: (_: unknown, { hash }: { hash: string }) => ({
          load: async () => undefined,
          start(emit: Emit<Quote, string>, signal: AbortSignal) {
            started.push(hash)
            emits.set(hash, emit)
            return new Promise<void>((resolve) =>
              signal.addEventListener('abort', () => (stopped.push(hash), resolve())),
            )
          },
        }),
      },
      large: {
        readParams: () => ({}),
        getKey: () => '',
        getOwner: () => '',
        isKept: false,
        scope: 'tab',
        createSource: () => ({
          staleTime: 30_000,
          load: async () => undefined,
          fetch: async () => ({ data: 'x'.repeat(sizes.head), fetchedAt: Date.now() }),
        }),
      },
    },
    commands: {
      async sign(input: unknown, { ask, signal, jobs: running }: CommandContext) {
        signals.push(signal)
        const answer = await (ask as (question: string, input: unknown) => Promise<string>)(
          'walletRequest',
          input,
        )
        void running.run(`follow ${answer}`, `eip155:${ADDRESS}`, (job) => {
          return new Promise<void>((resolve) => jobs.push({ signal: job, end: resolve }))
        })
        return answer
      },
      async normalize({ name }: { name: string }, { load }: CommandContext) {
        const { normalizeName } = await load<{ normalizeName(name: string): string }>('evm')
        return normalizeName(name)
      },
      async signLate(_: unknown, { ask }: CommandContext) {
        await gate.promise
        return (ask as (question: string, input: unknown) => Promise<string>)('walletRequest', {})
      },
      async wait(_: unknown, { signal }: CommandContext) {
        signals.push(signal)
        await new Promise(() => {})
      },
    },
  }
  return { domain: domain as unknown as Domain, started, stopped, emits, jobs, signals, sizes, gate }
}

/** They wait for a person. */
const rule = { deadline: undefined, onLoss: 'replay' } as const
const rules = { sign: rule, signLate: rule, wait: rule, normalize: rule }

interface Asked {
  callId: number | undefined
  question: string
  input: unknown
}

/** Contract names of the stand-in are not the product's. */
interface Api extends Omit<Remote<WorkerApi>, 'watch' | 'call'> {
  watch(id: number, topic: string, params: object): Promise<void>
  call(id: number, command: string, input: unknown): Promise<unknown>
}

async function start(environment: Partial<Environment> = {}) {
  installErrorTransfer()
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const standIn = createStandIn()
  const stop = startWorker(
    port2,
    {
      fetch: createFakeApi().fetch,
      indexedDB: undefined,
      locks: undefined,
      BroadcastChannel: undefined,
      getQuota: async () => undefined,
      ...environment,
    },
    { domains: [...domains, standIn.domain], rules: { ...commandRules, ...rules } },
  )
  const api = wrap<WorkerApi>(port1) as unknown as Api
  const snapshots: [id: number, snapshot: Snapshot<unknown>][] = []
  const events: [id: number, seq: number, event: unknown][] = []
  const asked: Asked[] = []
  const page = { answer: (): Promise<unknown> => Promise.resolve('0xabc') }
  const host: Host = {
    snapshot: (id, snapshot) => void snapshots.push([id, snapshot]),
    event: (id, seq, event) => void events.push([id, seq, event]),
    async ask(callId, question, input) {
      // The code of activity is fetched beside everything else.
      if (callId !== undefined) asked.push({ callId, question, input })
      return (await page.answer()) as never
    },
  }
  await api.hello({ version: PROTOCOL_VERSION, mode: 'in-thread', config }, proxy(host))
  return { api, stop, snapshots, events, asked, page, ...standIn }
}

const settle = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve))
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    ({ code }: BillfoldError) => code,
  )

describe('a command of a worker domain', () => {
  test('[G62] can send the page a question with the id of the call, and returns the page’s answer', async () => {
    const { api, asked } = await start()
    expect(await api.call(7, 'sign', { message: 'hi' })).toBe('0xabc')
    expect(asked).toEqual([{ callId: 7, question: 'walletRequest', input: { message: 'hi' } }])
  })

  test('[G62] fails with the page’s error code if the page rejects the command’s question', async () => {
    const { api, page } = await start()
    page.answer = () => Promise.reject(new BillfoldError('wallet_declined', 'no'))
    expect(await codeOf(api.call(1, 'sign', {}))).toBe('wallet_declined')
  })

  test('[G62] is aborted if the page cancels the command, even while the command waits for the page’s answer', async () => {
    const { api, page, signals } = await start()
    page.answer = () => new Promise(() => {})
    const outcomes = [codeOf(api.call(1, 'sign', {})), codeOf(api.call(2, 'wait', {}))]
    await settle()
    await api.cancel(1)
    await api.cancel(2)
    await api.cancel(99)
    expect(await Promise.all(outcomes)).toEqual(['aborted', 'aborted'])
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
  })

  test('[G62] cannot ask the wallet after the page has cancelled the command', async () => {
    const { api, asked, gate } = await start()
    const outcome = codeOf(api.call(1, 'signLate', {}))
    await settle()
    await api.cancel(1)
    expect(await outcome).toBe('aborted')
    gate.open()
    await settle()
    expect(asked).toEqual([])
  })

  test('[G62] loads heavy code only once, on first use', async () => {
    let loads = 0
    const domain = { normalizeName: (name: string) => name.toLowerCase() }
    const { api } = await start({ importDomain: async () => ((loads += 1), { domain }) })
    await settle()
    expect(await api.call(1, 'normalize', { name: 'A.eth' })).toBe('a.eth')
    expect(await api.call(2, 'normalize', { name: 'B.eth' })).toBe('b.eth')
    expect(loads).toBe(1)
  })

  test('[G62] is aborted when the worker is stopped', async () => {
    const { api, stop, signals } = await start()
    void codeOf(api.call(1, 'wait', {}))
    await settle()
    stop()
    expect(signals[0]!.aborted).toBe(true)
  })
})

describe('a source that pushes data', () => {
  test('[G62] runs once for each set of params while it is watched, and sends its snapshots and events in order', async () => {
    const { api, started, stopped, emits, snapshots, events } = await start()
    const params = (hash: string) => ({ caipNetworkId: 'eip155:1', hash })
    await api.watch(1, 'receipt', params('a'))
    await api.watch(2, 'receipt', params('a'))
    await api.watch(3, 'receipt', params('b'))
    await settle()
    expect(started).toEqual(['a', 'b'])
    emits.get('a')!.cached({ data: { hash: 'a' }, fetchedAt: 5 })
    for (const text of ['sent', 'sent', 'mined']) emits.get('a')!.event(text)
    await settle()
    const fresh = snapshots.filter(([, { status }]) => status === 'fresh')
    expect(fresh).toEqual([1, 2].map((id) => [id, { data: { hash: 'a' }, fetchedAt: 5, status: 'fresh' }]))
    // In order, none merged with one that is the same, numbered for each watch.
    for (const id of [1, 2]) {
      expect(events.filter(([of]) => of === id)).toEqual([
        [id, 1, 'sent'],
        [id, 2, 'sent'],
        [id, 3, 'mined'],
      ])
    }
    await api.unwatch(1)
    emits.get('a')!.event('deep')
    await settle()
    expect(events.at(-1)).toEqual([2, 4, 'deep'])
    expect(stopped).toEqual([])
    await api.unwatch(2)
    await settle()
    expect(stopped).toEqual(['a'])
    emits.get('a')!.event('late')
    await settle()
    expect(events.at(-1)).toEqual([2, 4, 'deep'])
  })
})

describe('a background job', () => {
  test('[G62] continues after the call that started the job has ended, and the worker reports a running job', async () => {
    const { api, jobs } = await start()
    await api.call(1, 'sign', {})
    await settle()
    expect(await api.ping()).toMatchObject({ jobs: 1 })
    jobs[0]!.end()
    await settle()
    expect(await api.ping()).toMatchObject({ jobs: 0 })
  })

  test('[G62] runs once for each key, and is aborted when the job’s account is forgotten', async () => {
    const { api, jobs } = await start()
    await api.call(1, 'sign', {})
    await api.call(2, 'sign', {})
    await settle()
    expect(jobs).toHaveLength(1)
    await api.call(3, 'forget', { account: OTHER_ACCOUNT })
    expect(jobs[0]!.signal.aborted).toBe(false)
    await api.call(4, 'forget', { account: ACCOUNT })
    expect(jobs[0]!.signal.aborted).toBe(true)
    expect(await api.ping()).toMatchObject({ jobs: 0 })
  })

  test('[G62] is aborted when the worker is stopped', async () => {
    const other = await start()
    await other.api.call(1, 'sign', {})
    await settle()
    other.stop()
    expect(other.jobs[0]!.signal.aborted).toBe(true)
  })
})

describe('a snapshot', () => {
  test('[G70] is replaced by an error when it is larger than the size limit of a message', async () => {
    for (const [size, status] of [
      [MESSAGE_LIMIT - 200, 'fresh'],
      [MESSAGE_LIMIT, 'failed'],
    ] as const) {
      const { api, snapshots, sizes } = await start()
      sizes.head = size
      await api.watch(1, 'large', {})
      await settle()
      expect(snapshots.at(-1)![1]).toMatchObject({ status })
      if (status === 'failed')
        expect(snapshots.at(-1)![1]).toMatchObject({ data: undefined, error: { code: 'unexpected' } })
    }
  })
})

describe('the handshake with the worker', () => {
  test('[G11] is answered at once while the disk does not open, with the storage reported as opening', async () => {
    const hanging = { open: () => ({}), deleteDatabase: () => ({}) } as unknown as IDBFactory
    const { api } = await start({ indexedDB: hanging, IDBKeyRange: {} as never })
    expect(await api.ping()).toEqual({ storage: 'opening', jobs: 0 })
  })

  test('[G3] is answered even if every platform object throws, and topics still load', async () => {
    const fail = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const { api, snapshots } = await start({
      indexedDB: new Proxy({}, { get: fail }) as IDBFactory,
      IDBKeyRange: new Proxy({}, { get: fail }) as never,
      locks: new Proxy({}, { get: fail }) as never,
      BroadcastChannel: fail as never,
      getQuota: fail,
    })
    await api.watch(1, 'networks', {})
    for (let round = 0; round < 200 && snapshots.at(-1)?.[1].status !== 'fresh'; round += 1) await settle()
    expect(snapshots.at(-1)?.[1].status).toBe('fresh')
    expect(await api.ping()).toMatchObject({ storage: 'memory' })
  })
})
