import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getBrowseLink } from '../../../ui/connect/browse-link.ts'
import { namespaces } from '../../../src/core/chains/caip.ts'
import '../../seed.ts'

const phantom = { id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393' }
const solflare = { id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79' }
const coinbase = { id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa' }
const binance = { id: '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25' }
const all = [phantom, solflare, coinbase, binance]

const page = 'https://driftwood.example/market?item=7&from=a%20b#top'
const encoded = 'https%3A%2F%2Fdriftwood.example%2Fmarket%3Fitem%3D7%26from%3Da%2520b%23top'
const site = 'https%3A%2F%2Fdriftwood.example'

describe('a link to a wallet’s own browser', () => {
  test('opens this page in the link format of each wallet', () => {
    expect(getBrowseLink(phantom, page, ['solana'])).toBe(
      `https://phantom.app/ul/browse/${encoded}?ref=${site}`,
    )
    expect(getBrowseLink(solflare, page, ['solana'])).toBe(
      `https://solflare.com/ul/v1/browse/${encoded}?ref=${site}`,
    )
    expect(getBrowseLink(coinbase, page, ['solana'])).toBe(`https://go.cb-w.com/dapp?cb_url=${encoded}`)
    const link = new URL(getBrowseLink(binance, page, ['bip122'])!)
    expect(link.origin + link.pathname).toBe('https://app.binance.com/en/download')
    const app = new URL(atob(link.searchParams.get('_dp')!))
    expect([app.protocol, app.host, app.pathname]).toEqual(['bnc:', 'app.binance.com', '/mp/app'])
    expect(atob(app.searchParams.get('startPagePath')!)).toBe('/pages/browser/index')
    expect(atob(app.searchParams.get('startPageQuery')!)).toBe(`url=${encoded}`)
  })

  test('is offered only if the wallet’s browser supports a requested namespace that WalletConnect does not support', () => {
    const opened = (wanted: Parameters<typeof getBrowseLink>[2]) =>
      all.map((wallet) => getBrowseLink(wallet, page, wanted) !== undefined)
    expect(opened(['solana'])).toEqual([true, true, true, false])
    expect(opened(['eip155'])).toEqual([true, false, false, false])
    expect(opened(['bip122'])).toEqual([true, false, false, true])
    expect(opened(['eip155', 'solana', 'bip122'])).toEqual([true, true, false, false])
    expect(opened(['polkadot'])).toEqual([false, false, false, false])
    expect(opened([])).toEqual([false, false, false, false])
  })

  test('is offered only if the wallet’s id matches exactly and the page has an http(s) URL', () => {
    expect(
      getBrowseLink({ ...phantom, id: 'phantom', name: 'Phantom' } as never, page, ['solana']),
    ).toBeUndefined()
    for (const other of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/hosts',
      'about:blank',
      'blob:https://a',
    ])
      expect(all.map((wallet) => getBrowseLink(wallet, other, ['solana', 'bip122']))).toEqual(
        all.map(() => undefined),
      )
  })

  test('[F21] contains the encoded page URL once, and always leads to the wallet’s own host', () => {
    const hosts = /^https:\/\/(phantom\.app|solflare\.com|go\.cb-w\.com|app\.binance\.com)\//
    const address = fc.tuple(fc.webUrl(), fc.string({ unit: 'binary' })).map(([url, rest]) => {
      try {
        return new URL(url + rest).href
      } catch {
        return url
      }
    })
    fc.assert(
      fc.property(address, fc.constantFrom(...all), fc.subarray([...namespaces]), (given, wallet, wanted) => {
        const link = getBrowseLink(wallet, given, wanted)
        if (!link) return
        expect(link).toMatch(hosts)
        const { username, password, hash, searchParams, pathname } = new URL(link)
        expect(username + password + hash).toBe('')
        expect([...searchParams.keys()].length).toBe(1)
        const place = wallet === coinbase ? searchParams.get('cb_url')! : pathname.split('/').at(-1)!
        if (wallet !== binance) expect(wallet === coinbase ? place : decodeURIComponent(place)).toBe(given)
      }),
    )
  })
})
