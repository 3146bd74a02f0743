/** A `fetch` that imitates the provider API, with scripted responses and a record of all requests. */
import type { FakeClock } from './fake-clock.ts'

export interface FakeApi {
  fetch: typeof fetch
  requests: URL[]
  /** Number of requests to paths that contain the text. */
  count(text: string): number
  /** Sets the responses to paths that contain the text; undefined restores the default ones. */
  answer(text: string, answer: Answer | undefined): void
}

export type Answer = (url: URL, signal: AbortSignal) => Response | Promise<Response>

export const ADDRESS = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
export const OTHER_ADDRESS = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
export const ACCOUNT = `eip155:1:${ADDRESS}` as const
export const OTHER_ACCOUNT = `eip155:1:${OTHER_ADDRESS}` as const

export function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init })
}

export const networks = { http: ['eip155:1', 'eip155:10', 'eip155:31337'], ws: ['eip155:1'] }

/** Balances with amounts that depend on the address, so that a mix-up of accounts is visible. */
export function balancesOf(address: string) {
  return {
    balances: [
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:1',
        value: 7254.24,
        price: 3000.1,
        quantity: { decimals: '18', numeric: `2.${Number.parseInt(address.slice(2, 8), 16)}` },
        iconUrl: 'https://icons.example/eth.png',
      },
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: 'eip155:1',
        address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        value: 4250,
        price: 1,
        quantity: { decimals: '6', numeric: '4250.000000' },
      },
      {
        name: 'Ticket',
        symbol: 'TIX',
        chainId: 'eip155:1',
        address: 'eip155:1:0x1111111111111111111111111111111111111111',
        value: 99,
        price: 33,
        quantity: { decimals: '0', numeric: '3' },
      },
    ],
  }
}

const genuine: [text: string, body: (url: URL) => unknown][] = [
  ['/v1/supported-chains', () => networks],
  [
    '/v1/identity/',
    (url) => ({ name: `n${url.pathname.slice(-6)}.eth`, avatar: 'https://pictures.example/a.png' }),
  ],
  ['/v1/profile/', () => []],
  ['/balance', (url) => balancesOf(url.pathname.split('/')[3] ?? '')],
  ['/history', () => ({ data: [], next: null })],
]

/** @param latency returns the milliseconds of the clock before each response */
export function createFakeApi(clock?: FakeClock, latency = () => 0): FakeApi {
  const requests: URL[] = []
  const answers = new Map<string, Answer>()
  return {
    requests,
    count: (text) => requests.filter(({ pathname }) => pathname.includes(text)).length,
    answer(text, answer) {
      if (answer) answers.set(text, answer)
      else answers.delete(text)
    },
    async fetch(input, init) {
      const url = new URL(String(input))
      const signal = init?.signal ?? new AbortController().signal
      requests.push(url)
      const ms = latency()
      if (clock && ms > 0) await abortable(signal, new Promise<void>((resolve) => clock.after(ms, resolve)))
      const answer = [...answers].find(([text]) => url.pathname.includes(text))?.[1]
      if (answer) return abortable(signal, Promise.resolve(answer(url, signal)))
      const body = genuine.find(([text]) => url.pathname.includes(text))?.[1]
      if (!body) throw new TypeError(`The test has no response for ${url.pathname}`)
      return json(body(url))
    },
  }
}

function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject)
  })
}
