// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { act } from 'react'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { showTexts } from '../../../src/base/catalogue.ts'
import type { ErrorRecord } from '../../../src/core/base/errors.ts'
import type { SignIn, SignInState } from '../../../src/siwx/sign-in.ts'
import type { SIWXSession } from '../../../src/siwx/siwx.ts'
import { explainError } from '../../../ui/base/explain-error.ts'
import { loadTexts } from '../../../ui/languages/load-texts.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, portfolioHead } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, button, press, wait } = modal

beforeAll(() => loadViews(['AccountSettings', 'Networks']))

function failure(context: ErrorRecord['context'] = {}): ErrorRecord {
  return { code: 'balance_unavailable', message: 'Said by the worker', category: 'API_ERROR', context }
}

/** Figures of 3 minutes ago, and a failure since half a minute. */
async function openFailed(context: ErrorRecord['context'] = { reason: 'http_network' }): Promise<void> {
  const now = Date.now()
  modal.shell.set('portfolio', {
    data: portfolioHead(2),
    status: 'failed',
    fetchedAt: now - 180_000,
    error: failure({ since: now - 30_000, retryAt: now + 8_000, ...context }),
  })
  await modal.openAccount()
}

const refreshed = () =>
  modal.shell.calls.flatMap(({ command, input }) =>
    command === 'refresh' ? (input as { topic: string }).topic : [],
  )

describe('[A125] The balance in the account view', () => {
  const husd = { symbol: 'HUSD', amount: 4_250_000_001n, decimals: 6, text: '4,250.000', full: '4250.000001' }

  test('is the amount of the token that the page configures, instead of the total value', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(3, { named: husd }) })
    await modal.openAccount()
    expect(text('.money')).toBe('4,250.000HUSD')
    expect(find('.money')!.title).toBe('4250.000001 HUSD')
    await press('Activity')
    expect(text('.who .row-detail')).toBe('4,250.000\u00a0HUSD')
  })

  test('is a dash if the account does not hold the token that the page configures', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(3, { named: null }) })
    await modal.openAccount()
    expect(text('.money')).toBe('—')
  })
})

describe('[G46] The age of the balance', () => {
  test('says "just now" for less than 5 s, then counts the seconds', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(2) })
    await modal.openAccount()
    expect(text('.age')).toBe('Updated just now')
    await wait(4_000)
    expect(text('.age')).toBe('Updated just now')
    await wait(1_000)
    expect(text('.age')).toBe('Updated 5 s ago')
    await wait(20_000)
    expect(text('.age')).toBe('Updated 25 s ago')
  })

  test.each([
    [59_000, 'As of 59 s ago'],
    [180_000, 'As of 3 min ago'],
    [7_200_000, 'As of 2 h ago'],
  ])(
    'counts from the last successful update after an update has failed: %d ms is "%s"',
    async (age, said) => {
      const fetchedAt = Date.now() - age
      modal.shell.set('portfolio', { data: portfolioHead(2), status: 'failed', fetchedAt, error: failure() })
      await modal.openAccount()
      expect(text('.age')).toBe(said)
    },
  )

  test('stands beside a reload button that has the time of the last update in its tooltip', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(2) })
    await modal.openAccount()
    await wait(12_000)
    let end = () => {}
    modal.shell.answer = () => new Promise((resolve) => (end = () => resolve(undefined)))
    const reload = button('Reload balances and activity')!
    expect(reload.title).toBe('Reload balances and activity\nUpdated 12 s ago')
    await press('Reload balances and activity')
    expect(refreshed()).toEqual(['portfolio', 'activity'])
    expect(reload.getAttribute('aria-label')).toBe('Reloading…')
    await act(async () => reload.click())
    expect(refreshed()).toHaveLength(2)
    await act(async () => end())
  })
})

test('[G46] on a tab without the balance, the reload button stands beside the address', async () => {
  modal.shell.set('portfolio', { data: portfolioHead(2) })
  await modal.openAccount()
  await press('Activity')
  await press('Reload balances and activity')
  expect(refreshed()).toEqual(['portfolio', 'activity'])
})

