import { describe, expect, test } from 'vitest'
import { createHttp } from '../../../../worker/http/http.ts'
import { isOriginAllowed } from '../../../../worker/analytics/project/origins.ts'
import { config } from '../../create-tab.ts'
import { createFakeApi, json } from '../../fake-api.ts'
import { createFakeClock } from '../../fake-clock.ts'

const PATH = '/projects/v1/origins'
const site = 'https://app.driftwood.example'

function ask(answer: unknown, origin = site): Promise<boolean> {
  const api = createFakeApi()
  api.answer(PATH, () => (answer === undefined ? json({}, { status: 500 }) : json(answer)))
  return askApi(api, origin)
}

function askApi({ fetch }: ReturnType<typeof createFakeApi>, origin = site): Promise<boolean> {
  const http = createHttp({ config, clock: createFakeClock(), fetch })
  return isOriginAllowed({ origin }, { http, signal: new AbortController().signal })
}

const list = (...allowedOrigins: unknown[]) => ({ allowedOrigins })

describe('[A159] the check of the page’s origin for sign-in', () => {
  test('requests the allowed origins with the project’s parameters', async () => {
    const api = createFakeApi()
    api.answer(PATH, () => json(list()))
    await askApi(api)
    const asked = api.requests.find(({ pathname }) => pathname === PATH)!
    expect(asked.origin).toBe('https://explorer.example')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ projectId: 'project', st: 'appkit' })
  })

  test.each([
    ['the list is empty', []],
    ['the list has the origin', ['https://other.example', site]],
    ['the list has the origin in capitals with a slash', ['https://APP.driftwood.example/']],
    ['the list has the host', ['app.driftwood.example']],
    ['a wildcard of origins matches', ['https://*.driftwood.example']],
    ['a wildcard of hosts matches', ['*.driftwood.example']],
    ['the list has *', ['*']],
    ['several wildcards match', ['https://*.*.example']],
  ])('allows the page’s origin if %s', async (_, allowed) => {
    expect(await ask(list(...allowed))).toBe(true)
  })

  test.each([
    ['the list has only a different origin', ['https://other.example']],
    ['the list has the origin only with a different scheme', ['http://app.driftwood.example']],
    ['the list has only the parent domain', ['driftwood.example']],
    ['a wildcard matches only a part', ['https://*.driftwood']],
    ['the parts around a wildcard overlap', ['https://app.driftwood*driftwood.example']],
    ['the list has no valid origin', [7, null, 'https://app.driftwood.example'.repeat(20)]],
  ])('refuses the page’s origin if %s', async (_, allowed) => {
    expect(await ask(list(...allowed))).toBe(false)
  })

  test.each(['http://localhost:5173', 'http://127.0.0.1:8080', 'null'])(
    'always allows a developer’s local origin: %s',
    async (origin) => {
      expect(await ask(list('https://other.example'), origin)).toBe(true)
    },
  )

  // With a backtracking matcher this would not end.
  test('ends quickly for a pattern with 149 wildcards', async () => {
    expect(await ask(list('a*'.repeat(149)), `https://${'a'.repeat(60)}.example`)).toBe(false)
  })

  test('fails if the API answers with an error, or without a list of origins', async () => {
    await expect(ask(undefined)).rejects.toMatchObject({ code: 'http_status' })
    await expect(ask({ allowedOrigins: 'all' })).rejects.toMatchObject({ code: 'bad_envelope' })
  })
})
