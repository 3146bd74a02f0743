// @vitest-environment happy-dom
/** The ways to sign in without a wallet, over a sign-in site that answers as a test says. */
import { createChain } from '../../../src/shell/chain.ts'
import { createPreferredTypes } from '../../../src/wallets/account-types.ts'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../../src/wallets/connector.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { AuthWallet } from '../../../src/wallets/auth/wallet.ts'
import { listSocials } from '../../../ui/login/socials.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, harbor } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, press, text, wait, button } = modal

beforeAll(async () => {
  await loadViews([
    'ConnectingFarcaster',
    'ConnectSocials',
    'ConnectingSocial',
    'EmailVerifyOtp',
    'EmailVerifyDevice',
  ])
  await import('../../../ui/login/login-methods.tsx')
})

const ALL = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

describe('The list of social accounts', () => {
  const without = (userAgent: string, isTelegram = true) => {
    const listed = listSocials({}, { userAgent, isTelegram })
    return ALL.filter((name) => !listed.some((one) => one === name))
  }

  test('[A203] has a default order, or the order that the page gives, or is empty if the page sets it to false', () => {
    const elsewhere = { userAgent: MAC, isTelegram: false }
    expect(listSocials({}, elsewhere)).toEqual(ALL)
    expect(
      listSocials({ socials: ['github', 'google', 'github', 'nobody', '__proto__'] }, elsewhere),
    ).toEqual(['github', 'google'])
    expect(listSocials({ socials: false }, elsewhere)).toEqual([])
  })

  test('[A107] omits Google in Telegram on iOS', () => expect(without(IPHONE)).toEqual(['google']))
  test('[A108] omits X in Telegram on a Mac', () => expect(without(MAC)).toEqual(['x']))
  test('[A109] omits X and Facebook in Telegram on Android, and omits nothing outside Telegram', () => {
    expect(without(ANDROID)).toEqual(['x', 'facebook'])
    for (const userAgent of [IPHONE, MAC, ANDROID]) expect(without(userAgent, false)).toEqual([])
  })
})

const calls: string[] = []
let wallet: AuthWallet
let auth: Connector

beforeEach(() => {
  calls.splice(0)
  const never = () => new Promise<never>(() => {})
  wallet = {
    request: never,
    connectEmail: async (email) => (calls.push(`email ${email}`), 'code'),
    approveDevice: never,
    connectCode: async (_, code) => void calls.push(`code ${code}`),
    connectSocial: never,
    getFarcasterUri: async () => (calls.push('farcaster'), 'https://farcaster.example/1'),
    connectFarcaster: never,
    startOver: () => void calls.push('start over'),
    getLogin: () => undefined,
    getSendableAt: () => Date.now() + 30_000,
  }
  const provider = { origin: 'https://secure.example', load: async () => wallet, request: never }
  auth = { ...harbor, id: 'auth', name: 'Email or social login', type: 'AUTH', restoreKey: 'auth', provider }
  modal.shell.account.value = { status: 'disconnected' }
})

async function openConnect(connectors: readonly Connector[], features = {}): Promise<void> {
  modal.shell.connectors.value = connectors
  modal.shell.features.value = { ...modal.shell.features.peek(), ...features }
  modal.shell.show('Connect')
  await modal.mount()
  await wait(50)
}

const order = () =>
  [...modal.root.querySelectorAll('.email-box, .socials, .list')].map((element) => element.classList[0])