describe('[G47] The error message after a failed update of the account', () => {
  test('[S6] [T6] is a banner without a button, and says what failed, for how long, and when the next try is', async () => {
    await openFailed()
    const said = 'Couldn’t update your balanceCan’t reach the service.Failing for 30 s'
    expect(text('.banner')).toBe(`${said}Next try in 8 s`)
    expect(find('.banner button, .age button')).toBeUndefined()
    expect(text('.panel')).not.toContain('unavailable')
    const rows = [...modal.root.querySelectorAll('[data-row]')]
    await wait(3_000)
    expect(text('.banner')).toContain('Next try in 5 s')
    expect([...modal.root.querySelectorAll('[data-row]')]).toEqual(rows)
    await wait(5_000)
    expect(text('.banner')).toContain('Trying now…')
    expect(refreshed()).toEqual([])
  })

  test('[V8] is the only message about the failure in the account view, and shows the age of the balance on every tab', async () => {
    const snack = { variant: 'error', message: { code: 'balance_unavailable' } } as const
    const { snacks } = modal.shell
    await openFailed()
    await act(async () => snacks.show(snack))
    expect(find('.snack')).toBeUndefined()
    expect(text()).not.toMatch(/unavailable/i)
    expect(text()).toMatch(/As of \d+ min ago/)
    await press('Activity')
    expect(text('.banner')).toMatch(/^Couldn’t update your balance.*As of \d+ min ago/)
    // What else is to be said does not wait behind it.
    await act(async () => snacks.show({ variant: 'error', message: 'Something else' }))
    expect(text('.snack')).toBe('Something else')
    // Elsewhere nothing else tells of it.
    await act(async () => {
      snacks.dismiss()
      modal.shell.router.push('AccountSettings')
    })
    await wait(200)
    await act(async () => snacks.show(snack))
    expect(text('.snack')).toBe('Token Balance Unavailable')
  })

  test('[V8] is a banner on the Activity tab if no balance is known', async () => {
    const error = failure({ retryAt: Date.now() + 8_000 })
    modal.shell.set('portfolio', { status: 'failed', fetchedAt: undefined, error })
    await modal.openAccount()
    expect(find('.banner')).toBeUndefined()
    await press('Activity')
    expect(text('.banner')).toMatch(/^Token balance unavailable.*Next try in 8 s$/)
  })

  test('[S6] [T6] gives the reason and the time of the next try on the Tokens tab if no balance is known', async () => {
    modal.shell.set('portfolio', {
      status: 'failed',
      fetchedAt: undefined,
      error: failure({ reason: 'http_timeout', retryAt: Date.now() + 30_000 }),
    })
    await modal.openAccount()
    expect(text('.panel .again')).toBe('Next try in 30 s')
    expect(find('.panel .again button')).toBeUndefined()
    await wait(30_000)
    expect(text('.panel .again')).toBe('Trying now…')
  })

  test('says "offline" once if the browser is offline, and does not say "offline" if the browser is online', async () => {
    await openFailed()
    expect(text()).not.toMatch(/connection|offline/i)
    await act(async () => (modal.shell.online.value = false))
    expect(text('.banner')).toBe('You are offlineFailing for 30 sNext try in 8 s')
    expect(text().match(/offline/gi)).toHaveLength(1)
  })

  test('disables its "Try again" button during a pause that the server asked for, and the button keeps the focus', async () => {
    const pauseEnd = Date.now() + 8_000
    modal.shell.set('activity', {
      status: 'failed',
      fetchedAt: undefined,
      error: { ...failure({ reason: 'http_status', status: 429, pauseEnd }), code: 'history_failed' },
    })
    await modal.openAccount()
    await press('Activity')
    const again = button('Try again')!
    again.focus()
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await act(async () => again.click())
    expect(refreshed()).toEqual([])
    // A button that is `disabled` would lose the focus, and in some browsers the modal with it.
    expect(again.matches(':disabled')).toBe(false)
    expect((again.getRootNode() as ShadowRoot).activeElement).toBe(again)
    await wait(8_000)
    expect(again.getAttribute('aria-disabled')).toBeNull()
    await act(async () => again.click())
    expect(refreshed()).toEqual(['activity'])
  })

  test('[G50] is announced in a live region that existed before the failure and contains no countdown', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(2) })
    await modal.openAccount()
    const live = find('.view [role=status]')!
    expect(live.textContent).toBe('')
    await act(async () =>
      modal.shell.set('portfolio', {
        data: portfolioHead(2),
        status: 'failed',
        error: failure({ retryAt: Date.now() + 8_000 }),
      }),
    )
    expect(find('.banner [role=status]')).toBe(live)
    expect(live.textContent).toBe('Couldn’t update your balanceCouldn’t load your balance.')
    for (const each of modal.root.querySelectorAll('[role=status], [role=alert], [aria-live=polite]'))
      expect(each.textContent).not.toMatch(/\d+ s/)
  })

  test('[G50] is announced in an alert without a countdown if no balance is known', async () => {
    modal.shell.set('portfolio', {
      status: 'failed',
      fetchedAt: undefined,
      error: failure({ reason: 'http_timeout', retryAt: Date.now() + 4_000 }),
    })
    await modal.openAccount()
    expect(text('.panel [role=alert]')).toBe('Token balance unavailableThe request took too long.')
    expect(text('.panel')).toContain('Next try in 4 s')
  })

  test('never contains the worker’s internal error message', () => {
    const codes = ['unexpected', 'wallet_failed', 'store_unavailable', 'http_status', 'http_json'] as const
    for (const code of codes) {
      const shown = explainError({ ...failure(), code })
      expect(shown).not.toContain('Said by the worker')
      expect(shown.length).toBeGreaterThan(10)
    }
    expect(explainError(failure({ reason: '__proto__' }))).toBe('Couldn’t load your balance.')
  })
})

