/** The sandbox's directory is as large and as broken as a real one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../sandbox/local-server.ts'
import { createWalletDirectory, listWallets } from '../../sandbox/wallet-directory.ts'

const state = { delay: 0, faults: new Map() }
let server: LocalServer
beforeAll(async () => {
  server = await startLocalServer(createWalletDirectory(state))
})
afterAll(() => server.close())

type Answer = { count: number; data: { id: string; name: string; chains: string[]; badge_type: string }[] }
const get = async (query: string) =>
  (await (await fetch(`${server.url}/getWallets?${query}`)).json()) as Answer

describe('the directory', () => {
  it('lists some six hundred wallets, the same ones each time, each with an id and a name of its own', () => {
    const wallets = listWallets()
    expect(wallets.length).toBeGreaterThan(560)
    expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length)
    expect(new Set(wallets.map(({ name }) => name)).size).toBe(wallets.length)
    expect(listWallets()).toEqual(wallets)
  })

  it('pages without gap or repetition', async () => {
    const pages = await Promise.all(Array.from({ length: 16 }, (_, at) => get(`entries=40&page=${at + 1}`)))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect(ids).toEqual(listWallets().map(({ id }) => id))
  })

  it('filters by network, words, badge, and by who is wanted and who is not', async () => {
    const [first, second] = listWallets()
    expect((await get(`include=${first!.id},${second!.id}&exclude=${first!.id}`)).data).toMatchObject([
      { id: second!.id },
    ])
    const solana = await get('chains=solana:localnet,solana:none&entries=100')
    expect(solana.data.every(({ chains }) => chains.includes('solana:localnet'))).toBe(true)
    expect((await get('search=LANT')).data.map(({ name }) => name)).toEqual(['Lantern'])
    const certified = await get('badge_type=certified')
    expect(certified.data.every(({ badge_type: badge }) => badge === 'certified')).toBe(true)
    expect(certified.count).toBeLessThan((await get('')).count)
  })

  it('serves a picture for a wallet, and none for a broken one', async () => {
    const picture = await fetch(`${server.url}/getWalletImage/abc-tern`)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
    expect(await picture.text()).toContain('<svg')
    expect((await fetch(`${server.url}/getWalletImage/missing-17`)).status).toBe(404)
    await expect(
      fetch(`${server.url}/getWalletImage/never-27`, { signal: AbortSignal.timeout(200) }),
    ).rejects.toThrow('timeout')
  })
})
