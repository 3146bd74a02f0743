/** The tests of a dapp run in one of these: Billfold can be imported there, and its button is drawn. */
import { Window } from 'happy-dom'
import { JSDOM as Jsdom20 } from 'jsdom-20'
import { JSDOM as Jsdom26 } from 'jsdom-26'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../eventually.ts'
import { connected } from '../ui/fake-shell.ts'

const url = 'https://driftwood.example'
const environments: [name: string, open: () => object][] = [
  ['jsdom 20', () => new Jsdom20('', { url, pretendToBeVisual: true }).window],
  ['jsdom 26', () => new Jsdom26('', { url, pretendToBeVisual: true }).window],
  ['happy-dom', () => new Window({ url })],
]

/** What the tests of a dapp lack in one environment or the other (jest-jsdom, jsdom): all at once. */
const lacking = ['TextEncoder', 'TextDecoder', 'ResizeObserver', 'matchMedia', 'MessageChannel']

/** What a page has and Node has as well: the page's own must be used. */
const own = ['window', 'document', 'navigator', 'Event', 'EventTarget', 'CustomEvent', 'CSSStyleSheet']

function install(page: object): void {
  for (const key of Object.getOwnPropertyNames(page)) {
    if (own.includes(key) || (!(key in globalThis) && !key.startsWith('_')))
      vi.stubGlobal(key, (page as Record<string, unknown>)[key])
  }
  // A page's global object inherits them.
  for (const key of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    vi.stubGlobal(key, (page as Record<string, () => void>)[key]!.bind(page))
  vi.stubGlobal('window', page)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

async function importAll() {
  const billfold = await import('../../src/index.ts')
  const { evm } = await import('../../src/evm.ts')
  await import('../../src/element.ts')
  const react = await import('../../src/react.tsx')
  const create = () =>
    billfold.createBillfold({
      projectId: 'project',
      networks: [
        {
          id: 1,
          name: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        },
      ],
      adapters: [evm()],
      metadata: { name: 'Driftwood' },
    })
  return { ...react, create }
}

beforeEach(() => void vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

describe.each(environments)('A page in %s', (_, open) => {
  beforeEach(() => install(open()))

  test('[G21] draws the button with its styles, and the button follows the account', async () => {
    const { BillfoldButton, useBillfoldAccount, create } = await importAll()
    const { act, createElement } = await import('react')
    const { createRoot } = await import('react-dom/client')
    const Page = (): ReactElement =>
      createElement(
        'main',
        null,
        useBillfoldAccount().status,
        createElement(BillfoldButton, { label: 'Sign in' }),
      )
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    await act(async () => root.render(createElement(Page)))
    const billfold = await act(async () => create())
    await act(async () => billfold.setThemeMode('light'))
    const element = container.querySelector<HTMLElement>('billfold-button')!
    const shadow = element.shadowRoot!
    expect(container.textContent).toContain('disconnected')
    expect(shadow.querySelector('button')?.textContent).toBe('Sign in')
    expect(element.dataset['theme']).toBe('light')
    // A constructed sheet where there is one, else an element.
    expect(shadow.adoptedStyleSheets?.length ?? shadow.querySelectorAll('style').length).toBe(1)
    await act(async () => root.unmount())
    billfold.destroy()
  })

  test('[G53] [G3] opens and closes the modal, whatever APIs the environment lacks', async () => {
    for (const name of lacking) vi.stubGlobal(name, undefined)
    const { create } = await importAll()
    const { act } = await import('react')
    const billfold = create()
    await act(() => billfold.open())
    const shadow = document.querySelector('billfold-modal')!.shadowRoot!
    expect(shadow.querySelector('dialog')!.hasAttribute('open')).toBe(true)
    expect(shadow.textContent).toContain('Driftwood')
    await act(async () => billfold.close())
    expect(shadow.querySelector('dialog')).toBeNull()
    await act(async () => {
      billfold.destroy()
      await eventually(() => expect(document.querySelector('billfold-modal')).toBeNull())
    })
  })

  test('[G21] shows a connected account on the button', async () => {
    const { createAccountPart } = await import('../../src/button/button-account.ts')
    const box = document.createElement('div')
    box.append(...createAccountPart(() => {}).draw(connected, document.createElement('button'))!)
    await eventually(() => expect(box.querySelectorAll('svg path')).toHaveLength(2))
    expect(box.textContent).toContain('0x71C4…c02A')
  })
})

test('[G21] In plain Node a server renders the button as “Connect wallet”, and opening the modal has no effect and throws no error', async () => {
  const { BillfoldButton, useBillfoldAccount, create } = await importAll()
  const { createElement } = await import('react')
  const { renderToString } = await import('react-dom/server')
  const billfold = create()
  const Page = () => createElement('main', null, useBillfoldAccount().status, createElement(BillfoldButton))
  expect(renderToString(createElement(Page))).toBe(
    '<main>disconnected<billfold-button>Connect wallet</billfold-button></main>',
  )
  await billfold.open()
  expect(billfold.isOpen.value).toBe(false)
  billfold.destroy()
})
