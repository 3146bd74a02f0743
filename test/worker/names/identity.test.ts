import { describe, expect, test } from 'vitest'
import type { Identity } from '../../../src/core/assets/identity.ts'
import { normalizeName } from '../../../worker/names/ens.ts'
import { createTab } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, json, OTHER_ADDRESS } from '../fake-api.ts'

const params = { account: ACCOUNT }
const NAME = '日本語.eth'
const avatar = 'https://pictures.example/a.png'

/** `load`: what downloading the tables of names meets. */
function create(name: string, load: () => Promise<unknown>) {
  const tab = createTab({ load: load as never })
  tab.api.answer('/identity', () => json({ name, avatar }))
  return { tab, identity: tab.watch('identity', params) }
}

describe('[G13] An identity whose name needs the Unicode tables for its normalisation', () => {
  test('has no name and is not stored while the tables fail to load, and is re-requested after 30 s', async () => {
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

  test('is shown and stored as unusual if its name has no normal form', async () => {
    const { tab, identity } = create('vitаlik.eth', () => Promise.resolve({ normalizeName }))
    await tab.clock.advance(100)
    expect(identity.last).toMatchObject({ status: 'fresh', data: { unusualName: true } })
    expect((await tab.store.get(`identity/${ACCOUNT}`))?.value).toMatchObject({ data: { unusualName: true } })
  })

  test('keeps its stored name while the tables fail to load', async () => {
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

describe('[A143] The identity of an account for which the identity API has no name', () => {
  const NAMED = 'mara.reown.id'
  const recordOf = (address: string) => ({ name: NAMED, addresses: { 60: { address } } })

  function watch(standsFor: string) {
    const tab = createTab()
    tab.api.answer('/identity', () => json({ name: null, avatar }))
    tab.api.answer('/reverse/', () => json([recordOf(ADDRESS)]))
    tab.api.answer('/profile/account/', () => json(recordOf(standsFor)))
    return { tab, identity: tab.watch('identity', params) }
  }

  test('has the account’s reown.id name if this name resolves to the account', async () => {
    const { tab, identity } = watch(ADDRESS)
    await tab.clock.advance(100)
    expect(identity.last).toMatchObject({ status: 'fresh', data: { name: NAMED, avatarUrl: avatar } })
    expect((await tab.store.get(`identity/${ACCOUNT}`))?.value).toMatchObject({ data: { name: NAMED } })
  })

  test('[S19] has the attributes from the name’s profile, cleaned and limited, with only safe links', async () => {
    const { tab, identity } = watch(ADDRESS)
    const picture = 'https://pictures.example/mara.png'
    const attributes = {
      avatar: picture,
      bio: '  Sails\n on Tuesdays\u202e ',
      url: 'https://mara.example/',
      evil: 'javascript:alert(1)',
      other: 'https://mara.example@evil.example/',
      long: 'x'.repeat(301),
      7: 'no key',
      nested: { a: 1 },
      empty: ' ',
      ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`more${at}`, 'and more'])),
    }
    tab.api.answer('/identity', () => json({ name: null, avatar: null }))
    tab.api.answer('/profile/account/', () => json({ ...recordOf(ADDRESS), attributes }))
    await tab.clock.advance(100)
    const { data } = identity.last as { data: Identity }
    expect(data).toMatchObject({ name: NAMED, avatarUrl: picture })
    expect(data.attributes).toHaveLength(8)
    expect(data.attributes!.slice(0, 5)).toEqual([
      { name: 'bio', text: 'Sails on Tuesdays\ufffd' },
      { name: 'url', text: 'https://mara.example/', link: 'https://mara.example/' },
      { name: 'evil', text: 'javascript:alert(1)' },
      { name: 'other', text: 'https://mara.example@evil.example/' },
      { name: 'more0', text: 'and more' },
    ])
    // It survives a reload.
    expect((await tab.store.get(`identity/${ACCOUNT}`))?.value).toMatchObject({ data })
    const again = createTab({ clock: tab.clock, store: tab.store }).watch('identity', params)
    await tab.clock.advance(0)
    expect(again.last?.data).toEqual(data)
  })

  test.each([null, undefined, [], 'bio', 7, { avatar: 'http://192.168.1.1/x.png' }, { bio: 7 }])(
    '[S19] has a name and no attributes when the profile’s attributes are %j',
    async (attributes) => {
      const { tab, identity } = watch(ADDRESS)
      tab.api.answer('/profile/account/', () => json({ ...recordOf(ADDRESS), attributes }))
      await tab.clock.advance(100)
      expect(identity.last).toMatchObject({ status: 'fresh', data: { name: NAMED, avatarUrl: avatar } })
      expect(identity.last?.data).not.toHaveProperty('attributes')
    },
  )

  test('has no name if the reown.id name resolves to a different address', async () => {
    const { tab, identity } = watch(OTHER_ADDRESS)
    await tab.clock.advance(100)
    expect(identity.last).toMatchObject({ status: 'fresh', data: { unusualName: false } })
    expect(identity.last?.data).not.toHaveProperty('name')
  })

  test('[A192] is re-requested after 5 minutes', async () => {
    const { tab } = watch(ADDRESS)
    await tab.clock.advance(299_000)
    expect(tab.api.count('/reverse/')).toBe(1)
    await tab.clock.advance(2_000)
    expect(tab.api.count('/reverse/')).toBe(2)
  })

  test('[A170] keeps the known reown.id name when a new request for the name fails', async () => {
    const { tab, identity } = watch(ADDRESS)
    await tab.clock.advance(100)
    tab.api.answer('/reverse/', () => json({}, { status: 404 }))
    await tab.clock.advance(301_000)
    expect(identity.last).toMatchObject({ status: 'failed', data: { name: NAMED } })
  })
})

test('an account for which the identity API has a name causes no request for a reown.id name', async () => {
  const tab = createTab()
  tab.watch('identity', params)
  await tab.clock.advance(100)
  expect(tab.api.count('/profile/')).toBe(0)
})
