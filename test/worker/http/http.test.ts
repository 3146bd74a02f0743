import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BillfoldError } from '../../../src/core/base/errors.ts'
import { createHttp } from '../../../worker/http/http.ts'
import { path } from '../../../worker/http/path.ts'
import { bodies, bytes, megabyte, stream, type } from '../bodies.ts'
import { config } from '../create-tab.ts'
import { createFakeApi, json } from '../fake-api.ts'
import { createFakeClock, type FakeClock } from '../fake-clock.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(500)
const signal = new AbortController().signal

function create(overrides = {}) {
  const clock = createFakeClock()
  const api = createFakeApi(clock)
  const http = createHttp({ config: { ...config, ...overrides }, clock, fetch: api.fetch, random: () => 0.5 })
  return { clock, api, http }
}

/** The outcome of a request, and how many milliseconds of the clock it took. */
async function run(clock: FakeClock, request: Promise<unknown>) {
  const start = clock.now()
  const took: { ms?: number } = {}
  const outcome = request.then(
    (value) => ({ value, error: undefined }),
    (error: BillfoldError) => ({ value: undefined, error }),
  )
  void outcome.then(() => (took.ms = clock.now() - start))
  for (let step = 0; step < 400 && took.ms === undefined; step += 1) await clock.advance(50)
  return { ...(await outcome), ms: took.ms! }
}

