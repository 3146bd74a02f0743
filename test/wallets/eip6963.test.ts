// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Connector } from '../../src/connector.ts'
import { watchInjectedWallets } from '../../src/wallets/eip6963.ts'
import { createFakeWallet } from '../fake-wallet.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='
let stop = () => {}
afterEach(() => {
  stop()
  delete (window as { ethereum?: unknown }).ethereum
})

describe('finding the wallets of a page', () => {
  it('[A37] lists an announced wallet with its rdns', () => {
    const provider = createFakeWallet()
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor', icon: PNG }, provider)
    expect(list()).toEqual([
      {
        id: 'u1',
        name: 'Harbor',
        type: 'ANNOUNCED',
        chain: 'eip155',
        imageUrl: PNG,
        info: { rdns: 'example.harbor', uuid: 'u1' },
        duplicate: false,
        provider,
      },
    ])
  })

  it('asks wallets that loaded earlier to announce themselves', () => {
    let asked = 0
    const onRequest = () => (asked += 1)
    window.addEventListener('eip6963:requestProvider', onRequest)
    watch()
    window.removeEventListener('eip6963:requestProvider', onRequest)
    expect(asked).toBe(1)
  })

  it('lists a wallet once, however often it announces itself', () => {
    const provider = createFakeWallet()
    const list = watch()
    for (let round = 0; round < 3; round++)
      announce({ uuid: `u${round}`, name: 'Harbor', rdns: 'example.harbor' }, provider)
    expect(list().map(({ id }) => id)).toEqual(['u0'])
  })

  it('[F11] shows both of two wallets that claim the same rdns, marked', () => {
    const list = watch()
    announce({ uuid: 'u1', name: 'MetaMask', rdns: 'io.metamask' }, createFakeWallet())
    announce({ uuid: 'u1', name: 'MetaMask', rdns: 'io.metamask' }, createFakeWallet())
    announce({ uuid: 'u3', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    expect(list().map(({ duplicate }) => duplicate)).toEqual([true, true, false])
    expect(new Set(list().map(({ id }) => id)).size).toBe(3)
  })

  it('finds a wallet that only sits at window.ethereum', () => {
    ;(window as { ethereum?: unknown }).ethereum = createFakeWallet()
    expect(watch()()).toMatchObject([{ id: 'injected', type: 'INJECTED', name: 'Browser wallet' }])
  })

  it.each([
    'https://evil.example/icon.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `data:image/png;base64,${'A'.repeat(200_000)}`,
    'blob:https://x/1',
    null,
    7,
  ])('[F10] takes no icon that is fetched, runs or is huge: %.40s', (icon) => {
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor', icon }, createFakeWallet())
    expect(list()[0]).not.toHaveProperty('imageUrl')
  })

  it.each([
    [undefined, undefined],
    [null, createFakeWallet()],
    [{ uuid: 1, name: 'x', rdns: 'y' }, createFakeWallet()],
    [{ uuid: 'u', name: '  ', rdns: 'y' }, createFakeWallet()],
    [{ uuid: 'u', name: 'x', rdns: 'y' }, {}],
    [{ uuid: 'u', name: 'x', rdns: 'y' }, null],
  ])('passes over an announcement that is not one: %j', (info, provider) => {
    const list = watch()
    announce(info, provider)
    expect(list()).toEqual([])
  })
})

function watch(): () => readonly Connector[] {
  let latest: readonly Connector[] = []
  stop = watchInjectedWallets((connectors) => (latest = connectors))
  return () => latest
}

function announce(info: unknown, provider: unknown): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
}
