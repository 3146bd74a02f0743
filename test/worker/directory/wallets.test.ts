import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Network } from '../../../src/core/chains/networks.ts'
import { MESSAGE_LIMIT } from '../../../src/core/contract/protocol.ts'
import type { WalletsPage, WalletsParams } from '../../../src/core/assets/wallet.ts'
import { readWallet } from '../../../worker/directory/read-wallet.ts'
import { searchWallets } from '../../../worker/directory/wallets.ts'
import { createHttp } from '../../../worker/http/http.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { config, createTab, type TabOptions } from '../create-tab.ts'
import { createFakeApi, json } from '../fake-api.ts'
import { createFakeClock, START } from '../fake-clock.ts'

const ethereum: Network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
}

const wallet = (id: string, more: object = {}) => ({ id, name: `Wallet ${id}`, image_id: `p${id}`, ...more })

function create(answer: (url: URL) => Response, options: TabOptions = {}) {
  const tab = createTab({ ...options, config: { networks: [ethereum], ...options.config } })
  tab.api.answer('/getWallets', answer)
  return tab
}

const asked = ({ api }: ReturnType<typeof create>) =>
  api.requests.filter(({ pathname }) => pathname === '/getWallets')

async function read(params: WalletsParams, wallets: unknown[], options: TabOptions = {}) {
  const tab = create(() => json({ count: wallets.length, data: wallets }), options)
  const watched = tab.watch('wallets', params)
  await tab.clock.advance(100)
  return {
    tab,
    watched,
    query: Object.fromEntries(asked(tab)[0]?.searchParams ?? []),
    page: watched.last?.data as WalletsPage,
  }
}

const wallets = { featured: ['c', 'a'], included: [], excluded: [] }

describe('a list of wallets', () => {
  test('[A211] is requested from the explorer in pages of 40 wallets, with the page’s networks and project parameters', async () => {
    const { query, tab } = await read({ list: 'all', page: 3 }, [wallet('a')])
    expect(query).toEqual({
      chains: 'eip155:1',
      page: '3',
      entries: '40',
      projectId: 'project',
      st: 'appkit',
      sv: 'html-evm-0.1.0',
    })
    expect(asked(tab)[0]!.host).toBe('explorer.example')
  })

  test('[A120] is limited to the wallets in the page’s option includeWalletIds', async () => {
    const { query } = await read({ list: 'all', page: 1 }, [wallet('a')], {
      config: { wallets: { featured: [], included: ['a', 'b'], excluded: [] } },
    })
    expect(query['include']).toBe('a,b')
  })

  test('[A121] leaves out the wallets in excludeWalletIds, which can be requested as a separate list', async () => {
    const options = { config: { wallets: { featured: [], included: [], excluded: ['x', 'y'] } } }
    expect((await read({ list: 'all', page: 1 }, [wallet('a')], options)).query['exclude']).toBe('x,y')
    const { query, page } = await read({ list: 'excluded' }, [wallet('x', { rdns: 'example.x' })], options)
    expect(query).toMatchObject({ include: 'x,y', entries: '2' })
    expect(query).not.toHaveProperty('exclude')
    expect(page.wallets).toMatchObject([{ id: 'x', rdns: 'example.x' }])
  })

  test('[A122] has the featured wallets in the order of the page’s option featuredWalletIds', async () => {
    const { query, page } = await read({ list: 'featured' }, [wallet('a'), wallet('c')], {
      config: { wallets },
    })
    expect(query['include']).toBe('c,a')
    expect(page.wallets.map(({ id }) => id)).toEqual(['c', 'a'])
  })

  test('is empty, without a request, if featured wallets are requested and the page features no wallet', async () => {
    const { tab, page } = await read({ list: 'featured' }, [])
    expect(asked(tab)).toEqual([])
    expect(page).toEqual({ count: 0, wallets: [] })
  })

  test('can be requested with only the certified wallets, and is not cached in this case', async () => {
    const { query, tab } = await read({ list: 'all', page: 1, certified: true }, [wallet('a')])
    expect(query['badge_type']).toBe('certified')
    expect(await tab.store.get('wallets/all-1')).toBeUndefined()
  })

  test('shows the cached wallets at once, and keeps them when the directory’s API fails', async () => {
    const store = createMemoryStore()
    await read({ list: 'all', page: 1 }, [wallet('a')], { store })
    const tab = create(() => json({}, { status: 503 }), {
      store,
      clock: createFakeClock(START + 7_200_000),
    })
    const watched = tab.watch('wallets', { list: 'all', page: 1 })
    await tab.clock.advance(0)
    expect(watched.snapshots[0]).toMatchObject({ status: 'cached', data: { wallets: [{ id: 'a' }] } })
    await tab.clock.advance(20_000)
    expect(watched.last).toMatchObject({
      status: 'failed',
      data: { wallets: [{ id: 'a' }] },
      error: { code: 'http_status' },
    })
  })

  test('is not taken from a cache record that was stored with different page options', async () => {
    const store = createMemoryStore()
    await read({ list: 'all', page: 1 }, [wallet('a')], { store })
    const { watched } = await read({ list: 'all', page: 1 }, [wallet('b')], {
      store,
      config: { wallets: { featured: [], included: ['b'], excluded: [] } },
    })
    const seen = watched.snapshots.flatMap(({ data }) => (data as WalletsPage | undefined)?.wallets ?? [])
    expect(seen.map(({ id }) => id)).not.toContain('a')
  })

  test('[G7] is not taken from a damaged cache record', async () => {
    const store = createMemoryStore()
    await read({ list: 'all', page: 1 }, [wallet('a')], { store })
    await store.update('wallets/all-1', (stored) => ({
      put: [{ ...stored!, value: { ...(stored!.value as object), data: { count: 1, wallets: 'none' } } }],
    }))
    const { watched } = await read({ list: 'all', page: 1 }, [wallet('b')], { store })
    expect(watched.last).toMatchObject({ status: 'fresh', data: { wallets: [{ id: 'b' }] } })
  })

  test.each([{}, { data: {} }, [], 'text', null, { count: 3 }])(
    'fails with bad_envelope when the answer is %j',
    async (body) => {
      const tab = create(() => json(body))
      const watched = tab.watch('wallets', { list: 'all', page: 1 })
      await tab.clock.advance(100)
      expect(watched.last).toMatchObject({ status: 'failed', error: { code: 'bad_envelope' } })
    },
  )

  test('stays below the size limit of a message, even with very long links and names', async () => {
    const link = `https://shop.example/${'€'.repeat(30)}${'x'.repeat(140)}`
    const long = { homepage: link, mobile_link: link, webapp_link: link, app_store: link, play_store: link }
    const many = Array.from({ length: 100 }, (_, at) => wallet(`w${at}`, { ...long, name: '魚'.repeat(60) }))
    const { page } = await read({ list: 'all', page: 1 }, many)
    expect(page.wallets.length).toBeGreaterThan(20)
    expect(new TextEncoder().encode(JSON.stringify(page)).byteLength).toBeLessThan(MESSAGE_LIMIT)
  })
})