describe('[S19] The profile of a name', () => {
  const avatarUrl = 'https://pictures.example/mara.png'
  const mara = {
    address: '0x0a',
    name: 'mara.reown.id',
    unusualName: false,
    avatarUrl,
    attributes: [
      { name: 'bio', text: 'Sails on Tuesdays' },
      { name: 'url', text: 'mara.example', link: 'https://mara.example/' },
      { name: 'favourite.boat', text: 'Ketch' },
    ],
  }
  const pictures = () => [...modal.root.querySelectorAll<HTMLImageElement>('.avatar img')]

  test('shows the avatar of the name, or the generated picture if the avatar fails to load', async () => {
    modal.shell.set('portfolio', { data: portfolioHead(2) })
    await modal.openAccount()
    await act(async () => modal.shell.set('identity', { data: mara }))
    expect(pictures().map(({ src, alt, referrerPolicy }) => [src, alt, referrerPolicy])).toEqual([
      [avatarUrl, '', 'no-referrer'],
    ])
    await act(async () => pictures()[0]!.dispatchEvent(new Event('error')))
    expect(pictures()).toEqual([])
    expect(find('.who svg.avatar')).toBeDefined()
  })

  test('shows the text records of the name in the account settings, with URLs as safe links', async () => {
    await modal.openAccount()
    await act(async () => modal.shell.set('identity', { data: mara }))
    await press('Account settings')
    expect(text('.profile')).toBe('AboutSails on TuesdaysWebsitemara.examplefavourite.boatKetch')
    const links = [...modal.root.querySelectorAll<HTMLAnchorElement>('.profile a')]
    expect(links.map(({ href, target, rel }) => [href, target, rel])).toEqual([
      ['https://mara.example/', '_blank', 'noopener noreferrer nofollow'],
    ])
    await act(async () => modal.shell.set('identity', { data: { ...mara, attributes: undefined } as never }))
    expect(find('.profile')).toBeUndefined()
  })
})

test('the German account view and account settings have buttons to copy the address', async () => {
  showTexts(await loadTexts('de'))
  onTestFinished(() => showTexts())
  await modal.openAccount()
  expect(button('Adresse kopieren')).toBeDefined()
  await press('Kontoeinstellungen')
  expect(text('.halves')).toContain('Kopieren')
})

describe('The account settings', () => {
  test('[G48] open the Networks view when the user presses the network’s row', async () => {
    await modal.openAccount()
    await press('Account settings')
    await act(async () => find('button.fact')!.click())
    expect(modal.shell.router.current.peek().view).toBe('Networks')
  })

  test('[A127] show the network as plain text on a page without network switching', async () => {
    modal.shell.enableNetworkSwitch = false
    await modal.openAccount()
    await press('Account settings')
    expect(find('.fact')!.tagName).toBe('DIV')
    expect(text('.fact')).toContain('Ethereum')
  })

  describe('with sign-in', () => {
    async function open(isRequired: boolean, signOut: () => Promise<void>) {
      const state = signal<SignInState>({ status: 'signed-in', session: {} as SIWXSession })
      modal.shell.signIn.current = {
        state,
        isRequired: () => isRequired,
        isHeld: () => false,
        async signOut() {
          await signOut()
          state.value = { status: 'signed-out' }
        },
      } as Partial<SignIn> as SignIn
      await modal.openAccount()
      await press('Account settings')
      return state
    }

    test('show "Signed in", and sign the user out without disconnecting', async () => {
      await open(false, async () => {})
      expect(text('.view')).toContain('Signed in')
      await press('Sign out')
      expect(text('.view')).not.toContain('Signed in')
      expect(modal.shell.account.peek().status).toBe('connected')
      expect(modal.shell.router.current.peek().view).toBe('AccountSettings')
    })

    test('[A119] show the sign-in view after signing out if sign-in is required', async () => {
      await open(true, async () => {})
      await press('Sign out')
      expect(modal.shell.router.current.peek().view).toBe('SIWXSignMessage')
    })

    test('show an error, and stay open, if signing out fails', async () => {
      await open(true, () => Promise.reject(new Error('No server.')))
      await press('Sign out')
      expect(modal.shell.snacks.current.value).toMatchObject({ message: 'Couldn’t sign you out' })
      expect(button('Sign out')?.disabled).toBe(false)
    })

    test('have no "Sign out" button once the account has signed out', async () => {
      const state = await open(false, async () => {})
      await act(async () => (state.value = { status: 'signed-out' }))
      expect(button('Sign out')).toBeUndefined()
    })
  })

  test('end with a Disconnect button that says which data is removed', async () => {
    await modal.openAccount()
    await press('Account settings')
    const buttons = [...modal.root.querySelectorAll('.view button')]
    expect(buttons.at(-1)?.textContent).toBe('Disconnect')
    expect(text('.view')).toContain('Removes this account from this device')
    await press('Disconnect')
    expect(modal.shell.account.peek().status).toBe('disconnected')
  })

  test('tell the user of an email account that disconnecting signs out', async () => {
    await modal.openAccount()
    const connector = { ...connected.connector, name: 'Email or social login', type: 'AUTH' as const }
    await act(async () => void (modal.shell.account.value = { ...connected, connector }))
    await press('Account settings')
    expect(text('.forgets')).toBe(
      'Signs you out and removes this account from this device. Sign in again to use it.',
    )
  })
})
