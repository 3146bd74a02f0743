// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import { formatSiwxMessage, type SIWXMessageData } from '../../../src/core/siwx/siwx-message.ts'
import type { SignIn, SignInState, SignRequest } from '../../../src/siwx/sign-in.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { address, connected, mara } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, find, press, text } = modal

const data: SIWXMessageData = {
  accountAddress: address,
  chainId: 'eip155:31337',
  domain: location.host,
  uri: location.origin,
  version: '1',
  nonce: '12345678',
  issuedAt: '2026-11-23T12:00:00Z',
  expirationTime: '2026-11-28T14:02:00Z',
}

function toRequest(message: string, more: Partial<SIWXMessageData> = {}): SignRequest {
  return { account: connected, message: { ...data, ...more, toString: () => message }, text: message }
}

const state = signal<SignInState>({ status: 'checking' })
let signIn: SignIn
beforeAll(() => loadViews(['SIWXSignMessage']))
beforeEach(() => {
  state.value = { status: 'checking' }
  signIn = {
    state,
    isRequired: () => true,
    isHeld: () => true,
    isMissing: () => true,
    settle: vi.fn(),
    prepare: vi.fn(async () => {}),
    sign: vi.fn(async () => {}),
    retry: vi.fn(),
    cancel: vi.fn(),
    request: vi.fn(),
    signOut: vi.fn(),
    leave: vi.fn(),
    offer: vi.fn(),
    take: vi.fn(),
    stop: vi.fn(),
  }
})

async function show(next: SignInState): Promise<void> {
  state.value = next
  modal.shell.signIn.current = signIn
  modal.shell.account.value = connected
  modal.shell.set('identity', { data: mara })
  modal.shell.show('SIWXSignMessage')
  await modal.mount()
  await modal.wait(10)
}

