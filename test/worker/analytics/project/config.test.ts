import { afterEach, describe, expect, test } from 'vitest'
import type { ProjectConfig } from '../../../../src/core/contract/project.ts'
import { createTab, type Tab, type Watched } from '../../create-tab.ts'
import { createFakeApi, json } from '../../fake-api.ts'
import { createMemoryStore } from '../../../../worker/store/memory-store.ts'

const CONFIG = '/appkit/v1/config'
const FLAG = '/getAnalyticsConfig'

const watches: Watched[] = []
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

/** As an answer: the call fails. */
const FAILS = Symbol()

async function ask(config: unknown, flag: unknown = { isAnalyticsEnabled: true }, tab: Tab = createTab()) {
  for (const [path, body] of [
    [CONFIG, config],
    [FLAG, flag],
  ] as const)
    tab.api.answer(path, () => (body === FAILS ? json({}, { status: 404 }) : json(body)))
  const watch = tab.watch('project')
  watches.push(watch)
  await expect.poll(() => watch.last?.status).toMatch(/fresh|failed/)
  return { ...watch.last!, tab }
}

describe('[A116] [A159] The project’s dashboard configuration', () => {
  test('is requested with the project’s parameters, and read from an answer in the documented format', async () => {
    const { data, tab } = await ask({
      features: [
        { id: 'social_login', isEnabled: true, config: ['google', 'email', 'x'] },
        { id: 'swap', isEnabled: true, config: ['1inch'] },
        { id: 'onramp', isEnabled: false, config: ['coinbase'] },
        { id: 'activity', isEnabled: true, config: [] },
        { id: 'reown_branding', isEnabled: true, config: [] },
      ],
    })
    expect(data).toEqual({
      features: { activity: true, email: true, socials: ['google', 'x'], swaps: ['1inch'], onramp: false },
      analytics: true,
    })
    const asked = tab.api.requests.find(({ pathname }) => pathname === CONFIG)!
    expect(asked.origin).toBe('https://explorer.example')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ projectId: 'project', st: 'appkit' })
  })

  test('turns off features that it does not list, and leaves listed features without settings to the page', async () => {
    const { data } = await ask({ features: [{ id: 'activity', isEnabled: true, config: null }] })
    expect(data).toEqual({
      features: { email: false, socials: false, swaps: false, onramp: false },
      analytics: true,
    })
  })

  test.each([
    [[{ id: 'smart_sessions', isEnabled: true }], { smartSessions: true }],
    [[{ id: 'smart_sessions', isEnabled: false }], { smartSessions: false }],
    [[], {}],
  ])('[S3] [A115] leaves smart sessions to the page unless it lists them: %j', async (features, said) => {
    const { data } = await ask({
      features: [{ id: 'activity', isEnabled: true, config: null }, ...features],
    })
    expect((data as ProjectConfig).features).toEqual({
      email: false,
      socials: false,
      swaps: false,
      onramp: false,
      ...said,
    })
  })

  test('is unknown when its two requests both fail or get invalid answers', async () => {
    expect(await ask(FAILS, FAILS)).toMatchObject({ status: 'failed', data: undefined })
    expect(await ask({ features: 'all' }, FAILS)).toMatchObject({
      status: 'failed',
      error: { code: 'bad_envelope' },
    })
  })

  test('contains the analytics setting, unless the request for that setting fails', async () => {
    const features = { features: [] }
    expect((await ask(features, { isAnalyticsEnabled: false })).data).toMatchObject({ analytics: false })
    for (const flag of [FAILS, 'no', {}, { isAnalyticsEnabled: 'false' }])
      expect((await ask(features, flag)).data).not.toHaveProperty('analytics')
  })

  test('[A155] [F38] turns off analytics even if the request for the features fails', async () => {
    const { status, data } = await ask(FAILS, { isAnalyticsEnabled: false })
    expect({ status, data }).toEqual({ status: 'fresh', data: { analytics: false } })
  })

  test('[A155] [F38] keeps analytics turned off when a later request for the analytics setting fails', async () => {
    const store = createMemoryStore()
    await ask({ features: [] }, { isAnalyticsEnabled: false }, createTab({ store }))
    const next = createTab({ store })
    await next.clock.advance(3_600_001)
    const { data } = await ask(
      { features: [{ id: 'swap', isEnabled: true, config: ['1inch'] }] },
      FAILS,
      next,
    )
    await expect.poll(() => watches.at(-1)!.last?.data).toMatchObject({ features: { swaps: ['1inch'] } })
    expect(data).toMatchObject({ analytics: false })
    expect(watches.at(-1)!.last?.data).toMatchObject({ analytics: false })
  })

  test('is re-requested after a minute when one of its two requests failed', async () => {
    const { tab } = await ask(FAILS)
    const asked = () => tab.api.requests.filter(({ pathname }) => pathname === CONFIG).length
    const before = asked()
    tab.api.answer(CONFIG, () => json({ features: [] }))
    await tab.clock.advance(60_001)
    await expect.poll(asked).toBe(before + 1)
    await expect
      .poll(() => watches.at(-1)!.last?.data)
      .toMatchObject({ features: { swaps: false }, analytics: true })
  })

  test('leaves out invalid provider names, and keeps at most 50', async () => {
    const names = ['google', 7, '<b>', 'x'.repeat(50), ...Array.from({ length: 80 }, (_, at) => `p${at}`)]
    const { data } = await ask({
      features: [null, 'swap', { id: 'social_login', isEnabled: true, config: names }],
    })
    const { socials } = (data as Required<ProjectConfig>).features
    if (!socials) throw new Error('no socials')
    expect(socials[0]).toBe('google')
    expect(socials).toHaveLength(50)
    expect(socials).not.toContain('<b>')
  })

  test.each([{ socials: 7 }, { swaps: 'all' }, { onramp: [null] }, { activity: {} }, []])(
    'is ignored when the stored features are %j',
    async (features) => {
      const store = createMemoryStore()
      await ask({ features: [] }, undefined, createTab({ store }))
      const kept = (await store.get('project'))!
      const value = { ...(kept.value as object), data: { features, analytics: true } }
      await store.update('project', () => ({ put: [{ ...kept, value }] }))
      const next = createTab({ store, api: createFakeApi() })
      next.api.answer(CONFIG, () => new Promise(() => {}))
      const watch = next.watch('project')
      watches.push(watch)
      await expect.poll(() => watch.last?.status).toBe('loading')
      expect(watch.last?.data).toBeUndefined()
    },
  )

  test('is stored, and known at the next page load before the API answers', async () => {
    const store = createMemoryStore()
    await ask({ features: [] }, undefined, createTab({ store }))
    const next = createTab({ store, api: createFakeApi() })
    next.api.answer(CONFIG, () => new Promise(() => {}))
    const watch = next.watch('project')
    watches.push(watch)
    await expect.poll(() => watch.last?.data).toMatchObject({ features: { activity: false } })
  })
})