describe('a wallet of the directory', () => {
  const readOne = async (more: object) =>
    (await read({ list: 'all', page: 1 }, [wallet('a', more)])).page.wallets[0]!

  test('has a picture only from the directory’s own host', async () => {
    expect(await readOne({ image_url: 'https://tracker.example/a.png' })).toMatchObject({
      image_id: 'pa',
      image_url: 'https://explorer.example/getWalletImage/pa?projectId=project&st=appkit&sv=html-evm-0.1.0',
    })
    expect(
      await readOne({ image_id: '../../v1?', image_url: 'https://tracker.example/a.png' }),
    ).not.toHaveProperty('image_url')
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    'intent://x#Intent;S.browser_fallback_url=https://evil.example;end',
    'https://user:pass@evil.example/',
    'demo://user:pass@evil/',
    'http://evil.example/',
    `demo://${'x'.repeat(400)}`,
    7,
    null,
    {},
  ])('[F21] drops the unsafe link %j', async (link) => {
    const read = await readOne({
      mobile_link: link,
      desktop_link: link,
      webapp_link: link,
      homepage: link,
      app_store: link,
    })
    expect(
      Object.keys(read).filter((key) => key.endsWith('_link') || key === 'homepage' || key === 'app_store'),
    ).toEqual([])
  })

  test('keeps links that begin with https or with the scheme of the wallet’s app', async () => {
    const links = {
      mobile_link: 'demo://',
      desktop_link: 'demo://wc',
      webapp_link: 'https://demo.example/',
      app_store: 'https://apps.apple.com/app/id1',
    }
    expect(await readOne(links)).toMatchObject(links)
    expect(await readOne({ app_store: 'demo://' })).not.toHaveProperty('app_store')
  })

  test('[F18] has its name cut to one short line, without hidden or reversing characters', async () => {
    expect((await readOne({ name: 'Evil\u202Etellaw\nnew <b>line</b>' })).name).toMatch(/^[ -~\uFFFD…]+$/)
    expect((await readOne({ name: `${'long '.repeat(100)}` })).name.length).toBeLessThan(66)
    expect((await readOne({ name: '海の財布' })).name).toBe('海の財布')
  })

  test('lists only the wallet’s networks that the page also has', async () => {
    expect((await readOne({ chains: ['eip155:1', 'eip155:10', 5, 'solana:x'] })).chains).toEqual(['eip155:1'])
  })

  test('keeps the valid entries about the wallet’s browser extension, and drops the invalid entries', async () => {
    const good = { namespace: 'solana', injected_id: 'Demo' }
    const bad = [
      null,
      { namespace: 'constructor', injected_id: 'x' },
      { namespace: 'eip155', injected_id: 7 },
    ]
    expect((await readOne({ injected: [good, ...bad], rdns: 'io.demo' })).injected).toEqual([good])
    expect(await readOne({ injected: 'all', rdns: 'no rdns' })).not.toHaveProperty('injected')
  })

  test.each([
    { id: 7 },
    { id: '' },
    { id: 'x'.repeat(65) },
    { name: '' },
    { name: '\u200B' },
    { name: null },
  ])('is left out of the list if its entry has the invalid field %j', async (more) => {
    expect(
      (await read({ list: 'all', page: 1 }, [wallet('a', more), wallet('b')])).page.wallets,
    ).toMatchObject([{ id: 'b' }])
  })

  test('is listed once even if the directory repeats the wallet', async () => {
    expect(
      (await read({ list: 'all', page: 1 }, [wallet('a'), wallet('a'), null, 7])).page.wallets,
    ).toHaveLength(1)
  })
})

