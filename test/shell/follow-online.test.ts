// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { followOnline, type Online, watchReturn } from '../../src/shell/follow-online.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'

const stops: (() => void)[] = []
let word: boolean
vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => word)
afterEach(() => {
  say(true)
  for (const stop of stops.splice(0)) stop()
})

function say(isOnline: boolean): void {
  word = isOnline
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

function start(isOnline: boolean): Online {
  word = isOnline
  return followOnline(stops)
}

const fresh = (age = 0) => ({ status: 'fresh', fetchedAt: Date.now() - age, data: {} }) as const
const failed = (code: string, reason?: string | undefined) => {
  const error = { code, message: '', category: 'API_ERROR', context: reason ? { reason } : {} } as ErrorRecord
  return { status: 'failed', fetchedAt: undefined, data: undefined, error } as const
}

describe('[D43] whether requests go out', () => {
  test('is what the browser says until one is answered', () => {
    const { online, onSnapshot } = start(false)
    expect(online.value).toBe(false)
    onSnapshot('wallets', fresh())
    expect(online.value).toBe(true)
  })

  test('is not shown by what was stored before', () => {
    const { online, onSnapshot } = start(false)
    onSnapshot('portfolio', fresh(20_000))
    onSnapshot('portfolio', { ...fresh(), status: 'cached' })
    expect(online.value).toBe(false)
  })

  test('follows the browser where nothing has been asked since', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh(1))
    say(false)
    expect(online.value).toBe(false)
    say(true)
    expect(online.value).toBe(true)
  })

  test.each([
    ['http_network', undefined],
    ['balance_unavailable', 'http_network'],
  ] as const)('ends when what was answered last cannot be reached: %s', (code, reason) => {
    const { online, onSnapshot } = start(false)
    onSnapshot('portfolio', fresh())
    onSnapshot('nfts', failed('http_network'))
    onSnapshot('portfolio', failed('http_status'))
    expect(online.value).toBe(true)
    onSnapshot('portfolio', failed(code, reason))
    expect(online.value).toBe(false)
  })

  test('is true where the browser says so, though one host is away', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh())
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(true)
  })

  test('ends when one of several that were answered cannot be reached, until another one is answered', () => {
    const { online, onSnapshot } = start(false)
    onSnapshot('portfolio', fresh())
    onSnapshot('wallets', fresh())
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(false)
    // Again and again, as it is polled.
    onSnapshot('wallets', fresh())
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(true)
  })

  test('ends although the browser says so when no host can be reached, and comes back with the first answer', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh(1_000))
    onSnapshot('portfolio', failed('http_network'))
    onSnapshot('nfts', failed('http_network'))
    onSnapshot('activity', failed('balance_unavailable', 'http_network'))
    expect(online.value).toBe(true)
    onSnapshot('wallets', failed('http_network'))
    expect(online.value).toBe(false)
    // It was answered before.
    onSnapshot('sent', fresh(500))
    expect(online.value).toBe(false)
    onSnapshot('sent', fresh())
    expect(online.value).toBe(true)
    onSnapshot('wallets', failed('http_network'))
    expect(online.value).toBe(true)
    onSnapshot('identity', failed('http_network'))
    expect(online.value).toBe(false)
    say(true)
    expect(online.value).toBe(true)
  })

  test('is true while the API answers, though the directory and the nodes do not', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh(1_000))
    onSnapshot('project', failed('http_network'))
    onSnapshot('wallets', failed('http_network'))
    onSnapshot('nfts', failed('nfts_unavailable', 'http_network'))
    onSnapshot('sent', failed('http_network'))
    expect(online.value).toBe(true)
  })

  test('is true while the API answers, though one of its paths and the directory cannot be reached', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('activity', fresh(2_000))
    onSnapshot('portfolio', fresh(1_000))
    onSnapshot('wallets', failed('http_network'))
    onSnapshot('activity', failed('http_network'))
    onSnapshot('identity', failed('http_network'))
    expect(online.value).toBe(true)
    // At its next poll.
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(false)
  })

  test('does not wait for what is not polled any more', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh(120_000))
    onSnapshot('wallets', failed('http_network'))
    onSnapshot('activity', failed('http_network'))
    expect(online.value).toBe(false)
  })
})

describe('the worker is told once of a return', () => {
  function watch(isOnline: boolean) {
    const { online, onSnapshot } = start(isOnline)
    const call = vi.fn(async () => undefined)
    stops.push(watchReturn(online, { isUsed: () => true, call: call as never }))
    return { online, onSnapshot, call }
  }

  test('that the browser speaks of', () => {
    const { call } = watch(true)
    say(false)
    expect(call).not.toHaveBeenCalled()
    say(true)
    expect(call.mock.calls).toEqual([['online', {}]])
  })

  test('that an answer shows', () => {
    const { call, onSnapshot } = watch(false)
    onSnapshot('portfolio', fresh())
    expect(call).toHaveBeenCalledOnce()
  })

  test('that the browser speaks of, where only the API was silent and the page still counted as online', () => {
    const { call, online, onSnapshot } = watch(true)
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(call).toHaveBeenCalledOnce()
  })
})
