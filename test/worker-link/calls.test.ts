import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { type CommandName, commandRules } from '../../src/core/contract/protocol.ts'
import { type CallApi, createCalls } from '../../src/worker-link/calls.ts'
import { propertyRuns } from '../property-runs.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const life = new AbortController().signal
const rules = { ...commandRules, more: { deadline: undefined, onLoss: 'replay' as const } }

/** A worker whose answers the test gives, and a page that answers `domainUrl` when the test says so. */
function setUp() {
  const asked: { signal: AbortSignal; answer(url: string): void }[] = []
  const calls = createCalls({
    rules,
    asks: {
      domainUrl: (_, { signal }) => new Promise((resolve) => asked.push({ signal, answer: resolve })),
    },
    onEnd() {},
  })
  function createApi() {
    const sent: number[] = []
    const cancelled: number[] = []
    const answers = new Map<number, (value: unknown) => void>()
    const api = {
      sent,
      cancelled,
      answer: (id: number, value: unknown) => answers.get(id)?.(value),
      call(id: number) {
        sent.push(id)
        return new Promise((resolve) => answers.set(id, resolve))
      },
      cancel: async (id: number) => void cancelled.push(id),
    }
    return api as typeof api & CallApi
  }
  const add = (id: number, command: CommandName = 'more', signal?: AbortSignal) => {
    const outcome: { value?: unknown; code?: string; context?: unknown; times: number } = { times: 0 }
    calls.add(id, command, {} as never, signal).then(
      (value) => Object.assign(outcome, { value, times: outcome.times + 1 }),
      ({ code, context }: BillfoldError) =>
        Object.assign(outcome, { code, context, times: outcome.times + 1 }),
    )
    return outcome
  }
  const ask = (callId?: number, alive = life) =>
    calls.ask(callId, 'domainUrl', { domain: 'evm', attempt: 0 }, alive).then(
      (value) => value,
      ({ code }: BillfoldError) => code,
    )
  return { calls, asked, createApi, add, ask }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('A cancelled worker call', () => {
  test('[G62] ends at once on the page, and is cancelled in the worker', async () => {
    const { calls, createApi, add } = setUp()
    const [api, controller] = [createApi(), new AbortController()]
    const outcome = add(1, 'more', controller.signal)
    calls.send(1, api)
    controller.abort()
    await settle()
    expect(outcome).toMatchObject({ code: 'aborted', context: { asked: false }, times: 1 })
    expect(api.cancelled).toEqual([1])
    api.answer(1, 'late')
    await settle()
    expect(outcome).toMatchObject({ code: 'aborted', times: 1 })
  })

  test('[G62] is not sent if it is still waiting for a worker, or if it was cancelled before it began', async () => {
    const { calls, createApi, add } = setUp()
    const controller = new AbortController()
    const outcome = add(1, 'more', controller.signal)
    controller.abort()
    const never = add(2, 'more', controller.signal)
    await settle()
    expect([outcome.code, never.code]).toEqual(['aborted', 'aborted'])
    expect(calls.getWaiting()).toEqual([])
    const api = createApi()
    calls.send(1, api)
    expect(api.sent).toEqual([])
  })

  test('[G62] cancels its question to the page, and reports that a wallet may have been asked', async () => {
    const { calls, asked, createApi, add, ask } = setUp()
    const controller = new AbortController()
    const outcome = add(1, 'more', controller.signal)
    calls.send(1, createApi())
    void ask(1)
    controller.abort()
    await settle()
    expect(asked[0]!.signal.aborted).toBe(true)
    expect(outcome).toMatchObject({ code: 'aborted', context: { asked: true } })
  })
})

describe('The deadline of a worker call', () => {
  test('[G11] cancels the call in the worker when it passes', async () => {
    const { calls, createApi, add } = setUp()
    const api = createApi()
    const outcome = add(1, 'refresh')
    calls.send(1, api)
    await vi.advanceTimersByTimeAsync(rules.refresh.deadline!)
    expect(outcome.code).toBe('worker_deadline')
    expect(api.cancelled).toEqual([1])
  })

  test('[G62] ends the call as outcome_unknown if a wallet was asked', async () => {
    const { calls, createApi, add, ask } = setUp()
    const outcome = add(1, 'refresh')
    calls.send(1, createApi())
    void ask(1)
    await vi.advanceTimersByTimeAsync(rules.refresh.deadline!)
    expect(outcome.code).toBe('outcome_unknown')
  })

  test('leaves no timer once the call has ended', async () => {
    const { calls, createApi, add } = setUp()
    const api = createApi()
    add(1, 'refresh')
    calls.send(1, api)
    api.answer(1, undefined)
    await settle()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('A worker’s question to the page', () => {
  test('[G62] is answered by the page, even if the question belongs to no worker call', async () => {
    const { calls, asked, createApi, add, ask } = setUp()
    add(1)
    calls.send(1, createApi())
    const answers = [ask(1), ask()]
    for (const [index, { answer }] of asked.entries()) answer(`url ${index}`)
    expect(await Promise.all(answers)).toEqual(['url 0', 'url 1'])
  })

  test('[G62] is rejected if its worker call is not running, its worker is lost or its kind is unknown', async () => {
    const { calls, asked, createApi, add, ask } = setUp()
    expect(await ask(1)).toBe('aborted')
    add(1)
    // It waits for a worker: one that was lost before still speaks.
    expect(await ask(1)).toBe('aborted')
    calls.send(1, createApi())
    expect(await ask(1, AbortSignal.abort())).toBe('aborted')
    expect(asked).toHaveLength(0)
    await expect(calls.ask(1, 'constructor' as never, {} as never, life)).rejects.toMatchObject({
      code: 'unexpected',
    })
  })

  test('[G62] is cancelled when its worker is lost, even if the question belongs to no worker call', async () => {
    const { asked, ask } = setUp()
    const lost = new AbortController()
    void ask(undefined, lost.signal)
    lost.abort()
    expect(asked[0]!.signal.aborted).toBe(true)
  })
})

describe('A worker call whose worker is lost', () => {
  test('[G62] [F34] ends as outcome_unknown, and is not repeated, if it has asked the page a question', async () => {
    const { calls, asked, createApi, add, ask } = setUp()
    const outcome = add(1)
    calls.send(1, createApi())
    void ask(1)
    calls.onLost()
    await settle()
    expect(outcome.code).toBe('outcome_unknown')
    expect(asked[0]!.signal.aborted).toBe(true)
    expect(calls.getWaiting()).toEqual([])
  })

  test('[G62] [F34] ends as outcome_unknown even if the page has answered its question, since a wallet may have acted', async () => {
    const { calls, asked, createApi, add, ask } = setUp()
    const outcome = add(1)
    calls.send(1, createApi())
    const answer = ask(1)
    asked[0]!.answer('signed')
    expect(await answer).toBe('signed')
    calls.onLost()
    await settle()
    expect(outcome.code).toBe('outcome_unknown')
    expect(calls.getWaiting()).toEqual([])
  })

  test('[F34] is sent to the next worker if it has asked no question, and the lost worker’s answer is ignored', async () => {
    const { calls, createApi, add } = setUp()
    const outcome = add(1)
    const [lost, next] = [createApi(), createApi()]
    calls.send(1, lost)
    calls.onLost()
    expect(calls.getWaiting()).toEqual([1])
    calls.send(1, next)
    lost.answer(1, 'old')
    await settle()
    expect(outcome.times).toBe(0)
    next.answer(1, 'new')
    await settle()
    expect(outcome.value).toBe('new')
  })
})

test('[G62] [F34] a worker call ends exactly once, and asks the page a question at most once, in any order of events', async () => {
  const step = fc.constantFrom('send', 'ask', 'answer', 'reply', 'cancel', 'lose')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { calls, asked, createApi, add, ask } = setUp()
      const controller = new AbortController()
      const outcome = add(1, 'more', controller.signal)
      let api = createApi()
      let isAlive = true
      let hasAsked = false
      let sends = 0
      for (const step of steps) {
        if (step === 'send' && calls.getWaiting().length > 0) {
          if (!isAlive) api = createApi()
          isAlive = true
          calls.send(1, api)
          sends += 1
          // A wallet that may have acted is never asked by a second worker.
          expect(hasAsked).toBe(false)
        } else if (step === 'ask' && isAlive) {
          const before = asked.length
          void ask(1)
          hasAsked ||= asked.length > before
        } else if (step === 'answer') api.answer(1, 'done')
        else if (step === 'reply') asked.at(-1)?.answer('signed')
        else if (step === 'cancel') controller.abort()
        else if (step === 'lose') {
          const wasSent = api.sent.length > 0 && outcome.times === 0
          calls.onLost()
          isAlive = false
          await settle()
          if (wasSent && hasAsked) expect(outcome.code).toBe('outcome_unknown')
        }
        await settle()
        // Nobody is left waiting for a wallet's answer after the end.
        if (outcome.times > 0) for (const { signal } of asked) expect(signal.aborted).toBe(true)
      }
      calls.failAll(new BillfoldError('stopped', 'over'))
      await settle()
      expect(outcome.times).toBe(1)
      expect(calls.size).toBe(0)
      if (sends === 0) expect(['aborted', 'stopped']).toContain(outcome.code)
    }),
    { numRuns: propertyRuns(300) },
  )
})
