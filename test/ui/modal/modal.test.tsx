// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../eventually.ts'
import type { AccountState } from '../../../src/wallets/account.ts'
import type { ErrorRecord } from '../../../src/core/base/errors.ts'
import type { View } from '../../../src/shell/view.ts'
import * as accountViews from '../../../ui/account/account-view.tsx'
import { mountView } from '../../../ui/modal/mount.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import {
  activityAt,
  activityHead,
  address,
  connected,
  createFakeShell,
  type FakeShell,
  harbor,
  mara,
  months,
  network,
  nftsHead,
  portfolioHead,
  tokenAt,
} from '../fake-shell.ts'
import { propertyRuns } from '../../property-runs.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let shell: FakeShell
let host: HTMLElement
let view: View

/** As when a person has looked at an account before. */
beforeAll(() => loadViews(['AccountSettings', 'Networks', 'SwitchNetwork', 'UnsupportedChain']))
beforeEach(() => {
  vi.useFakeTimers()
  shell = createFakeShell()
  host = document.createElement('billfold-modal')
  document.body.append(host)
})
afterEach(async () => {
  await act(() => view?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const root = () => host.shadowRoot!
const find = (selector: string) => root().querySelector<HTMLElement>(selector)
const text = () => root().textContent ?? ''
const button = (label: string) =>
  [...root().querySelectorAll('button')].find(
    (each) => each.textContent === label || each.getAttribute('aria-label') === label,
  )
const mount = () => act(async () => void (view = mountView(shell, host, accountViews)))
const press = (label: string) => act(async () => button(label)!.click())
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function error(code: ErrorRecord['code'], context: ErrorRecord['context'] = {}): ErrorRecord {
  return { code, message: 'It failed', category: 'API_ERROR', context }
}

async function openAccount(tab?: 'NFTs' | 'Activity'): Promise<void> {
  shell.account.value = connected
  shell.set('identity', { data: mara })
  shell.show('Account')
  await mount()
  if (tab) await press(tab)
}

describe('the modal dialog', () => {
  test('opens in the same task as the call of open(), and is a modal dialog named by its title', async () => {
    shell.show('Connect')
    act(() => void (view = mountView(shell, host)))
    const dialog = find('dialog') as HTMLDialogElement
    expect(dialog.open).toBe(true)
    expect(root().getElementById(dialog.getAttribute('aria-labelledby')!)?.textContent).toBe(
      'Connect to Driftwood',
    )
  })

  test('[G50] focuses its card, which is named by the current view', async () => {
    await mount()
    await act(async () => shell.show('Connect'))
    const card = root().activeElement!
    const nameOf = () => root().getElementById(card.getAttribute('aria-labelledby')!)?.textContent
    expect(card.getAttribute('role')).toBe('group')
    expect(nameOf()).toBe('Connect to Driftwood')
    await act(async () => find('.row')!.click())
    expect(root().activeElement).toBe(card)
    await eventually(() => expect(nameOf()).toBe('Harbor'))
  })

  test('returns the focus to the element that opened it', async () => {
    const opener = document.createElement('button')
    document.body.append(opener)
    opener.focus()
    const focus = vi.spyOn(opener, 'focus')
    await mount()
    await act(async () => shell.show('Connect'))
    expect(document.activeElement).not.toBe(opener)
    await act(async () => shell.close())
    expect(focus).toHaveBeenCalledTimes(1)
  })

  test('closes by ×, by Esc and by a click beside the card, but not by a click on the card', async () => {
    await mount()
    const closes: (() => void)[] = [
      () => button('Close')!.click(),
      () => find('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })),
      () => {
        find('dialog')!.dispatchEvent(new Event('pointerdown', { bubbles: true }))
        find('dialog')!.click()
      },
    ]
    for (const close of closes) {
      await act(async () => shell.show('Connect'))
      await act(async () => {
        find('.footer')!.dispatchEvent(new Event('pointerdown', { bubbles: true }))
        find('.footer')!.click()
      })
      expect(shell.open.peek()).toBe(true)
      await act(async () => close())
      expect(shell.open.peek()).toBe(false)
      expect(find('dialog')).toBeNull()
    }
  })

  test('[D28] shows a required sign-in instead of closing, whatever view is open', async () => {
    await openAccount()
    await act(async () => shell.router.push('AccountSettings'))
    shell.signIn = { ...shell.signIn, current: { isHeld: () => true } as never }
    await act(async () => find('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(shell.open.peek()).toBe(true)
    expect(shell.router.history.peek().map(({ view }) => view)).toEqual(['SIWXSignMessage'])
    shell.signIn = { ...shell.signIn, current: undefined }
    await act(async () => find('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(shell.open.peek()).toBe(false)
  })

  test('blocks scrolling of the page only while it is open', async () => {
    await mount()
    await act(async () => shell.show('Connect'))
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
    await act(async () => shell.close())
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  })

  test('stays open and moves to the new body when the page replaces its body', async () => {
    await mount()
    await act(async () => shell.show('Connect'))
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    await act(async () => document.body.replaceChildren(document.createElement('main')))
    expect(host.parentNode).toBe(document.body)
    expect(showModal).toHaveBeenCalledTimes(1)
    expect((find('dialog') as HTMLDialogElement).open).toBe(true)
    // A page may carry it over by itself, which ends it all the same.
    await act(async () => {
      const body = document.createElement('body')
      body.append(host)
      document.documentElement.replaceChild(body, document.body)
    })
    expect(showModal).toHaveBeenCalledTimes(2)
    expect(shell.open.peek()).toBe(true)
    await act(async () => shell.close())
    expect(find('dialog')).toBeNull()
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
    showModal.mockRestore()
  })

  test('[G53] [G3] works in a browser without showModal, ResizeObserver, matchMedia and animations', async () => {
    for (const name of ['ResizeObserver', 'matchMedia']) vi.stubGlobal(name, undefined)
    const { showModal, close } = HTMLDialogElement.prototype
    Object.assign(HTMLDialogElement.prototype, { showModal: undefined, close: undefined })
    try {
      shell.set('portfolio', { data: portfolioHead(6) })
      await openAccount()
      await wait(400)
      expect(find('dialog')!.hasAttribute('open')).toBe(true)
      expect(text()).toContain('$12,881.58')
      await act(async () => {
        find('.grab')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
      })
      await press('Close')
      expect(find('dialog')).toBeNull()
      expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
    } finally {
      Object.assign(HTMLDialogElement.prototype, { showModal, close })
      vi.unstubAllGlobals()
    }
  })

  test('[G53] handles Esc, clicks beside the card and the focus in a browser without showModal', async () => {
    const { showModal, close } = HTMLDialogElement.prototype
    Object.assign(HTMLDialogElement.prototype, { close: undefined })
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
    const press = (key: string, keyCode = 0) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'keyCode', { value: keyCode })
        document.body.dispatchEvent(event)
        return event
      })
    try {
      await mount()
      await act(async () => shell.show('Connect'))
      expect(find('dialog')!.getAttribute('aria-modal')).toBe('true')
      expect(root().activeElement?.className).toBe('card')
      find('.card')!.blur()
      // Of an input method, as Safari tells of the key that ends a composition.
      await press('Tab', 229)
      expect(root().activeElement).not.toBe(button('What is a wallet?'))
      expect((await press('Escape', 229)).defaultPrevented).toBe(true)
      expect(find('dialog')).not.toBeNull()
      await press('Tab')
      expect(root().activeElement).toBe(button('What is a wallet?'))
      await press('Escape')
      expect(find('dialog')).toBeNull()
      await act(async () => shell.show('Connect'))
      await act(async () => {
        find('dialog')!.dispatchEvent(new Event('pointerdown', { bubbles: true }))
        find('dialog')!.click()
      })
      expect(find('dialog')).toBeNull()
    } finally {
      Object.assign(HTMLDialogElement.prototype, { showModal, close })
    }
  })

  test('opens in the page’s new body if the page replaced its body while the modal was closed', async () => {
    await mount()
    await act(async () => shell.show('Connect'))
    await act(async () => shell.close())
    document.body.replaceChildren()
    await act(async () => {})
    expect(host.isConnected).toBe(false)
    await act(async () => shell.show('Connect'))
    expect(host.parentNode).toBe(document.body)
    expect((find('dialog') as HTMLDialogElement).open).toBe(true)
  })

  test('closes, instead of being inserted endlessly, if the page keeps removing its element', async () => {
    await mount()
    await act(async () => shell.show('Connect'))
    const guard = new MutationObserver(() => host.remove())
    guard.observe(document.body, { childList: true })
    await act(async () => host.remove())
    await wait(0)
    expect(shell.open.peek()).toBe(false)
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
    guard.disconnect()
  })

  test('[A1] follows the page’s theme', async () => {
    await mount()
    expect(host.dataset['theme']).toBe('dark')
    await act(async () => (shell.themeMode.value = 'light'))
    expect(host.dataset['theme']).toBe('light')
  })

  test('watches no topic while closed', async () => {
    await openAccount()
    expect(shell.watched.size).toBeGreaterThan(0)
    await act(async () => shell.close())
    await wait(100)
    expect([...shell.watched]).toEqual([])
  })

  test('[F35] leaves no listeners, timers or topics behind after being mounted and unmounted many times', async () => {
    shell.account.value = connected
    shell.set('portfolio', { data: portfolioHead(3) })
    shell.open.value = true
    shell.router.reset('Account')
    const listeners = { added: 0, removed: 0 }
    const add = vi.spyOn(document.documentElement, 'addEventListener').mockImplementation(() => {
      listeners.added += 1
    })
    for (let cycle = 0; cycle < propertyRuns(1_000); cycle++) {
      const each = document.createElement('billfold-modal')
      document.body.append(each)
      let mounted: View | undefined
      await act(async () => void (mounted = mountView(shell, each)))
      await act(async () => mounted!.unmount())
      each.remove()
    }
    add.mockRestore()
    expect(listeners.added).toBe(0)
    expect(vi.getTimerCount()).toBeLessThan(5)
    expect([...shell.watched]).toEqual([])
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  }, 180_000)
})

describe('a rendering error of a view', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
  afterEach(() => vi.restoreAllMocks())
  const broken = { ...connected, address: undefined as unknown as string }

  test('[G25] is shown in the card, and "Try again" shows the view once the cause of the error is gone', async () => {
    shell.account.value = broken
    shell.show('Account')
    await mount()
    expect(find('[role=alert]')?.textContent).toContain('Something went wrong here')
    await press('Try again')
    expect(find('[role=alert]')?.textContent).toContain('Something went wrong here')
    shell.account.value = connected
    await press('Try again')
    expect(find('[role=alert]')).toBeNull()
    expect(find('[role=tab]')?.textContent).toBe('Tokens')
    expect(console.error).toHaveBeenCalled()
  })

  test('[G25] is shown in a card that the user can close, and the next open() works as usual', async () => {
    await mount()
    await act(async () => shell.show('Connect'))
    await act(async () => {
      shell.account.value = broken
      shell.router.push('Account')
    })
    const dialog = find('dialog')!
    const title = root().getElementById(dialog.getAttribute('aria-labelledby')!)
    expect(title?.textContent).toBe('Not shown')
    expect(root().activeElement?.className).toBe('card')
    await press('Close')
    expect(find('dialog')).toBeNull()
    await act(async () => shell.show('Connect'))
    expect(find('h2')?.textContent).toBe('Connect to Driftwood')
  })

  test('[G25] disappears when open() shows another view', async () => {
    shell.account.value = broken
    shell.show('Account')
    await mount()
    await act(async () => shell.router.reset('Connect'))
    expect(find('h2')?.textContent).toBe('Connect to Driftwood')
  })

  test('[G25] is shown in a card that the user can close even if the header fails to render', async () => {
    Object.defineProperty(shell, 'metadata', {
      get() {
        throw new Error('no metadata')
      },
    })
    shell.show('Connect')
    await mount()
    expect(find('[role=alert]')?.textContent).toContain('Something went wrong here')
    await press('Close')
    expect(find('dialog')).toBeNull()
  })

  test('[G25] is also shown for an unknown view', async () => {
    shell.show('Nonsense' as 'Connect')
    await mount()
    await press('Try again')
    expect(find('h2')?.textContent).toBe('Connect to Driftwood')
  })
})

describe('the connection flow', () => {
  test('[F33] offers to forget a remembered wallet on this device, and the modal stays open afterwards', async () => {
    shell.remembered.value = [{ namespace: 'eip155', name: 'Harbor', caipAddress: `eip155:1:${address}` }]
    shell.show('Connect')
    await mount()
    await press('Forget Harbor on this device')
    expect(button('Forget Harbor on this device')).toBeUndefined()
    expect(shell.open.peek()).toBe(true)
  })

  test('[G30] lists wallets, and says of an imitation which wallet it imitates', async () => {
    const twin = {
      ...harbor,
      id: 'twin',
      name: 'H\uFFFDrbor',
      looksLike: { name: 'Harbor', by: 'name' } as const,
    }
    const other = { ...harbor, id: 'other', looksLike: { name: 'Harbor', by: 'rdns' } as const }
    shell.connectors.value = [harbor, twin, other]
    shell.show('Connect')
    await mount()
    const rows = [...root().querySelectorAll('[part=wallet]')].map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'HarborInstalled',
      'H\uFFFDrborLooks like Harbor, but Harbor is another wallet in this list',
      'HarborClaims to be Harbor, but Harbor is another wallet in this list',
    ])
  })

  test('says that no wallet was found in this browser, and offers what to do next', async () => {
    shell.connectors.value = []
    shell.show('Connect')
    await mount()
    expect(text()).toContain('No wallet found in this browser')
    expect(button('Reload this page')).toBeDefined()
    expect(button('Copy page link')).toBeDefined()
  })

  test('[A9] [G50] asks the wallet once, as soon as the wallet’s view opens, and counts the seconds of waiting', async () => {
    shell.show('Connect')
    await mount()
    await act(async () => find('.row')!.click())
    expect(shell.asked).toEqual([harbor])
    expect(text()).toContain('Approve in Harbor')
    // Where the page is, whatever it says of itself.
    expect(shell.metadata.url).toBe('https://driftwood.example')
    expect(text()).toContain(`Check that it shows ${location.host} before`)
    expect(text()).not.toContain('driftwood.example')
    await wait(12_000)
    expect(text()).toContain('Waiting for 12 s')
    await wait(18_000)
    expect(text()).toContain('Still waiting for Harbor')
    expect(shell.asked.length).toBe(1)
  })

  test('[A9] shows Connect if the view ConnectingExternal is opened without a wallet', async () => {
    shell.router.push('ConnectingExternal')
    shell.open.value = true
    await mount()
    expect(shell.router.current.peek().view).toBe('Connect')
  })

  test('[F12] ends when the user presses Cancel, and the modal shows the list of wallets', async () => {
    shell.show('Connect')
    await mount()
    await act(async () => find('.row')!.click())
    await press('Cancel')
    expect(shell.attempts.peek()).toEqual([])
    expect(shell.router.current.peek().view).toBe('Connect')
  })

  test.each([
    ['declined', 'You declined in Harbor', 'Ask again'],
    ['busy', 'Harbor has another request open', 'Ask again'],
    ['failed', 'Harbor didn’t connect', 'Try again'],
  ] as const)(
    'for an attempt with the status “%s”, says “%s”, and the button “%s” asks the wallet a second time',
    async (status, title, again) => {
      shell.show('ConnectingExternal', { connector: harbor })
      await mount()
      await act(async () => {
        shell.attempts.value = [
          { id: 1, connector: harbor, startedAt: Date.now(), status, error: error('wallet_failed') },
        ]
      })
      expect(text()).toContain(title)
      await press(again)
      expect(shell.asked.length).toBe(2)
    },
  )
})

describe('networks in the modal', () => {
  const base = { ...network, caipNetworkId: 'eip155:8453' as const, id: 8453, name: 'Base' }
  const solana = {
    ...network,
    caipNetworkId: 'solana:1' as const,
    chainNamespace: 'solana' as const,
    name: 'Solana',
  }
  const unserved = {
    ...connected,
    caipNetworkId: 'eip155:137' as const,
    network: undefined,
    unsupported: true,
  } as const

  beforeEach(() => shell.networks.push(base, solana))

  test('[G44] UnsupportedChain offers the page’s first network first and Disconnect last', async () => {
    shell.account.value = unserved
    shell.show('UnsupportedChain')
    await mount()
    expect(text()).toContain('Driftwood isn’t available on this networkHarbor is on Polygon.')
    const buttons = [...root().querySelectorAll('.view button')].map(({ textContent }) => textContent)
    expect(buttons).toEqual(['Switch to Ethereum', 'Base', 'SolanaNot connected', 'Disconnect Harbor'])
    expect(find('.button.primary')?.textContent).toBe('Switch to Ethereum')
    // Nobody is held here.
    expect(button('Close')).toBeDefined()
    await press('Switch to Ethereum')
    expect(shell.switching.peek()).toMatchObject({ network, status: 'waiting' })
    expect(text()).toContain('Approve in Harbor')
  })

  test('[A73] UnsupportedChain shakes for 500 ms on Esc or on a click beside the card, and closes on ×', async () => {
    shell.account.value = unserved
    shell.show('UnsupportedChain')
    await mount()
    const dialog = find('dialog') as HTMLDialogElement
    const isShaken = () => dialog.classList.contains('shaken')
    for (const leave of [
      () => dialog.dispatchEvent(new Event('cancel', { cancelable: true })),
      () => {
        dialog.dispatchEvent(new Event('pointerdown', { bubbles: true }))
        dialog.click()
      },
    ]) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await act(async () => leave())
      expect(isShaken()).toBe(true)
      await act(async () => vi.advanceTimersByTime(499))
      expect(isShaken()).toBe(true)
      await act(async () => vi.advanceTimersByTime(1))
      expect(isShaken()).toBe(false)
      vi.useRealTimers()
      expect(shell.open.peek()).toBe(true)
    }
    await press('Close')
    expect(shell.open.peek()).toBe(false)
  })

  test('the network chip opens the page’s networks, with the current network marked', async () => {
    await openAccount()
    await act(async () => find('[part=network]')!.click())
    const rows = [...root().querySelectorAll('[part=network-row]')]
    expect(rows.map((row) => [row.textContent, row.getAttribute('aria-current')])).toEqual([
      ['Ethereum', 'true'],
      ['Base', null],
      ['SolanaNot connected', null],
    ])
    await act(async () => (rows[1] as HTMLElement).click())
    expect(shell.switching.peek()).toMatchObject({ network: base })
    await wait(31_000)
    expect(text()).toContain('Still waiting for Harbor')
  })

  test('[G44] UnsupportedChain asks the wallet to switch networks, and Cancel returns to UnsupportedChain', async () => {
    shell.account.value = unserved
    shell.show('UnsupportedChain')
    await mount()
    await act(async () => find('[part=network-row]')!.click())
    expect(shell.switching.peek()).toMatchObject({ network: base, status: 'waiting' })
    await press('Cancel')
    expect(shell.router.history.peek()).toEqual([{ view: 'UnsupportedChain' }])
    await press('Disconnect Harbor')
    expect(shell.account.peek().status).toBe('disconnected')
  })

  test('[A69] Account is shown on an unsupported network, with a note, if the page sets allowUnsupportedChain', async () => {
    shell.account.value = { ...unserved, unsupported: undefined } as unknown as AccountState
    shell.show('Account')
    await mount()
    expect(text()).toContain('Harbor is on Polygon.')
    expect(text()).not.toContain('isn’t available on this network')
    expect(find('button[part=network]')?.textContent).toContain('Polygon')
  })

  test('[A127] Account shows the network without a button if switching networks is off', async () => {
    shell.enableNetworkSwitch = false
    await openAccount()
    expect(find('[part=network]')?.textContent).toContain('Ethereum')
    expect(find('button[part=network]')).toBeNull()
  })

  test.each(['Cancel', 'Back'])('[F12] %s cancels the network switch', async (label) => {
    shell.account.value = connected
    shell.router.reset('Account')
    shell.router.push('SwitchNetwork', { network: base })
    shell.open.value = true
    await mount()
    expect(shell.switching.peek()?.status).toBe('waiting')
    await press(label)
    expect(shell.switching.peek()).toBeUndefined()
    expect(shell.router.current.peek().view).toBe('Account')
  })

  test('SwitchNetwork closes the modal if it is opened without a network', async () => {
    shell.account.value = connected
    shell.show('SwitchNetwork')
    await mount()
    expect(shell.open.peek()).toBe(false)
  })
})

describe('the Account view', () => {
  test('[A29] has the tabs Tokens, NFTs and Activity in this order, and opens with Tokens', async () => {
    await openAccount()
    const tabs = [...root().querySelectorAll('[role=tab]')]
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Tokens', 'NFTs', 'Activity'])
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false'])
    expect(tabs.map((tab) => (tab as HTMLElement).tabIndex)).toEqual([0, -1, -1])
  })

  test('changes tabs with the arrow keys', async () => {
    await openAccount()
    await act(async () => {
      find('[role=tablist]')!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
      )
    })
    expect(find('[aria-selected=true]')!.textContent).toBe('NFTs')
  })

  test('shows the address, tabs and actions while data is loading', async () => {
    shell.account.value = connected
    shell.show('Account')
    await mount()
    expect(text()).toContain('0x71C4…c02A')
    expect(text()).toContain('Loading balances…')
    expect(text()).not.toContain('No tokens yet')
    expect(find('.skeleton')).not.toBeNull()
  })

  test('[F7] says "No answer yet" after 15 s, and reports a failure only when the worker does', async () => {
    await openAccount()
    await wait(14_900)
    expect(text()).not.toContain('No answer yet')
    await wait(200)
    expect(find('.panel')!.textContent).toBe('No answer yetStill trying.')
    expect(find('.account')!.textContent).toContain('No answer yet. Still trying.')
    expect(find('.skeleton, [role=alert]')).toBeNull()
    expect(text()).not.toContain('unavailable')
    await act(async () => shell.set('portfolio', { status: 'failed', error: error('worker_deadline') }))
    expect(find('.panel')!.textContent).toContain('Token balance unavailable')
    expect(find('.account')!.textContent).toContain('Balance unavailable')
    // The next try comes by itself (A110).
    expect(button('Try again')).toBeUndefined()
  })

  test('[F7] shows data as usual even if it arrives after 15 s', async () => {
    await openAccount()
    await wait(16_000)
    await act(async () => shell.set('portfolio', { data: portfolioHead(6) }))
    await wait(400)
    expect(text()).not.toContain('No answer yet')
    expect(text()).toContain('$12,881.58')
  })

  test('[F7] waits 15 s anew before saying "No answer yet" when the user switches accounts', async () => {
    await openAccount()
    await wait(14_000)
    const caipAddress = 'eip155:1:0x00000000000000000000000000000000000000bb'
    await act(async () => (shell.account.value = { ...connected, caipAddress } as AccountState))
    await wait(14_000)
    expect(text()).toContain('Loading balances…')
    expect(text()).not.toContain('No answer yet')
    await wait(1_100)
    expect(find('.account')!.textContent).toContain('No answer yet')
    // Nor does one that has waited in vain.
    await act(async () => (shell.account.value = connected))
    expect(text()).toContain('Loading balances…')
  })

  test('[A45] shows the address if the account has no name', async () => {
    shell.set('identity', { data: { address, unusualName: false } })
    shell.account.value = connected
    shell.show('Account')
    await mount()
    expect(find('.who')!.textContent).toContain('0x71C4…c02A')
  })

  test('[A39] lists tokens with their value, including the native token, which has no contract', async () => {
    shell.set('portfolio', { data: portfolioHead(6) })
    await openAccount()
    await wait(10)
    expect(text()).toContain('$12,881.58')
    expect(text()).toContain('$7,254.24')
    expect(text()).toContain('$3,000.10 each')
    expect(text()).toContain('No price')
  })

  test('[T11] lists tokens without decimals last, under Other', async () => {
    shell.set('portfolio', { data: portfolioHead(3, { otherFrom: 2 }) })
    await openAccount()
    await wait(10)
    expect(find('.group-title')!.textContent).toBe('Other')
  })

  test('[T12] shows every digit of a quantity when the row has the focus', async () => {
    shell.set('portfolio', { data: portfolioHead(2) })
    await openAccount()
    await wait(10)
    expect(text()).not.toContain('2.418123456789012345')
    await act(async () => find('[data-row="0"] > [tabindex]')!.focus())
    expect(find('[data-row="0"]')!.textContent).toContain('2.418123456789012345')
  })

  test('[F19] shows the contract of a token instead of its name if the name imitates another token’s name', async () => {
    shell.rows.portfolio = () => ({
      ...tokenAt(1),
      contract: '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4',
      name: 'UЅDС',
      unusual: true,
    })
    shell.set('portfolio', { data: portfolioHead(1) })
    await openAccount()
    await wait(10)
    expect(find('[data-row] .row-title')!.textContent).toBe('0x9fA3…B1E4')
    expect(find('[data-row]')!.textContent).toContain('Name has unusual characters')
  })

  test('[T6] after a failed update, keeps the last balance with its age, and counts down to the next try', async () => {
    const now = Date.now()
    shell.set('portfolio', {
      data: portfolioHead(2),
      status: 'failed',
      fetchedAt: now - 180_000,
      error: error('balance_unavailable', { retryAt: now + 24_000 }),
    })
    shell.online.value = false
    await openAccount()
    expect(text()).toContain('$12,881.58')
    expect(text()).toContain('As of 3 min ago')
    expect(text()).toContain('You are offline')
    expect(text()).toContain('Next try in 24 s')
    await wait(5_000)
    expect(text()).toContain('Next try in 19 s')
    await wait(20_000)
    expect(text()).toContain('Trying now…')
    expect(button('Try now')).toBeUndefined()
  })

  test('[T6] does not show $0.00 for an unsupported network', async () => {
    shell.set('portfolio', {
      data: portfolioHead(0, { value: undefined, native: undefined }),
      fetchedAt: undefined,
      status: 'failed',
      error: error('network_unsupported'),
    })
    await openAccount()
    expect(find('.account')!.textContent).toContain('Balance unavailable')
    expect(find('.account')!.textContent).not.toContain('$0')
    // Nothing to try again, and said once (G47).
    expect(find('.banner')).toBeNull()
    expect(text()).toContain('This network isn’t supported')
  })

  test('[F9] never says that a list is empty if it failed to load', async () => {
    shell.set('portfolio', { status: 'failed', error: error('networks_unknown') })
    shell.set('nfts', { status: 'failed', error: error('http_html') })
    shell.set('activity', {
      data: activityHead([], { empty: true }),
      status: 'failed',
      error: error('history_failed'),
    })
    await openAccount()
    const empty = /No tokens yet|No NFTs yet|No activity yet|does not run/
    expect(text()).not.toMatch(empty)
    await press('NFTs')
    expect(text()).toContain('need you to sign in?')
    expect(text()).not.toMatch(empty)
    await press('Activity')
    expect(text()).toContain('Failed to fetch transactions')
    expect(text()).not.toMatch(empty)
  })

  test('names the network when a list is empty', async () => {
    shell.set('portfolio', { data: portfolioHead(0, { value: undefined, native: undefined }) })
    shell.set('nfts', { data: nftsHead(0) })
    shell.set('activity', { data: activityHead([]) })
    await openAccount()
    expect(text()).toContain('No tokens yet')
    expect(text()).toContain('has no tokens on Ethereum')
    await press('NFTs')
    expect(text()).toContain('No NFTs yet')
    await press('Activity')
    expect(text()).toContain('No activity yet')
  })

  test('[G5] does not say that the account has no NFTs while some NFTs are not checked', async () => {
    shell.set('nfts', { data: nftsHead(0, { unseen: 1_234 }) })
    await openAccount()
    await press('NFTs')
    expect(text()).not.toContain('No NFTs yet')
    expect(text()).toContain('There may be 1,234 more NFTs. We haven’t checked them yet.')
  })

  test('shows UnsupportedChain with the network’s id if the page does not know the network', async () => {
    shell.account.value = {
      ...connected,
      network: undefined,
      unsupported: true,
      caipNetworkId: 'eip155:4242',
    }
    shell.show('Account')
    await mount()
    expect(text()).toContain('Driftwood isn’t available on this network')
    expect(text()).toContain('eip155:4242')
  })

  test('[V9] copies the whole address, and the button confirms the copy', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await openAccount()
    await press('Copy address')
    expect(writeText).toHaveBeenCalledWith(address)
    expect(shell.snacks.current.peek()).toBeUndefined()
    const isCopied = () => !!button('Copy address')?.matches('.copied')
    expect(isCopied()).toBe(true)
    expect(find('.account')!.textContent).toContain('Address copied')
    await wait(2_000)
    expect(isCopied()).toBe(false)
    expect(find('.account')!.textContent).not.toContain('copied')
    vi.unstubAllGlobals()
  })

  test('leads to settings with the whole address and a Disconnect button', async () => {
    await openAccount()
    await press('Account settings')
    expect(find('.whole-address')!.getAttribute('aria-label')).toBe(address)
    const groups = address.slice(2).match(/.{4}/g)!
    const lines = `${groups.slice(0, 5).join(' ')}${groups.slice(5).join(' ')}`
    expect(find('.whole-address')!.textContent).toBe(`0x${lines}`)
    expect(text()).toContain('Connected with Harbor')
    expect(find('a[href^="https://explorer.example/address/"]')).not.toBeNull()
    await press('Disconnect')
    expect(shell.account.peek().status).toBe('disconnected')
  })
})