describe('every HTTP request', () => {
  test('[A128] carries the parameters st, sv and projectId, [A129] and carries clientId only when the client id is known', async () => {
    const { http, api } = create()
    await http.client('api').get('/v1/supported-chains', {}, { signal })
    expect(Object.fromEntries(api.requests[0]!.searchParams)).toEqual({
      st: 'appkit',
      sv: 'html-evm-0.1.0',
      projectId: 'project',
    })
    const known = create()
    known.http.setClientId('did:key:z6')
    await known.http.client('api').get('/v1/identity/0x1', { sender: '0x1', none: undefined }, { signal })
    expect(Object.fromEntries(known.api.requests[0]!.searchParams)).toEqual({
      sender: '0x1',
      st: 'appkit',
      sv: 'html-evm-0.1.0',
      projectId: 'project',
      clientId: 'did:key:z6',
    })
  })

  test('is sent without cookies and without the browser’s HTTP cache', async () => {
    const clock = createFakeClock()
    let seen: RequestInit | undefined
    const fetch = async (_: unknown, init?: RequestInit) => ((seen = init), json({}))
    await createHttp({ config, clock, fetch }).client('api').get('/x', {}, { signal })
    expect(seen).toMatchObject({ credentials: 'omit', cache: 'no-store', method: 'GET' })
  })

  test('[F6] keeps hostile text within its own segment of the path', async () => {
    const { http, api } = create()
    const hostile = ['../', '?', '#', '%2f', '//host', '..%2f', '\\', ':@', '__proto__', '\0', ' ', 'a/b']
    const text = fc.oneof(
      fc.array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    )
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        fc.pre(name !== '.' && name !== '..')
        let written: string
        try {
          written = path`/v1/identity/${name}`
        } catch (error) {
          expect((error as BillfoldError).code).toBe('bad_account')
          return
        }
        await http.client('api').get(written, { sender: name }, { signal })
        const sent = api.requests.at(-1)!
        expect(sent.origin).toBe('https://api.example')
        expect(sent.pathname.split('/')).toHaveLength(4)
        expect(decodeURIComponent(sent.pathname.split('/')[3]!)).toBe(name)
        expect(sent.searchParams.get('sender')).toBe(name)
        expect(sent.hash).toBe('')
      }),
      { numRuns: runs },
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test.each(['', '.', '..', '\ud800'])(
    '[F6] is refused before it is sent if a segment of the path is "%s"',
    (segment) => {
      expect(() => path`/v1/account/${segment}/balance`).toThrowError(/cannot be used in a request/)
    },
  )

  test('[F6] is not affected by a __proto__ key in the answer', async () => {
    const { http, api } = create()
    const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    api.answer('/', () => new Response(body, { headers: { 'content-type': 'application/json' } }))
    await http.client('api').get('/x', {}, { signal })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('HTTP answers', () => {
  test('are parsed as JSON with any JSON content type, or without a content type', async () => {
    const { http, api, clock } = create()
    for (const name of [
      'application/json',
      'application/json; charset=utf-8',
      'application/problem+json',
      '',
    ]) {
      api.answer('/', () => new Response(stream([bytes('{"name":"'), bytes('x"}')]), name ? type(name) : {}))
      const { value } = await run(clock, http.client('api').get('/x', {}, { signal }))
      expect(value).toEqual({ name: 'x' })
    }
  })

  test('are decoded correctly when the bytes of a character arrive in several pieces', async () => {
    const { http, api, clock } = create()
    const whole = bytes('{"name":"Zürich 🎉"}')
    const parts = Array.from(whole, (byte) => Uint8Array.of(byte))
    api.answer('/', () => new Response(stream(parts), type('application/json')))
    expect((await run(clock, http.client('api').get('/x', {}, { signal }))).value).toEqual({
      name: 'Zürich 🎉',
    })
  })

  test.each(bodies)(
    '[F4] make the request fail with an error code for the fault: %s',
    async (_, answer, code) => {
      const { http, api, clock } = create()
      api.answer('/', answer)
      const { error, ms } = await run(clock, http.client('api').get('/x', {}, { signal, retry: false }))
      expect(error?.code).toBe(code)
      expect(ms).toBeLessThanOrEqual(1_000)
      if (code === 'http_html') expect(error?.message).toContain('network sign-in page')
    },
  )

  test('[F4] make the request fail if the body exceeds 5 MB, and the rest is not read', async () => {
    const { http, api, clock } = create()
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(megabyte)
      },
    })
    api.answer('/', () => new Response(endless, type('application/json')))
    expect((await run(clock, http.client('api').get('/x', {}, { signal }))).error?.code).toBe('http_size')
    expect(sent).toBeLessThan(10)
  })

  test.each([404, 429, 500])(
    '[A130] make the request fail if their status is %i, and the error has the status and the API’s reason',
    async (status) => {
      const { http, api, clock } = create()
      api.answer('/', () => json({ reasons: [{ name: 'x', description: 'Name is taken' }] }, { status }))
      const { error } = await run(clock, http.client('api').get('/x', {}, { signal }))
      expect(error).toMatchObject({
        name: 'BillfoldError',
        code: 'http_status',
        category: 'API_ERROR',
        context: { status, description: 'Name is taken' },
      })
    },
  )
})

describe('an HTTP request', () => {
  test('[F7] times out when no answer comes within 10 s', async () => {
    const { http, api, clock } = create()
    api.answer('/', () => new Promise(() => {}))
    const { error, ms } = await run(clock, http.client('api').get('/x', {}, { signal }))
    expect(error?.code).toBe('http_timeout')
    expect(ms).toBe(10_000)
    expect(api.requests).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  test('[F7] times out after 10 s when the body of the answer stops in the middle', async () => {
    const { http, api, clock } = create()
    api.answer('/', () => new Response(stream([bytes('{"a":')], 'hang'), type('application/json')))
    const { error, ms } = await run(clock, http.client('api').get('/x', {}, { signal }))
    expect(error?.code).toBe('http_timeout')
    expect(ms).toBe(10_000)
  })

  test.each([
    ['a network error', () => Promise.reject(new TypeError('Failed to fetch')), 'http_network', 3],
    ['status 503', () => new Response('', { status: 503 }), 'http_status', 3],
    ['status 429', () => new Response('', { status: 429 }), 'http_status', 3],
    ['status 404', () => new Response('', { status: 404 }), 'http_status', 1],
    ['truncated JSON', () => new Response('{', type('application/json')), 'http_json', 1],
  ] as const)(
    '[F7] is sent up to three times if its method is GET and the fault is temporary, and once if the fault is permanent or retries are turned off: %s',
    async (_, answer, code, times) => {
      const { http, api, clock } = create()
      api.answer('/', answer)
      const { error, ms } = await run(clock, http.client('api').get('/x', {}, { signal }))
      expect(error?.code).toBe(code)
      expect(api.requests).toHaveLength(times)
      expect(ms).toBeLessThanOrEqual(15_000)
      await run(clock, http.client('api').get('/x', {}, { signal, retry: false }))
      expect(api.requests).toHaveLength(times + 1)
    },
  )

  test('[F7] is retried after a brief failure of the server until it succeeds', async () => {
    const { http, api, clock } = create()
    api.answer('/', () => (api.requests.length < 3 ? new Response('', { status: 502 }) : json({ ok: true })))
    expect((await run(clock, http.client('api').get('/x', {}, { signal }))).value).toEqual({ ok: true })
  })

  test.each([
    ['a number of seconds', () => '3'],
    ['a date', (now: number) => new Date(now + 3_000).toUTCString()],
  ])('[F7] is retried after the time in Retry-After, given as %s', async (_, header) => {
    const { http, api, clock } = create()
    const times: number[] = []
    api.answer('/', () => {
      times.push(clock.now())
      if (times.length > 1) return json({ ok: true })
      return new Response('', { status: 429, headers: { 'retry-after': header(clock.now()) } })
    })
    expect((await run(clock, http.client('api').get('/x', {}, { signal }))).value).toEqual({ ok: true })
    expect(times[1]! - times[0]!).toBe(3_000)
  })

  test('[F7] fails at once, without a retry, if Retry-After is longer than 15 s, and the error has this time', async () => {
    const { http, api, clock } = create()
    api.answer('/', () => new Response('', { status: 429, headers: { 'retry-after': '60' } }))
    const { error, ms } = await run(clock, http.client('api').get('/x', {}, { signal }))
    expect(error?.context).toMatchObject({ status: 429, retryAfter: 60_000 })
    expect(ms).toBeLessThanOrEqual(50)
    expect(api.requests).toHaveLength(1)
  })

  test.each(['3600', '9999999999', '9'.repeat(400), new Date(Date.UTC(2400, 0)).toUTCString()])(
    '[G4] fails with an error whose retry time is at most 10 minutes if Retry-After is %s',
    async (header) => {
      const { http, api, clock } = create()
      api.answer('/', () => new Response('', { status: 429, headers: { 'retry-after': header } }))
      const { error } = await run(clock, http.client('api').get('/x', {}, { signal }))
      expect(error?.context['retryAfter']).toBe(600_000)
    },
  )

  test('[F7] fails within 15 s, however slow its retries are', async () => {
    const clock = createFakeClock()
    const api = createFakeApi(clock, () => 8_000)
    const http = createHttp({ config, clock, fetch: api.fetch, random: () => 1 })
    api.answer('/', () => new Response('', { status: 500 }))
    const { error, ms } = await run(clock, http.client('api').get('/x', {}, { signal }))
    expect(['http_status', 'http_timeout']).toContain(error?.code)
    expect(ms).toBeLessThanOrEqual(15_000)
  })

  test('fails as aborted as soon as it is aborted, even in the pause before a retry', async () => {
    for (const moment of [10, 300]) {
      const { http, api, clock } = create()
      api.answer('/', () => (moment === 10 ? new Promise(() => {}) : new Response('', { status: 500 })))
      const controller = new AbortController()
      const request = run(clock, http.client('api').get('/x', {}, { signal: controller.signal }))
      clock.after(moment, () => controller.abort())
      const { error, ms } = await request
      expect(error?.code).toBe('aborted')
      expect(ms).toBeLessThanOrEqual(moment + 50)
      expect(clock.pending).toBe(0)
    }
  })

  test('is not sent when its signal is already aborted', async () => {
    const { http, api } = create()
    await expect(http.client('api').get('/x', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(api.requests).toHaveLength(0)
  })
})

describe('a failed HTTP request', () => {
  test('[G70] stops the download of the answer’s body if the body was not read to the end', async () => {
    for (const answer of [
      () => new Response(stream([bytes('<html>')], 'hang'), type('text/html')),
      () => new Response(stream([bytes('no')], 'hang'), { status: 204 + 200 }),
      () =>
        new Response(
          stream([megabyte, megabyte, megabyte, megabyte, megabyte, megabyte], 'hang'),
          type('application/json'),
        ),
    ]) {
      const clock = createFakeClock()
      let sent: AbortSignal | undefined
      const fetch = async (_: unknown, init?: RequestInit) => ((sent = init!.signal!), answer())
      const http = createHttp({ config, clock, fetch })
      const { error } = await run(clock, http.client('api').get('/x', {}, { signal, retry: false }))
      expect(error).toBeDefined()
      expect(sent?.aborted).toBe(true)
      expect(clock.pending).toBe(0)
    }
  })
})

describe('POST and DELETE requests', () => {
  const faults = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('', { status: 503 }),
    () => new Response('', { status: 429, headers: { 'retry-after': '1' } }),
    () => new Promise<Response>(() => {}),
  ]

  test.each(faults)(
    '[F7] [G62] are never sent a second time, even after a network or server fault (case %#)',
    async (answer) => {
      for (const method of ['post', 'delete'] as const) {
        const { http, api, clock } = create()
        api.answer('/', answer)
        const client = http.client('api')
        const request =
          method === 'post' ? client.post('/x', {}, { signal }) : client.delete('/x', { signal })
        const { error } = await run(clock, request)
        expect(error?.code).toMatch(/^http_/)
        await clock.advance(60_000)
        expect(api.requests).toHaveLength(1)
      }
    },
  )

  test('[G62] send a JSON body to the host’s base URL, with the project’s parameters', async () => {
    const sent: [url: string, init: RequestInit][] = []
    const fetch = async (url: unknown, init?: RequestInit) => {
      sent.push([String(url), init!])
      return new Response(init!.method === 'DELETE' ? null : '{"ok":true}', {
        status: init!.method === 'DELETE' ? 204 : 200,
        headers: { 'content-type': 'application/json' },
      })
    }
    const client = createHttp({ config, clock: createFakeClock(), fetch }).client('api')
    expect(await client.post('/v1/fungible/price', { currency: 'usd' }, { signal })).toEqual({ ok: true })
    expect(await client.delete('/v1/x', { signal })).toBeUndefined()
    const [[url, init], [, removal]] = sent as [(typeof sent)[0], (typeof sent)[0]]
    expect(url).toBe('https://api.example/v1/fungible/price?st=appkit&sv=html-evm-0.1.0&projectId=project')
    expect(init).toMatchObject({ method: 'POST', body: '{"currency":"usd"}', credentials: 'omit' })
    expect(new Headers(init.headers).get('content-type')).toBe('application/json')
    expect(removal).toMatchObject({ method: 'DELETE' })
    expect(removal).not.toHaveProperty('body')
  })

  test('[G62] send cookies only when credentials are requested', async () => {
    const seen: unknown[] = []
    const fetch = async (_: unknown, init?: RequestInit) => (seen.push(init?.credentials), json({}))
    const client = createHttp({ config, clock: createFakeClock(), fetch }).client('api')
    await client.get('/x', {}, { signal, credentials: 'include' })
    await client.post('/x', {}, { signal, credentials: 'include' })
    await client.post('/x', {}, { signal })
    expect(seen).toEqual(['include', 'include', 'omit'])
  })
})

describe('a redirect from the API', () => {
  test.each([
    // What a browser shows of a redirect that it was told not to follow.
    ['in a browser', () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })],
    [
      'outside a browser',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
    ],
  ])('[G9] is not followed %s: the request fails as redirected and is not retried', async (_, answer) => {
    const clock = createFakeClock()
    const modes: unknown[] = []
    const fetch = async (_: unknown, init?: RequestInit) => (modes.push(init?.redirect), answer())
    const http = createHttp({ config, clock, fetch })
    const { error } = await run(clock, http.client('api').get('/x', {}, { signal }))
    expect(error?.code).toBe('redirected')
    expect(modes).toEqual(['manual'])
  })
})

describe('JSON-RPC requests to a node', () => {
  test('return the node’s result, even null, and send no project parameters to the node', async () => {
    const { http, api } = create()
    api.answer('rpc', () => json({ jsonrpc: '2.0', id: 1, result: null }))
    expect(await http.rpc('https://node.example/rpc', 'eth_getLogs', [], { signal })).toBe(null)
    expect(api.requests[0]!.href).toBe('https://node.example/rpc')
  })

  test.each([
    [{ error: { code: -32005, message: 'too many' } }, { rpcCode: -32005, description: 'too many' }],
    [{ id: 1 }, { rpcMethod: 'eth_getLogs' }],
    [[], { rpcMethod: 'eth_getLogs' }],
    ['junk', { rpcMethod: 'eth_getLogs' }],
  ])('fail with bad_envelope when the answer is %j, and are not retried', async (body, context) => {
    const { http, api } = create()
    api.answer('rpc', () => json(body))
    const request = http.rpc('https://node.example/rpc', 'eth_getLogs', [], { signal })
    await expect(request).rejects.toMatchObject({ code: 'bad_envelope', context })
    expect(api.requests).toHaveLength(1)
  })
})

test('[A145] onHeaders receives the headers of every HTTP answer, even with an error status', async () => {
  const { http, api } = create()
  const heard: (string | null)[] = []
  const hear = (headers: Headers) => heard.push(headers.get('date'))
  api.answer('/x', () => json({}, { headers: { 'content-type': 'application/json', date: 'one' } }))
  await http.client('api').get('/x', {}, { signal, onHeaders: hear })
  api.answer('/x', () => json({}, { status: 400, headers: { date: 'two' } }))
  await expect(http.client('api').post('/x', {}, { signal, onHeaders: hear })).rejects.toThrow('400')
  expect(heard).toEqual(['one', 'two'])
})
