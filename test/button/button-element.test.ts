// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Billfold } from '../../src/shell/billfold.ts'
import { defineButton } from '../../src/button/button-element.ts'
import type { NativeBalance } from '../../src/core/assets/portfolio.ts'
import { instances } from '../../src/shell/instances.ts'
import type { AccountState } from '../../src/wallets/account.ts'
import type { ActivityRow } from '../../src/core/assets/activity.ts'
import type { SentList, SentRow } from '../../src/core/payments/sent.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { SENT } from '../../src/base/storage.ts'
import { eventually } from '../eventually.ts'

const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const SHORT = '0x71C4…C02a'
const connected = {
  status: 'connected',
  address: ADDRESS,
  caipAddress: `eip155:1:${ADDRESS.toLowerCase()}`,
  network: { name: 'Ethereum' },
} as AccountState
const coin = { text: '2.418', symbol: 'ETH' } as NativeBalance

const chunk = vi.hoisted(() => ({ fails: false }))
vi.mock('../../src/button/button-account.ts', async (load) => {
  const { accountCss, createAccountPart } = await load<typeof import('../../src/button/button-account.ts')>()
  return {
    accountCss,
    get createAccountPart() {
      if (chunk.fails) throw new Error('no such chunk')
      return createAccountPart
    },
  }
})

const account = signal<AccountState>({ status: 'disconnected' })
const isOpen = signal(false)
const portfolio = signal<object>({ status: 'loading' })
const identity = signal<object>({ status: 'loading' })
const activity = signal<object>({ status: 'loading' })
const sent = signal<object>({ status: 'loading' })
const topics = { portfolio, identity, activity, sent }
const rows = signal<object>({ status: 'loading' })

beforeEach(() => {
  localStorage.clear()
  rows.value = { status: 'loading' }
  chunk.fails = false
  account.value = { status: 'disconnected' }
  isOpen.value = false
  for (const topic of Object.values(topics)) topic.value = { status: 'loading' }
  defineButton()
  instances.value = [fakeBillfold()]
})
afterEach(() => {
  document.body.replaceChildren()
  instances.value = []
})

function fakeBillfold(): Billfold {
  return {
    account,
    isOpen,
    themeMode: signal('dark'),
    topic: (name: keyof typeof topics) => topics[name],
    rows: () => rows,
    subscribe: (_: unknown, listener: () => void) => account.subscribe(listener),
  } as unknown as Billfold
}

function mount(attributes = ''): HTMLButtonElement {
  document.body.innerHTML = `<billfold-button ${attributes}></billfold-button>`
  return document.querySelector('billfold-button')!.shadowRoot!.querySelector('button')!
}

/** What a screen reader says. */
function readAloud(button: HTMLButtonElement): string {
  return button.ariaLabel ?? button.textContent
}

describe('The button', () => {
  it('shows the account, and never "Connect wallet", from the moment of the connection', async () => {
    const button = mount()
    expect(readAloud(button)).toBe('Connect wallet')
    account.value = { status: 'connecting', restoring: true }
    expect(readAloud(button)).toBe('Reconnecting your wallet')
    account.value = connected
    expect(readAloud(button)).toBe(SHORT)
    await eventually(() => expect(button.querySelector('svg')).not.toBeNull())
    expect(readAloud(button)).toBe(SHORT)
  })

  it('[G65] says that the modal’s code failed to load, and opens the modal with the next press', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const open = vi.fn<() => Promise<void>>()
    open.mockRejectedValueOnce(new BillfoldError('code_missing', 'offline')).mockResolvedValue()
    instances.value = [{ ...fakeBillfold(), open }]
    const button = mount()
    button.click()
    await eventually(() => expect(button.querySelector('[role=alert]')).not.toBeNull())
    expect(readAloud(button)).toBe('Couldn’t load. Try again')
    button.click()
    expect(readAloud(button)).toBe('Connect wallet')
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('[G65] stops saying that code failed to load once a wallet is connected', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    instances.value = [
      { ...fakeBillfold(), open: () => Promise.reject(new BillfoldError('code_missing', 'offline')) },
    ]
    const button = mount()
    button.click()
    await eventually(() => expect(button.querySelector('[role=alert]')).not.toBeNull())
    account.value = connected
    await eventually(() => expect(readAloud(button)).toBe(SHORT))
    account.value = { status: 'disconnected' }
    expect(readAloud(button)).toBe('Connect wallet')
  })

  it('[F35] unsubscribes from Billfold when it is removed', () => {
    let listening = 0
    const subscribe = () => ((listening += 1), () => (listening -= 1))
    instances.value = [{ ...fakeBillfold(), subscribe } as unknown as Billfold]
    mount()
    expect(listening).toBe(1)
    document.body.replaceChildren()
    expect(listening).toBe(0)
  })

  it('[G21] opens the modal as soon as Billfold is created if the user pressed the button before that', () => {
    const billfold = { ...fakeBillfold(), open: vi.fn(async () => {}) }
    instances.value = []
    const button = mount()
    button.click()
    button.click()
    instances.value = [billfold]
    expect(billfold.open).toHaveBeenCalledTimes(1)
    instances.value = []
    instances.value = [billfold]
    expect(billfold.open).toHaveBeenCalledTimes(1)
  })

  it('opens the newer of two Billfold instances, and opens the older instance once the newer instance is destroyed', () => {
    const [one, other] = [1, 2].map(() => ({
      ...fakeBillfold(),
      open: vi.fn(async () => {}),
    })) as unknown as [Billfold, Billfold]
    const button = mount()
    instances.value = [one, other]
    button.click()
    expect([one, other].map(({ open }) => vi.mocked(open).mock.calls.length)).toEqual([0, 1])
    instances.value = [one]
    button.click()
    expect([one, other].map(({ open }) => vi.mocked(open).mock.calls.length)).toEqual([1, 1])
  })

  it('[G44] says "Switch network" and shows no balance if the page does not support the wallet’s network', async () => {
    const button = mount('balance')
    portfolio.value = { status: 'fresh', data: { native: coin } }
    account.value = { ...connected, unsupported: true } as AccountState
    await eventually(() => expect(readAloud(button)).toBe('Switch network'))
    account.value = connected
    await eventually(() => expect(readAloud(button)).toContain(SHORT))
    expect(readAloud(button)).toContain('2.418')
  })

  it('shows the account even if the account picture can’t be loaded', async () => {
    chunk.fails = true
    const button = mount()
    account.value = connected
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(button.textContent).toBe(SHORT)
    expect(button.querySelector('svg')).toBeNull()
  })
})

