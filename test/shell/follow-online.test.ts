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

describe('[D43] the online state', () => {
  test('is what the browser reports until a request succeeds, and then true', () => {
    const { online, onSnapshot } = start(false)
    expect(online.value).toBe(false)
    onSnapshot('wallets', fresh())
    expect(online.value).toBe(true)
  })

  test('ignores cached answers and answers that are older than the browser’s report of being offline', () => {
    const { online, onSnapshot } = start(false)
    onSnapshot('portfolio', fresh(20_000))
    onSnapshot('portfolio', { ...fresh(), status: 'cached' })
    expect(online.value).toBe(false)
  })

  test('is what the browser reports while no answer is newer than the report', () => {
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
  ] as const)(
    'becomes false when the only topic with an answer becomes unreachable (error: %s)',
    (code, reason) => {
      const { online, onSnapshot } = start(false)
      onSnapshot('portfolio', fresh())
      onSnapshot('nfts', failed('http_network'))
      onSnapshot('portfolio', failed('http_status'))
      expect(online.value).toBe(true)
      onSnapshot('portfolio', failed(code, reason))
      expect(online.value).toBe(false)
    },
  )

  test('stays true when the browser is online and only one host is unreachable', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh())
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(true)
  })

  test('becomes false in an offline browser when one of two answered topics becomes unreachable, and true when the second topic gets a new answer', () => {
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

  test('becomes false when no host is reachable, even if the browser is online, and true with the next answer', () => {
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

  test('stays true while the API answers, even if the wallet directory and the nodes do not', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh(1_000))
    onSnapshot('project', failed('http_network'))
    onSnapshot('wallets', failed('http_network'))
    onSnapshot('nfts', failed('nfts_unavailable', 'http_network'))
    onSnapshot('sent', failed('http_network'))
    expect(online.value).toBe(true)
  })

  test('stays true while the API answers, even if one API path and the wallet directory are unreachable', () => {
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

  test('is false when every polled topic is unreachable, even if a topic that is no longer polled has an old answer', () => {
    const { online, onSnapshot } = start(true)
    onSnapshot('portfolio', fresh(120_000))
    onSnapshot('wallets', failed('http_network'))
    onSnapshot('activity', failed('http_network'))
    expect(online.value).toBe(false)
  })
})

describe('the online message to the worker', () => {
  function watch(isOnline: boolean) {
    const { online, onSnapshot } = start(isOnline)
    const call = vi.fn(async () => undefined)
    stops.push(watchReturn(online, { isUsed: () => true, call: call as never }))
    return { online, onSnapshot, call }
  }

  test('is sent once when the browser reports that the page is online again', () => {
    const { call } = watch(true)
    say(false)
    expect(call).not.toHaveBeenCalled()
    say(true)
    expect(call.mock.calls).toEqual([['online', {}]])
  })

  test('is sent once when an answer proves that the page is online again', () => {
    const { call, onSnapshot } = watch(false)
    onSnapshot('portfolio', fresh())
    expect(call).toHaveBeenCalledOnce()
  })

  test('is sent once when the browser reports that the page is online, even if the page still counted as online after an API failure', () => {
    const { call, online, onSnapshot } = watch(true)
    onSnapshot('portfolio', failed('http_network'))
    expect(online.value).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(call).toHaveBeenCalledOnce()
  })
})
