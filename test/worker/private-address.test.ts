/** What a stranger calls a picture or a description must not make the browser call the person's own network. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Identity } from '../../src/core/assets/identity.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { createCalendar } from '../../worker/activity/calendar.ts'
import { toItem } from '../../worker/activity/item.ts'
import { toRow } from '../../worker/activity/rows.ts'
import { createHttp } from '../../worker/http/http.ts'
import { fetchMetadata } from '../../worker/nfts/metadata.ts'
import { systemClock } from '../../worker/base/system-clock.ts'
import { nft, token, transaction } from './activity/history.ts'
import { config, createTab } from './create-tab.ts'
import { ACCOUNT, json } from './fake-api.ts'
import { START } from './fake-clock.ts'

const addresses = [
  'http://127.0.0.1:8545/',
  'http://127.0.0.1:8545/x.png',
  'https://127.0.0.1:9/x.png',
  'https://[::1]/x.png',
  'https://localhost/x.png',
  'https://0x7f.1/x.png',
  'https://192.168.1.1/reboot',
  'https://169.254.169.254/latest/meta-data',
  'https://printer.local/x.png',
  'https://[::ffff:10.0.0.1]/x.png',
]
const params = { account: ACCOUNT }

test.each(addresses)(
  '[G9] the private address %s is not loaded as the picture of a token or as an avatar',
  async (url) => {
    const tab = createTab()
    const quantity = { decimals: '18', numeric: '1' }
    const balance = { name: 'Bait', symbol: 'BAIT', chainId: 'eip155:1', iconUrl: url, quantity }
    tab.api.answer('/balance', () => json({ balances: [balance] }))
    tab.api.answer('/identity', () => json({ name: null, avatar: url }))
    tab.watch('portfolio', params)
    const identity = tab.watch('identity', params)
    await tab.clock.advance(0)
    const { rows } = await tab.topics.page('portfolio', params, 0)
    expect(rows as TokenRow[]).toMatchObject([{ symbol: 'BAIT' }])
    expect(rows[0]).not.toHaveProperty('iconUrl')
    expect(identity.last?.status).toBe('fresh')
    expect(identity.last?.data as Identity).not.toHaveProperty('avatarUrl')
  },
)

test.each(addresses)('[G9] the private address %s does not appear in a row of the activity', (url) => {
  const format = {
    locale: 'en',
    calendar: createCalendar('en'),
    now: START,
    nativeSymbol: 'ETH',
    address: '',
  }
  const coin = { ...token('in', '1'), fungible_info: { name: 'Bait', symbol: 'BAIT', icon: { url } } }
  const picture = nft(false)
  picture.nft_info.content.preview.url = url
  const application = { name: 'Bait', iconUrl: url }
  for (const options of [{ transfers: [coin] }, { transfers: [picture] }, { transfers: [], application }]) {
    const row = toRow(toItem(transaction('t', 1, options) as never), format)
    expect(JSON.stringify(row)).not.toContain(url)
  }
})

test.each(addresses)(
  '[G9] the private address %s is not requested for an NFT’s description or picture',
  async (url) => {
    const unasked = () => Promise.reject(new Error('nobody should be asked here'))
    expect(await fetchMetadata(url, unasked)).toEqual({})
    const description = `data:application/json,${JSON.stringify({ name: 'Bait', image: url, image_url: url })}`
    expect(await fetchMetadata(description, unasked)).toEqual({ name: 'Bait' })
  },
)

test('[G9] the request for an NFT’s description does not follow a redirect', async () => {
  const called: string[] = []
  const server = createServer((request, response) => {
    called.push(request.url ?? '')
    if (request.url === '/private') response.setHeader('content-type', 'application/json').end('{}')
    else response.writeHead(302, { location: '/private' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const http = createHttp({ config, clock: systemClock, fetch })
  const { signal } = new AbortController()
  await expect(http.document(`http://127.0.0.1:${port}/1.json`, { signal })).rejects.toThrow()
  expect(called).toEqual(['/1.json'])
  server.close()
})