describe('The balance on the button', () => {
  const skeleton = (button: HTMLButtonElement) => button.querySelector('.skeleton')

  async function mountConnected(): Promise<HTMLButtonElement> {
    const button = mount('balance')
    account.value = connected
    await eventually(() => expect(button.querySelector('svg')).not.toBeNull())
    return button
  }

  it('has a placeholder while it loads, then shows the amount', async () => {
    const button = await mountConnected()
    expect(skeleton(button)).not.toBeNull()
    portfolio.value = { status: 'fresh', data: { native: coin } }
    expect(button.textContent).toBe(`2.418\u00a0ETH${SHORT}`)
    portfolio.value = { status: 'failed', data: { native: coin } }
    expect(button.textContent).toBe(`2.418\u00a0ETH${SHORT}`)
  })

  it.each([
    [
      'the account does not hold the token that the page asks for',
      { status: 'fresh', data: { native: coin, named: null } },
    ],
    ['the account has no native token', { status: 'fresh', data: { native: undefined } }],
    ['the network is not supported', { status: 'failed', data: { native: undefined } }],
    ['the balance could not be fetched', { status: 'failed', data: undefined }],
  ])('[T6] is left out if %s, without an endless placeholder or a zero', async (_, snapshot) => {
    const button = await mountConnected()
    portfolio.value = snapshot
    expect(skeleton(button)).toBeNull()
    expect(button.textContent).toBe(SHORT)
    portfolio.value = { status: 'fresh', data: { native: coin } }
    expect(button.textContent).toContain('2.418')
  })
})