describe('a search for wallets', () => {
  const search = (words: string, certified = false) => {
    const api = createFakeApi()
    api.answer('/getWallets', () => json({ count: 1, data: [wallet('a')] }))
    const own = { ...config, wallets: { featured: [], included: ['a'], excluded: ['x'] } }
    const http = createHttp({ config: own, clock: createFakeClock(), fetch: api.fetch })
    const { signal } = new AbortController()
    return { api, page: searchWallets({ words, certified }, { config: own, http, signal }) }
  }

  test('[A211] requests at most 100 wallets, with the page’s included and excluded wallets as filters', async () => {
    const { api, page } = search('  har bor ', true)
    expect((await page).wallets).toMatchObject([{ id: 'a' }])
    expect(Object.fromEntries(api.requests[0]!.searchParams)).toMatchObject({
      search: 'har bor',
      entries: '100',
      include: 'a',
      exclude: 'x',
      badge_type: 'certified',
    })
  })

  test('fails without a request if the search text has only one letter', async () => {
    const { api, page } = search(' h ')
    await expect(page).rejects.toMatchObject({ code: 'unexpected' })
    expect(api.requests).toEqual([])
  })
})

describe('the reader of a wallet’s data from the directory', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'javascript:x',
      'https://a.example/',
      'demo://',
      '\u202Eevil',
      '__proto__',
      'eip155:1',
      'solana',
    ),
  )
  const keys = [
    'name',
    'homepage',
    'image_id',
    'image_url',
    'badge_type',
    'chains',
    'mobile_link',
    'link_mode',
    'desktop_link',
    'webapp_link',
    'app_store',
    'play_store',
    'chrome_store',
    'rdns',
    'injected',
    'description',
  ] as const
  const strange = fc.record(Object.fromEntries(keys.map((key) => [key, anything])), { requiredKeys: [] })

  test('[F18] [F21] keeps only safe text and links, whatever the data, and reads its own result unchanged', () => {
    const facts = { ...config, networks: [ethereum] }
    fc.assert(
      fc.property(strange, fc.boolean(), (more, isNamed) => {
        const read = readWallet({ id: 'a', ...more, ...(isNamed ? { name: 'Tern' } : {}) }, facts)
        if (!read) return
        expect(read.name).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        for (const [key, value] of Object.entries(read)) {
          if (/_link$|_store$|homepage|link_mode/.test(key)) {
            expect(value).toMatch(/^[a-z][a-z0-9+.-]*:[!-~]*$/i)
            expect(value).not.toMatch(/^(?:javascript|data|file|blob|intent|http):/i)
          }
        }
        expect(read.image_url ?? 'https://explorer.example/').toMatch(/^https:\/\/explorer\.example\//)
        expect(JSON.stringify(read).length).toBeLessThan(6_000)
        expect(readWallet(structuredClone(read), facts)).toEqual(read)
      }),
    )
    expect(({} as Record<string, unknown>)['mobile_link']).toBeUndefined()
  })
})
