import { describe, expect, test } from 'vitest'
import { normalizeName } from '../../../worker/names/ens.ts'
import { createTab } from '../create-tab.ts'
import { ACCOUNT, json } from '../fake-api.ts'

const params = { account: ACCOUNT }
const NAME = '日本語.eth'
const avatar = 'https://pictures.example/a.png'

/** `load`: what downloading the tables of names meets. */
function create(name: string, load: () => Promise<unknown>) {
  const tab = createTab({ load: load as never })
  tab.api.answer('/identity', () => json({ name, avatar }))
  return { tab, identity: tab.watch('identity', params) }
}

describe('[G13] A name that needs the tables of names', () => {
  test('is left out for now when they cannot be loaded, is asked for again, and nothing false is kept', async () => {
    let isOffline = true
    const load = () =>
      isOffline ? Promise.reject(new Error('no network')) : Promise.resolve({ normalizeName })
    const { tab, identity } = create(NAME, load)
    await tab.clock.advance(100)
    expect(identity.last).toMatchObject({
      status: 'failed',
      error: { code: 'names_unavailable' },
      data: { unusualName: false, avatarUrl: avatar },
    })
    expect(identity.last?.data).not.toHaveProperty('name')
    expect(await tab.store.get(`identity/${ACCOUNT}`)).toBeUndefined()
    isOffline = false
    await tab.clock.advance(30_000)
    expect(identity.last).toMatchObject({ status: 'fresh', data: { name: NAME, unusualName: false } })
  })

  test('that has no normal form is called unusual, and kept so', async () => {
    const { tab, identity } = create('vitаlik.eth', () => Promise.resolve({ normalizeName }))
    await tab.clock.advance(100)
    expect(identity.last).toMatchObject({ status: 'fresh', data: { unusualName: true } })
    expect((await tab.store.get(`identity/${ACCOUNT}`))?.value).toMatchObject({ data: { unusualName: true } })
  })

  test('that was known stays while they cannot be loaded', async () => {
    let isOffline = false
    const load = () =>
      isOffline ? Promise.reject(new Error('no network')) : Promise.resolve({ normalizeName })
    const { tab, identity } = create(NAME, load)
    await tab.clock.advance(100)
    isOffline = true
    await tab.clock.advance(300_000)
    expect(identity.last).toMatchObject({ status: 'failed', data: { name: NAME } })
  })
})