describe('[G50] The button', () => {
  const pending = (count: number) => ({ status: 'fresh', data: { groups: [{ kind: 'pending', count }] } })

  async function mountConnected(attributes = 'balance'): Promise<HTMLButtonElement> {
    const button = mount(attributes)
    account.value = connected
    await eventually(() => expect(button.querySelector('svg')).not.toBeNull())
    return button
  }

  it('shows the account’s name if it is known, and reads out name, address and balance', async () => {
    const button = await mountConnected()
    identity.value = { status: 'fresh', data: { name: 'mara.eth' } }
    portfolio.value = { status: 'fresh', data: { native: coin } }
    expect(button.querySelector('.name')!.textContent).toBe('mara.eth')
    expect(readAloud(button)).toBe(`mara.eth, ${SHORT}, 2.418\u00a0ETH`)
  })

  it('requests nothing if it shows no balance, and shows the account’s name after the modal has loaded the name', async () => {
    const watched: string[] = []
    const own = fakeBillfold()
    const topic = (name: keyof typeof topics) => (watched.push(name), topics[name])
    instances.value = [{ ...own, topic } as unknown as Billfold]
    identity.value = { status: 'fresh', data: { name: 'mara.eth' } }
    const button = await mountConnected('')
    expect(watched).toEqual([])
    expect(button.textContent).toBe(SHORT)
    isOpen.value = true
    account.value = { ...connected } as AccountState
    expect(watched).toEqual(['identity'])
    isOpen.value = false
    account.value = { ...connected } as AccountState
    expect(button.textContent).toBe('mara.eth')
    expect(readAloud(button)).toBe(`mara.eth, ${SHORT}`)
  })

  it('requests nothing on an unsupported network, even if the page allows unsupported networks', async () => {
    const watched: string[] = []
    const topic = (name: keyof typeof topics) => (watched.push(name), topics[name])
    instances.value = [{ ...fakeBillfold(), topic } as unknown as Billfold]
    const button = await mountConnected()
    account.value = { ...connected, network: undefined } as AccountState
    watched.length = 0
    account.value = { ...connected, network: undefined } as AccountState
    expect(watched).toEqual([])
    expect(button.textContent).toBe(SHORT)
  })

  it('shows the number of pending transactions instead of the balance', async () => {
    const button = await mountConnected()
    portfolio.value = { status: 'fresh', data: { native: coin } }
    activity.value = pending(2)
    expect(button.querySelector('.balance')!.textContent).toBe('2 pending')
    expect(readAloud(button)).toBe(`${SHORT}, 2 pending`)
    activity.value = { status: 'fresh', data: { groups: [] } }
    expect(button.querySelector('.balance')!.textContent).toBe('2.418\u00a0ETH')
  })

  describe('for sent payments', () => {
    const HASHES = ['a', 'B', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string]
    const row = (hash: string, status: ActivityRow['status']) => ({ id: hash, hash, status }) as ActivityRow
    const pay = (hash: string, status: SentRow['status'] = 'pending') => ({ hash, status }) as SentRow
    const figure = (button: HTMLElement) => button.querySelector('.balance')?.textContent

    /** No coin is shown, so that there is nothing beside the name. */
    beforeEach(() => (portfolio.value = { status: 'fresh', data: { native: undefined } }))

    function send(...payments: SentRow[]): void {
      localStorage.setItem(SENT, JSON.stringify(payments))
      sent.value = { status: 'fresh', data: { payments, asked: [] } satisfies SentList }
    }

    /** What the API's history says. */
    function tell(...told: ActivityRow[]): void {
      const count = told.filter(({ status }) => status === 'pending').length
      activity.value = count ? pending(count) : { status: 'fresh', data: { groups: [] } }
      rows.value = { status: 'fresh', data: told }
    }

    /** With the topics that the button has asked for until its code for payments was there. */
    async function mountWatched(attributes?: string): Promise<[HTMLButtonElement, string[]]> {
      const watched: string[] = []
      const topic = (name: keyof typeof topics) => (watched.push(name), topics[name])
      const ownRows = () => (watched.push('rows'), rows)
      instances.value = [{ ...fakeBillfold(), topic, rows: ownRows } as unknown as Billfold]
      return [await mountConnected(attributes), watched]
    }

    async function mountSent(): Promise<HTMLButtonElement> {
      const [button, watched] = await mountWatched()
      await eventually(() => expect(watched).toContain('sent'))
      return button
    }

    it('counts a payment as pending even if the history lists only mined transactions', async () => {
      tell()
      send(pay(HASHES[0]))
      const button = await mountSent()
      expect(figure(button)).toBe('1 pending')
      send(pay(HASHES[0], 'late'), pay(HASHES[1], 'dropped'), pay(HASHES[2], 'confirmed'))
      expect(figure(button)).toBe('2 pending')
      send(pay(HASHES[0], 'confirmed'), pay(HASHES[1], 'failed'))
      expect(figure(button)).toBeUndefined()
    })

    it('counts a payment once if the history also lists it, whether the payment or the history is known first', async () => {
      tell(row(HASHES[0].toUpperCase(), 'pending'))
      send(pay(HASHES[0]))
      const button = await mountSent()
      expect(figure(button)).toBe('1 pending')
      // Another one, of which the history does not know.
      send(pay(HASHES[0]), pay(HASHES[1]))
      expect(figure(button)).toBe('2 pending')
      // The head of the history comes before its rows.
      activity.value = pending(2)
      expect(figure(button)).toBe('2 pending')
      tell(row(HASHES[1], 'pending'), row(HASHES[0], 'pending'))
      expect(figure(button)).toBe('2 pending')
      // And one that another app has sent.
      tell(row(HASHES[2], 'pending'), row(HASHES[1], 'pending'), row(HASHES[0], 'pending'))
      expect(figure(button)).toBe('3 pending')
    })

    it('does not count a payment as pending if the history lists it as mined', async () => {
      tell(row(HASHES[0], 'confirmed'))
      send(pay(HASHES[0]))
      const button = await mountSent()
      expect(figure(button)).toBeUndefined()
      send(pay(HASHES[1]))
      expect(figure(button)).toBe('1 pending')
    })

    it('stops counting a payment once it has settled', async () => {
      tell(row(HASHES[2], 'pending'))
      send(pay(HASHES[0]))
      const button = await mountSent()
      expect(figure(button)).toBe('2 pending')
      send(pay(HASHES[0], 'confirmed'))
      expect(figure(button)).toBe('1 pending')
      activity.value = { status: 'fresh', data: { groups: [] } }
      expect(figure(button)).toBeUndefined()
      send(pay(HASHES[0], 'confirmed'), pay(HASHES[1]))
      tell()
      expect(figure(button)).toBe('1 pending')
      document.querySelector('billfold-button')!.removeAttribute('balance')
      expect(figure(button)).toBeUndefined()
    })

    it.each([
      ['are loading', { status: 'loading' }],
      ['could not be fetched for one account', { status: 'failed', data: [undefined] }],
    ])('does not count a payment twice while the Activity rows %s', async (_, unknown) => {
      rows.value = unknown
      activity.value = pending(1)
      send(pay(HASHES[0]))
      expect(figure(await mountSent())).toBe('1 pending')
    })

    it('starts to watch sent payments at the first payment, and counts that payment', async () => {
      const [button, watched] = await mountWatched()
      expect(watched).toEqual(['portfolio', 'activity', 'identity'])
      send(pay(HASHES[0]))
      tell()
      await eventually(() => expect(figure(button)).toBe('1 pending'))
      expect(watched).toEqual(['portfolio', 'activity', 'identity', 'sent', 'rows'])
    })

    it('counts a payment that another tab has sent', async () => {
      const button = await mountConnected()
      tell()
      send(pay(HASHES[0]))
      expect(figure(button)).toBeUndefined()
      window.dispatchEvent(new StorageEvent('storage', { key: SENT }))
      await eventually(() => expect(figure(button)).toBe('1 pending'))
    })

    it('does not watch sent payments if it shows no balance or no account is connected', async () => {
      tell()
      send(pay(HASHES[0]))
      const [button, watched] = await mountWatched('')
      expect(button.textContent).toBe(SHORT)
      document.querySelector('billfold-button')!.toggleAttribute('balance')
      account.value = { status: 'disconnected' }
      // Its code comes afterwards.
      await import('../../src/button/watch-pending.ts')
      await Promise.resolve()
      expect(watched).toEqual(['portfolio', 'activity', 'identity'])
    })
  })

  it('says while offline that the shown balance is the last known balance', async () => {
    const button = await mountConnected()
    portfolio.value = { status: 'failed', data: { native: coin } }
    expect(readAloud(button)).toBe(`${SHORT}, offline, last known balance 2.418\u00a0ETH`)
    expect(button.querySelector('.balance svg')).not.toBeNull()
    portfolio.value = { status: 'fresh', data: { native: coin } }
    expect(button.querySelector('.balance svg')).toBeNull()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    expect(button.querySelector('.balance svg')).not.toBeNull()
    online.mockRestore()
  })

  it('[D43] shows a newly fetched balance as fresh, even if the browser reports no network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const button = await mountConnected()
    portfolio.value = { status: 'fresh', fetchedAt: Date.now() + 1, data: { native: coin } }
    window.dispatchEvent(new Event('offline'))
    expect(button.querySelector('.balance svg')).toBeNull()
    portfolio.value = { status: 'fresh', fetchedAt: Date.now() - 60_000, data: { native: coin } }
    expect(button.querySelector('.balance svg')).not.toBeNull()
    online.mockRestore()
  })

  it('keeps its width while the amount changes', async () => {
    const button = await mountConnected()
    const width = () => button.querySelector<HTMLElement>('.figure')!.style.minInlineSize
    portfolio.value = { status: 'fresh', data: { native: { text: '9.999', symbol: 'ETH' } } }
    const before = width()
    for (const text of ['10.000', '0.1', '<0.001', '9.998']) {
      portfolio.value = { status: 'fresh', data: { native: { text, symbol: 'ETH' } } }
      expect(width()).toBe(before)
    }
    expect(before).toBe('10ch')
  })

  it('has a placeholder while the account is restored, and says "Connecting…" while a wallet connects', async () => {
    const button = await mountConnected()
    account.value = { status: 'connecting', restoring: true }
    expect(readAloud(button)).toBe('Reconnecting your wallet')
    expect(button.textContent).toBe('')
    expect(button.querySelector('.disc')).not.toBeNull()
    account.value = { status: 'connecting', restoring: false }
    expect(readAloud(button)).toBe('Connecting…')
    account.value = { status: 'disconnected' }
    expect(readAloud(button)).toBe('Connect wallet')
  })
})