describe('The sign-in view', () => {
  test('shows the account, site, network, validity and the exact message', async () => {
    const message = formatSiwxMessage({ ...data, statement: 'I have read it.' }, 'Ethereum')
    await show({ status: 'ready', request: toRequest(message) })
    expect(text('h2')).toBe('Sign in to Driftwood')
    expect(text('.parties')).toContain(`${location.host}Matches this site`)
    const facts = [...modal.root.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
    expect(facts).toEqual([
      'Accountmara.eth 0x71C4…c02A',
      'NetworkEthereum',
      'ValidUntil 28 Nov 2026, 14:02:00',
      'StatementI have read it.',
      'AllowsSign-in only',
    ])
    expect(find('pre')).toBeUndefined()
    await press('Exact message')
    expect(text('pre')).toBe(message)
    expect(text()).toContain('Signing is free. It moves no money and gives no permission to spend.')
    expect(text()).toContain('Driftwood requires sign-in. If you cancel, Harbor is disconnected.')
    await press('Sign message')
    expect(signIn.sign).toHaveBeenCalledOnce()
  })

  test('[F22] shows the resources that the message grants access to', async () => {
    const resources = ['https://driftwood.example/orders', 'urn:recap:eyJ9']
    const message = formatSiwxMessage({ ...data, resources }, 'Ethereum')
    await show({ status: 'ready', request: toRequest(message, { resources }) })
    expect(text('dl')).toContain('Allowshttps://driftwood.example/orders urn:recap:eyJ9')
    expect(text()).not.toContain('Sign-in only')
  })

  test('shows a message of an unknown format unchanged, and does not say that the message matches the site', async () => {
    await show({ status: 'ready', request: toRequest('Hello') })
    expect(text()).not.toContain('Matches this site')
    expect(text('pre')).toBe('Hello')
  })

  test.each([
    ['signing', 'Approve in Harbor'],
    ['confirming', 'Checking the signature'],
  ] as const)('[T16] with the status “%s”, says “%s” and can be cancelled', async (status, words) => {
    await show({ status, request: toRequest('Hello') })
    expect(text('[role=status]')).toBe(words)
    expect(find('.button.primary')!.getAttribute('aria-disabled')).toBe('true')
    await press('Cancel')
    expect(signIn.cancel).toHaveBeenCalledOnce()
  })

  test.each([
    [{ status: 'checking' }, 'Checking whether you’re signed in'],
    [{ status: 'checking', signed: true }, 'Checking the signature'],
    [{ status: 'preparing' }, 'Preparing the message'],
  ] as const)('[T16] in the state %j, says “%s” and can be cancelled', async (next, words) => {
    await show(next)
    expect(text('[role=status]')).toBe(words)
    await press('Cancel')
    expect(signIn.cancel).toHaveBeenCalledOnce()
  })

  test('prepares the message as soon as it opens', async () => {
    await show({ status: 'signed-out' })
    expect(signIn.prepare).toHaveBeenCalledOnce()
  })

  test('[T17] offers Try again and Disconnect if the session cannot be checked', async () => {
    const error = toErrorRecord(new BillfoldError('siwx_unknown', 'down'))
    await show({ status: 'unknown', error })
    expect(text('[role=alert]')).toContain('Couldn’t check whether you’re signed in')
    expect(text('[role=alert]')).toContain('If you were signed in, you still are.')
    await press('Try again')
    expect(signIn.retry).toHaveBeenCalledOnce()
    await press('Disconnect Harbor')
    expect(signIn.cancel).toHaveBeenCalledOnce()
  })

  test('offers Try again if the sign-in code did not load', async () => {
    let isThere = false
    modal.shell.signIn.load = async () => {
      if (!isThere) throw new BillfoldError('code_missing', 'gone')
      return (modal.shell.signIn.current = signIn)
    }
    modal.shell.account.value = connected
    modal.shell.show('SIWXSignMessage')
    await modal.mount()
    await modal.wait(10)
    expect(text('[role=alert]')).toContain('Part of Billfold didn’t load.')
    await press('Try again')
    expect(text('[role=alert]')).toContain('You can’t sign in right now')
    isThere = true
    await press('Try again')
    await modal.wait(10)
    expect(text('[role=status]')).toBe('Checking whether you’re signed in')
  })

  test('is replaced by Account on a page without sign-in', async () => {
    modal.shell.account.value = connected
    modal.shell.show('SIWXSignMessage')
    await modal.mount()
    await modal.wait(10)
    expect(modal.shell.router.current.peek().view).toBe('Account')
  })

  test('offers Disconnect if the sign-in code did not load', async () => {
    modal.shell.signIn.load = () => Promise.reject(new BillfoldError('code_missing', 'gone'))
    modal.shell.account.value = connected
    modal.shell.show('SIWXSignMessage')
    await modal.mount()
    await modal.wait(10)
    await press('Disconnect Harbor')
    expect(modal.shell.ended).toEqual(['eip155'])
  })

  test('shows why the message cannot be created, and tries again on request', async () => {
    const error = toErrorRecord(new BillfoldError('worker_deadline', 'late'))
    await show({ status: 'signed-out', error })
    expect(signIn.prepare).not.toHaveBeenCalled()
    expect(text('[role=alert]')).toContain('The request took too long.')
    await press('Try again')
    expect(signIn.prepare).toHaveBeenCalledOnce()
  })
})

describe('[A94] [A73] the modal during a sign-in', () => {
  const dialog = () => find('dialog') as HTMLDialogElement
  const leaves: [string, () => void][] = [
    ['Esc', () => dialog().dispatchEvent(new Event('cancel', { cancelable: true }))],
    [
      'a click beside the dialog',
      () => {
        dialog().dispatchEvent(new Event('pointerdown', { bubbles: true }))
        dialog().click()
      },
    ],
    ['a press of Close', () => button('Close')!.click()],
    ['a close event of the browser', () => dialog().dispatchEvent(new Event('close'))],
  ]

  test.each(leaves)('stays open and shakes on %s while sign-in is required', async (_, leave) => {
    await show({ status: 'ready', request: toRequest('Hello') })
    await act(async () => leave())
    expect(modal.shell.open.peek()).toBe(true)
    expect(dialog().classList.contains('shaken')).toBe(true)
    await modal.wait(500)
    expect(dialog().classList.contains('shaken')).toBe(false)
  })

  test.each(leaves)('closes on %s if sign-in is not required', async (_, leave) => {
    signIn.isHeld = () => false
    await show({ status: 'ready', request: toRequest('Hello') })
    await act(async () => leave())
    expect(modal.shell.open.peek()).toBe(false)
  })
})