describe('the Activity list', () => {
  test('[T5] keeps its rows, and shows an error, if older activity cannot be loaded', async () => {
    shell.set('activity', {
      data: activityHead(months(5, 5), { empty: true }),
      status: 'failed',
      error: error('history_failed'),
    })
    await openAccount('Activity')
    await wait(10)
    expect(root().querySelectorAll('button.entry').length).toBe(5)
    expect(text()).toContain('Failed to fetch transactions')
    await press('Retry')
    expect(shell.calls.some(({ command }) => command === 'refresh')).toBe(true)
  })

  test('[G46] disables Retry during a pause that the server asked for', async () => {
    shell.set('activity', {
      data: activityHead(months(5, 5), { empty: true }),
      status: 'failed',
      error: error('history_failed', { pauseEnd: Date.now() + 2_000, retryAt: Date.now() + 30_000 }),
    })
    await openAccount('Activity')
    await wait(10)
    const retry = () => [...root().querySelectorAll('button')].find((each) => each.textContent === 'Retry')!
    expect(retry().getAttribute('aria-disabled')).toBe('true')
    await wait(2_000)
    expect(retry().getAttribute('aria-disabled')).toBeNull()
  })

  test('[A40] shows and opens rows that lack transfers, date, hash or parties', async () => {
    shell.rows.activity = (index) => ({
      id: `bare ${index}`,
      kind: 'executed',
      status: 'confirmed',
      future: false,
      amounts: [],
      nft: false,
    })
    shell.set('activity', { data: activityHead([{ kind: 'unknown', count: 2 }]) })
    await openAccount('Activity')
    await wait(10)
    expect(text()).toContain('Unknown date')
    await act(async () => find('button.entry')!.click())
    expect(find('.facts')!.textContent).toContain('Unknown date')
  })

  test('shows all facts of a row when the row is opened', async () => {
    shell.set('activity', { data: activityHead(months(10, 10)) })
    await openAccount('Activity')
    await wait(10)
    await act(async () => root().querySelectorAll<HTMLElement>('button.entry')[1]!.click())
    await wait(10)
    const facts = find('.facts')!
    expect(facts.textContent).toContain('Confirmed')
    expect(facts.querySelector('.whole-address')!.getAttribute('aria-label')).toBe(activityAt(1).to)
    expect(facts.querySelector('a')!.href).toBe(`https://explorer.example/tx/${activityAt(1).hash}`)
  })

  test('loads older activity one page ahead of the rows in view, and no further', async () => {
    shell.set('activity', { data: activityHead(months(100, 100), { next: 'two' }) })
    await openAccount('Activity')
    await wait(100)
    expect(shell.calls.filter(({ command }) => command === 'more').length).toBe(1)
    await act(async () => {
      shell.set('activity', { data: activityHead(months(400, 100), { version: 2, since: 1, next: 'three' }) })
    })
    await wait(100)
    expect(shell.calls.filter(({ command }) => command === 'more').length).toBe(1)
  })

  test('[G6] says that older activity could not be loaded, instead of loading forever, and retries on request', async () => {
    shell.set('activity', { data: activityHead(months(5, 5), { next: 'two', stalled: true }) })
    await openAccount('Activity')
    await wait(10)
    expect(text()).not.toContain('Loading older')
    expect(text()).toContain('Couldn’t load older activity')
    await press('Try again')
    const commands = shell.calls.map(({ command }) => command)
    expect(commands.slice(-2)).toEqual(['more', 'refresh'])
  })

  test('[G43] shows the number of unverified transactions', async () => {
    shell.set('activity', {
      data: activityHead(months(2, 2), { hidden: { spam: 7, otherChain: 0, invalid: 0 } }),
    })
    await openAccount('Activity')
    expect(text()).toContain('Unverified (7)')
  })

  test('renders at most 400 elements for 100,000 rows, at any scroll position', async () => {
    shell.set('activity', { data: activityHead(months(100_000, 4_200)) })
    await openAccount('Activity')
    await wait(10)
    const scroller = find('.scroll')!
    for (const top of [0, 40, 4_000, 3_000_000, 6_000_000]) {
      await act(async () => {
        scroller.scrollTop = top
        scroller.dispatchEvent(new Event('scroll', { bubbles: true }))
      })
      await wait(10)
      expect(root().querySelectorAll('*').length).toBeLessThanOrEqual(400)
      expect(scroller.querySelectorAll('*').length).toBeLessThanOrEqual(250)
      expect(scroller.querySelectorAll('button.entry').length).toBeGreaterThan(5)
    }
  })

  test('keeps the scroll position and the focus when a row is inserted above the visible rows', async () => {
    const newest = { ...activityAt(0), id: 'newest' }
    shell.set('activity', { data: activityHead(months(1_000, 1_000)) })
    await openAccount('Activity')
    await wait(10)
    const scroller = find('.scroll')!
    await act(async () => {
      scroller.scrollTop = 3_000
      scroller.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    await wait(10)
    const read = find('[data-row="52"] > button')!
    await act(async () => read.focus())
    const words = read.textContent
    shell.rows.activity = (index) => (index === 0 ? newest : activityAt(index - 1))
    await act(async () => {
      shell.set('activity', {
        data: activityHead(months(1_001, 1_001), { version: 2, since: 1, dirty: [[0, 1_001]] }),
      })
    })
    await wait(10)
    expect(read.parentElement!.dataset['row']).toBe('53')
    expect(read.textContent).toBe(words)
    expect(scroller.scrollTop).toBe(3_060)
    expect(root().activeElement).toBe(read)
    // At the top it is seen coming in.
    await act(async () => {
      scroller.scrollTop = 0
      scroller.dispatchEvent(new Event('scroll', { bubbles: true }))
    })
    await wait(10)
    shell.rows.activity = activityAt
    await act(async () => {
      shell.set('activity', {
        data: activityHead(months(1_000, 1_000), { version: 3, since: 2, dirty: [[0, 1_000]] }),
      })
    })
    await wait(10)
    expect(scroller.scrollTop).toBe(0)
  })

  test('reaches every row with the arrow keys, Home and End', async () => {
    shell.set('activity', { data: activityHead(months(100_000, 4_200)) })
    await openAccount('Activity')
    await wait(10)
    const focused = () => root().activeElement as HTMLElement
    const key = async (name: string) => {
      await act(async () => {
        focused().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
        find('.scroll')!.dispatchEvent(new Event('scroll', { bubbles: true }))
      })
      await wait(10)
      const stops = [...root().querySelectorAll<HTMLElement>('[data-row]:has(> [tabindex="0"])')]
      expect(stops.map(({ dataset }) => dataset['row'])).toEqual([
        focused().closest<HTMLElement>('[data-row]')!.dataset['row'],
      ])
    }
    await act(async () => find('button.entry[tabindex="0"]')!.focus())
    await key('ArrowDown')
    expect(focused().closest<HTMLElement>('[data-row]')!.dataset['row']).toBe('1')
    expect(root().querySelectorAll('button.entry[tabindex="0"]').length).toBe(1)
    await key('End')
    await wait(10)
    expect(focused().closest<HTMLElement>('[data-row]')!.dataset['row']).toBe('99999')
    await key('Home')
    expect(focused().closest<HTMLElement>('[data-row]')!.dataset['row']).toBe('0')
  })
})

describe('A message in the modal', () => {
  test('[A70] quotes the reason that the wallet gave for not switching networks', async () => {
    shell.show('Connect')
    await mount()
    await act(async () =>
      shell.snacks.show({
        variant: 'error',
        message: { code: 'switch_failed' },
        detail: {
          code: 'wallet_failed',
          message: 'Harbor could not do this: it is asleep',
          category: 'INTERNAL_SDK_ERROR',
          context: { said: 'it is asleep', wallet: 'Harbor' },
        },
      }),
    )
    expect(find('.snack')!.textContent).toBe('Couldn’t switch networkHarbor says: it is asleep')
  })
})

describe('[A48] [S13] the icon of a message', () => {
  const icons = () => root().querySelectorAll('.snack > svg.icon')
  const path = () => icons()[0]?.querySelector('path')?.getAttribute('d')

  test('is the icon that the message names, or else the default icon of the message’s variant', async () => {
    await mount()
    await act(async () => (shell.open.value = true))
    await act(async () => shell.snacks.show({ variant: 'error', message: 'No' }))
    await wait(500)
    const warn = path()
    await act(async () => shell.snacks.dismiss())
    await act(async () => shell.snacks.show({ variant: 'success', svg: 'mail', message: 'Sent' }))
    await wait(500)
    expect(icons()).toHaveLength(1)
    expect(path()).toMatch(/^M/)
    expect(path()).not.toBe(warn)
  })

  test.each(['<svg onload="alert(1)"></svg>', 'toString', '__proto__', ''])(
    'is never parsed as markup: %s',
    async (svg) => {
      await mount()
      await act(async () => (shell.open.value = true))
      await act(async () => shell.snacks.show({ variant: 'error', svg: svg as 'mail', message: 'No' }))
      await wait(500)
      expect(icons()).toHaveLength(1)
      expect(path()).toMatch(/^M/)
      expect(root().querySelector('[onload]')).toBeNull()
    },
  )
})

describe('text from pages, wallets and servers', () => {
  const payloads = [
    '<img src=x onerror="globalThis.hit=1">',
    '<script>globalThis.hit=1</script>',
    '"><svg onload=globalThis.hit=1>',
    'javascript:globalThis.hit=1',
    '\u202Egnp.exe',
    '{{constructor.constructor("globalThis.hit=1")()}}',
  ]
  test.each(payloads)('[F18] stays plain text everywhere in the modal: %s', async (payload) => {
    shell.metadata = { name: payload, url: payload, icons: [payload, 'javascript:alert(1)'] }
    const connector = { ...harbor, name: payload, looksLike: { name: payload, by: 'rdns' as const } }
    shell.connectors.value = [connector]
    shell.show('Connect')
    await mount()
    const check = () => {
      expect(find('script, iframe, object, embed, [onerror], [onload]')).toBeNull()
      expect(find('img[src="x"], a[href^="javascript:"], img[src^="javascript:"]')).toBeNull()
      expect((globalThis as { hit?: number }).hit).toBeUndefined()
      expect(text()).toContain(payload)
    }
    check()
    await act(async () => find('.row')!.click())
    check()

    shell.rows.portfolio = () => ({
      ...tokenAt(1),
      name: payload,
      symbol: payload,
      id: `eip155:1:${payload}`,
    })
    shell.rows.nfts = () => ({ id: '1', name: payload, collection: payload, count: 1n })
    shell.rows.activity = () => ({
      ...activityAt(0),
      party: { kind: 'from', name: payload },
      amounts: [{ direction: 'in', text: payload, full: payload }],
      hash: payload,
      from: payload,
      to: payload,
    })
    shell.set('portfolio', { data: portfolioHead(1) })
    shell.set('nfts', { data: nftsHead(1) })
    shell.set('activity', { data: activityHead([{ kind: 'month', year: 2026, month: 11, count: 1 }]) })
    shell.set('identity', { data: { ...mara, name: payload } })
    await act(async () => {
      shell.account.value = {
        ...connected,
        network: { ...connected.network!, name: payload, explorerUrl: payload },
      } as never
      shell.router.reset('Account')
    })
    for (const tab of ['Tokens', 'NFTs', 'Activity']) {
      await press(tab)
      await wait(10)
      check()
    }
    await act(async () => find('button.entry')!.click())
    check()
    await act(async () => shell.snacks.show({ variant: 'error', message: payload, detail: payload }))
    check()
    await press('Account settings')
    check()
  })
})