describe('The Connect view with email and social accounts', () => {
  test('[A5] shows email and social accounts only if the page has a sign-in site', async () => {
    await openConnect([harbor])
    expect(order()).toEqual(['list'])
    await act(async () => void (modal.shell.connectors.value = [harbor, auth]))
    await wait(50)
    expect(order()).toEqual(['list', 'email-box', 'socials'])
  })

  test.each([
    [[], undefined, ['email-box', 'socials', 'list']],
    [[harbor], undefined, ['list', 'email-box', 'socials']],
    [[harbor], ['email', 'social', 'wallet'], ['email-box', 'socials', 'list']],
    [[harbor], ['social'], ['socials', 'email-box', 'list']],
    [[], ['wallet', 'social', 'email', 'dance'], ['list', 'socials', 'email-box']],
  ])(
    '[A30] with the installed wallets %j and connectMethodsOrder %j, has the order %j',
    async (wallets, connectMethodsOrder, expected) => {
      await openConnect([...wallets, auth], connectMethodsOrder && { connectMethodsOrder })
      expect(order()).toEqual(expected)
    },
  )

  test('hides sign-in methods that the page or the dashboard turns off', async () => {
    await openConnect([auth], { email: false })
    expect(order()).toEqual(['socials', 'list'])
    await act(async () => void (modal.shell.features.value = { socials: false }))
    expect(order()).toEqual(['email-box', 'list'])
  })

  test('has no wallet list and no separator if there are no wallets', async () => {
    await openConnect([auth], { allWallets: false })
    expect(order()).toEqual(['email-box', 'socials'])
    expect(find('.separator')).toBeUndefined()
  })

  test('never lists the sign-in site as a wallet', async () => {
    await openConnect([harbor, auth])
    expect(text('.list')).not.toContain('Email or social')
  })
})

function type(selector: string, value: string): Promise<void> {
  return act(async () => {
    const input = find(selector) as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

describe('Email sign-in', () => {
  test('does not send an invalid email address', async () => {
    await openConnect([auth])
    const long = `${'a'.repeat(250)}@b.example`
    for (const wrong of ['mara', 'mara@', 'mara@driftmail', '@a.example', 'a b@c.example', long]) {
      await type('.email-box input', wrong)
      await press('Continue with email')
      expect(text('.email-box .hint'), wrong).toBe('Enter a valid email address.')
    }
    expect(calls).toEqual([])
  })

  test('checks a code as soon as the user has entered six digits, and shows why a wrong code was refused', async () => {
    await openConnect([auth])
    await type('.email-box input', ' mara@driftmail.example ')
    await press('Continue with email')
    await wait(10)
    expect(modal.shell.router.current.peek().view).toBe('EmailVerifyOtp')
    expect(text()).toContain('mara@driftmail.example')
    wallet.connectCode = async () => {
      throw new BillfoldError('auth_refused', 'Wrong code.', { context: { said: 'Wrong code.' } })
    }
    await type('.otp input', '12 34 56')
    await wait(10)
    expect(text('.login .hint')).toBe('The sign-in site says: Wrong code.')
    wallet.connectCode = async (_, code) => void calls.push(`code ${code}`)
    await type('.otp input', '65432')
    expect(calls).toEqual(['email mara@driftmail.example'])
    await type('.otp input', '654321')
    await wait(10)
    expect(calls).toEqual(['email mara@driftmail.example', 'code 654321'])
    expect(modal.shell.asked).toEqual([auth])
  })

  test('can send a new code after a countdown', async () => {
    await openConnect([auth])
    const end = Date.now() + 30_000
    wallet.getSendableAt = () => end
    await act(async () => modal.shell.router.push('EmailVerifyOtp', { email: 'mara@driftmail.example' }))
    await wait(10)
    expect(text()).toContain('Send again in 0:30')
    await wait(30_000)
    await press('Send again')
    await wait(10)
    expect(calls).toEqual(['email mara@driftmail.example'])
  })
})

/** What a page reads of it. */
const readChain = () =>
  createChain('eip155', {
    shell: modal.shell,
    networks: [],
    preferred: createPreferredTypes({}, undefined),
    getAccount: () => modal.shell.account.peek(),
    getProgress: () => ({ loading: false, switching: false }),
  }).account.peek()

describe('[S7] The account state during sign-in', () => {
  test('has farcasterUrl until the user has signed in or goes back', async () => {
    expect(readChain().farcasterUrl).toBeUndefined()
    await openConnect([auth])
    await act(async () => modal.shell.router.push('ConnectingFarcaster'))
    await wait(10)
    expect(readChain().farcasterUrl).toBe('https://farcaster.example/1')
    await press('Back')
    expect(readChain().farcasterUrl).toBeUndefined()
    let signIn = () => {}
    wallet.connectFarcaster = () => new Promise((resolve) => (signIn = resolve))
    await act(async () => modal.shell.router.push('ConnectingFarcaster'))
    await wait(10)
    expect(readChain().farcasterUrl).toBe('https://farcaster.example/1')
    await act(async () => signIn())
    await wait(10)
    expect(readChain().farcasterUrl).toBeUndefined()
  })

  test('has socialWindow until the provider answers, the provider’s window closes or the user goes back', async () => {
    const popup = { close() {}, closed: false } as unknown as Window
    const go = async () => {
      await act(async () => modal.shell.router.push('ConnectingSocial', { social: 'google', popup }))
      await wait(10)
    }
    await openConnect([auth])
    expect(readChain().socialWindow).toBeUndefined()
    await go()
    expect(readChain().socialWindow).toBe(popup)
    await press('Back')
    expect(readChain().socialWindow).toBeUndefined()
    let end: (error: Error) => void = () => {}
    wallet.connectSocial = () => new Promise((_, reject) => (end = reject))
    await go()
    expect(readChain().socialWindow).toBe(popup)
    await act(async () => end(new BillfoldError('auth_popup_closed', 'closed')))
    await wait(10)
    expect(readChain().socialWindow).toBeUndefined()
  })

  test('has no socialWindow if the browser blocked the provider’s window', async () => {
    await openConnect([auth])
    await act(async () => modal.shell.router.push('ConnectingSocial', { social: 'google', popup: null }))
    await wait(10)
    expect(readChain().socialWindow).toBeUndefined()
  })
})

describe('Farcaster sign-in', () => {
  async function openFarcaster(): Promise<void> {
    await openConnect([auth])
    await act(async () => modal.shell.router.push('ConnectingFarcaster'))
    await wait(10)
  }

  test('[A8] shows a QR code', async () => {
    await openFarcaster()
    expect(find('[part="qr"]')).toBeDefined()
  })

  test('[A22] is reset 100 ms after the user leaves its view without an account, and its QR code is dropped', async () => {
    await openFarcaster()
    await press('Back')
    await wait(99)
    expect(calls).toEqual(['farcaster'])
    await wait(1)
    expect(calls).toEqual(['farcaster', 'start over'])
    wallet.getFarcasterUri = () => new Promise(() => {})
    await act(async () => modal.shell.router.push('ConnectingFarcaster'))
    await wait(10)
    expect(find('[part="qr"]')).toBeUndefined()
  })

  test('[A23] is not reset if an account is connected when the user leaves its view', async () => {
    await openFarcaster()
    await act(async () => void (modal.shell.account.value = connected))
    await press('Back')
    await wait(1_000)
    expect(calls).toEqual(['farcaster'])
  })
})

describe('Social sign-in', () => {
  test('[A203] lists all providers in order behind "More ways to sign in"', async () => {
    await openConnect([auth])
    await press('More ways to sign in')
    await wait(10)
    const names = [...modal.root.querySelectorAll('.list .row-title')].map(({ textContent }) => textContent)
    expect(names).toEqual(['Google', 'X', 'Discord', 'Farcaster', 'GitHub', 'Apple', 'Facebook'])
  })

  test('says that the browser blocked the provider’s window, and opens the window when the user presses "Open window"', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await openConnect([auth])
    await press('Google')
    await wait(10)
    expect(text('h3')).toBe('Your browser blocked the window')
    const popup = { closed: false, close() {} } as unknown as Window
    open.mockReturnValue(popup as never)
    await press('Open window')
    await wait(10)
    expect(text('h3')).toBe('Sign in with Google')
    expect(open.mock.calls.at(-1)![0]).toBe('https://secure.example/loading')
    expect(button('Cancel')).toBeDefined()
    open.mockRestore()
  })
})
