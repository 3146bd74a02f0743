// @vitest-environment happy-dom
/** The view where a name is chosen, over the worker's own code and an API that remembers names. */
import type { Signal } from '@preact/signals-core'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountState, ConnectedAccount } from '../../../src/wallets/account.ts'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import type { CommandInput } from '../../../src/core/contract/protocol.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { createHttp } from '../../../worker/http/http.ts'
import { prepareName, registerName } from '../../../worker/names/profile/register.ts'
import { fetchNameSuggestions } from '../../../worker/names/profile/suggestions.ts'
import { systemClock } from '../../../worker/base/system-clock.ts'
import { config } from '../../worker/create-tab.ts'
import { json } from '../../worker/fake-api.ts'
import { recordOf } from '../../worker/names/profile/create-context.ts'
import { address, connected } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import { readSnack } from '../read-snack.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal

const ELSEWHERE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other: ConnectedAccount = {
  ...connected,
  caipAddress: `eip155:31337:${ELSEWHERE.toLowerCase()}`,
  address: ELSEWHERE,
}

/** What the API knows, and how it answers. */
let api: {
  names: Map<string, string>
  suggest(label: string): Response
  /** Undefined: it registers the name. */
  refuse(): Response | undefined
  isDown: boolean
  posts: number
}
/** What the wallet is asked to sign; absent once it has answered. */
let asked: { message: string; approve(): Promise<void>; decline(): Promise<void> } | undefined

beforeAll(() => loadViews(['RegisterAccountName', 'RegisterAccountNameSuccess']))
beforeEach(() => {
  asked = undefined
  api = {
    names: new Map([['joon.reown.id', ELSEWHERE]]),
    suggest: (label) =>
      json({
        suggestions: [label, `the${label}`].map((one) => ({
          name: `${one}.reown.id`,
          registered: api.names.has(`${one}.reown.id`),
        })),
      }),
    refuse: () => undefined,
    isDown: false,
    posts: 0,
  }
})

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (api.isDown) throw new TypeError('Failed to fetch')
  const { pathname } = new URL(String(input))
  const last = pathname.split('/').at(-1)!
  if (pathname.includes('/suggestions/')) return api.suggest(last)
  if (init?.method !== 'POST') {
    const owner = api.names.get(last)
    return json(owner ? recordOf(last, owner) : [])
  }
  api.posts += 1
  const refusal = api.refuse()
  if (refusal) return refusal
  const { message, address: owner } = JSON.parse(init.body as string) as Record<string, string>
  const { name } = JSON.parse(message!) as { name: string }
  api.names.set(name, owner!)
  return json(recordOf(name, owner!))
}

async function openForm(isServed = true): Promise<void> {
  const { shell } = modal
  const http = createHttp({ config, clock: systemClock, fetch: answer, random: () => 0.5 })
  const { signal } = new AbortController()
  const context = { http, clock: systemClock, signal, isSupported: async () => isServed }
  const commands = {
    nameSuggestions: (input: unknown) =>
      fetchNameSuggestions(input as CommandInput<'nameSuggestions'>, context),
    prepareName: (input: unknown) => prepareName(input as CommandInput<'prepareName'>, context),
    registerName: (input: unknown) => registerName(input as CommandInput<'registerName'>, context),
  }
  shell.answer = async (command, input) =>
    Object.hasOwn(commands, command) ? commands[command as keyof typeof commands](input) : undefined
  shell.wallet = async () => ({ signMessage: askWallet }) as never
  shell.account.value = connected
  shell.show('Account')
  shell.router.push('RegisterAccountName')
  await modal.mount()
  await wait(10)
}

function askWallet({ message }: { message: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = async (how: () => void) => {
      asked = undefined
      await act(async () => how())
      await wait(100)
    }
    asked = {
      message,
      approve: () => settle(() => resolve('0x51')),
      decline: () => settle(() => reject(new BillfoldError('wallet_declined', 'no'))),
    }
  })
}

const field = () => find('input') as HTMLInputElement

async function type(label: string): Promise<void> {
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), label)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await wait(500)
}

/** Up to where the wallet asks. */
async function sign(words = 'Sign and register'): Promise<void> {
  await press(words)
  await wait(100)
  expect(asked).toBeDefined()
}

const suggestions = () =>
  [...modal.root.querySelectorAll<HTMLButtonElement>('.suggestion')].map((each) => each.textContent)
const alert = () => text('[role=alert]')
const isWrens = () => text('.won h3') === 'wren.reown.id is yours'

test('[A76] Enter asks for the signature that registers a name, but not while an input method composes text', async () => {
  await openForm()
  await type('wren')
  for (const [how, isAsked] of [
    [{ isComposing: true }, false],
    [{ keyCode: 229 }, false],
    [{ keyCode: 13 }, true],
  ] as const) {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
    for (const [name, value] of Object.entries(how)) Object.defineProperty(event, name, { value })
    await act(async () => void field().dispatchEvent(event))
    await wait(100)
    expect(asked !== undefined, JSON.stringify(how)).toBe(isAsked)
  }
})

describe('A failed name registration', () => {
  test('[A76] keeps the name in the field after the user has declined, and can be signed on a second attempt', async () => {
    await openForm()
    await type('wren')
    await sign()
    await asked!.decline()
    expect(alert()).toBe('wren.reown.id wasn’t registeredYou declined in Harbor.')
    expect(field().value).toBe('wren')
    expect(api.posts).toBe(0)
    await sign('Sign again')
    await asked!.approve()
    expect(isWrens()).toBe(true)
    expect(api.names.get('wren.reown.id')).toBe(address)
  })

  test.each([
    [
      '[A75] [A172] shows the API’s reason',
      () => json({ reasons: [{ description: 'No names are given out today' }] }, { status: 400 }),
      'No names are given out today',
    ],
    [
      '[A171] shows a default reason if the API gives none',
      () => new Response('', { status: 500 }),
      'Error registering name wren.reown.id',
    ],
  ])('%s, and the user can change the name', async (_, refuse, words) => {
    await openForm()
    api.refuse = refuse
    await type('wren')
    await sign()
    await asked!.approve()
    expect(alert()).toBe(`wren.reown.id wasn’t registered${words}`)
    expect(field().value).toBe('wren')
    await type('tern')
    expect(alert()).toBe('')
    expect(button('Sign and register')!.disabled).toBe(false)
  })

  test('[A145] says that signing took longer than 10 s, and can be signed again with one click', async () => {
    await openForm()
    await type('wren')
    await sign()
    const first = asked!.message
    await wait(12_000)
    await asked!.approve()
    expect(alert()).toContain('Signing took longer than 10 seconds')
    expect(api.posts).toBe(0)
    await sign('Sign again')
    expect(asked!.message).not.toBe(first)
    expect(text('pre')).toBe(asked!.message)
    await asked!.approve()
    expect(isWrens()).toBe(true)
  })

  test('[A145] mentions the device’s clock if the server calls the signature too old, and can be signed again', async () => {
    await openForm()
    api.refuse = () => json({ reasons: [{ description: 'Timestamp is too old' }] }, { status: 400 })
    await type('wren')
    await sign()
    await asked!.approve()
    expect(alert()).toContain('check your device’s clock')
    api.refuse = () => undefined
    await sign('Sign again')
    await asked!.approve()
    expect(isWrens()).toBe(true)
  })

  test('[F14] says that the account changed while the wallet was being asked, and registers nothing', async () => {
    await openForm()
    await type('wren')
    await sign()
    await act(() => ((modal.shell.account as Signal<AccountState>).value = other))
    await asked!.approve()
    expect(alert()).toContain('The account or network changed. Nothing was registered.')
    expect(api.posts).toBe(0)
  })
})

test('[F7] a name registration with an unknown outcome can be checked again, and signed again once it has failed for certain', async () => {
  await openForm()
  await type('wren')
  await sign()
  api.isDown = true
  await asked!.approve()
  await wait(20_000)
  expect(alert()).toContain('We don’t know if wren.reown.id was registered')
  await press('Check again')
  await wait(20_000)
  expect(alert()).toContain('We don’t know if wren.reown.id was registered')
  api.isDown = false
  await press('Check again')
  await wait(100)
  expect(alert()).toBe('wren.reown.id wasn’t registeredNothing was registered. You can sign again.')
  expect(button('Sign again')!.disabled).toBe(false)
})

describe('A name that another account owns', () => {
  test('cannot be registered, and the user can choose a suggested free name instead', async () => {
    await openForm()
    await type('joon')
    expect(suggestions()).toEqual(['joon.reown.idRegistered', 'thejoon.reown.idAvailable'])
    expect(button('Choose another name')!.disabled).toBe(true)
    await press('thejoon.reown.idAvailable')
    expect(field().value).toBe('thejoon')
  })

  test('is reported as taken before the wallet is asked, even if the suggestions do not contain the name', async () => {
    await openForm()
    api.suggest = () => json({ suggestions: [] })
    await type('joon')
    await press('Sign and register')
    await wait(100)
    expect(alert()).toBe('joon.reown.id wasn’t registeredSomeone else has this name.')
    expect(asked).toBeUndefined()
  })
})

describe('A free name', () => {
  test('can be registered even if the suggestions do not contain the name', async () => {
    await openForm()
    api.suggest = () => json({ suggestions: [] })
    await type('wren')
    expect(text('.suggested')).toContain('We don’t know yet if this name is available.')
    await sign()
    await asked!.approve()
    expect(isWrens()).toBe(true)
  })

  test('[A45] can be registered even if its suggestion lacks the field that says whether it is registered', async () => {
    await openForm()
    api.suggest = (label) => json({ suggestions: [{ name: `the${label}.reown.id` }] })
    await type('wren')
    expect(suggestions()).toEqual(['thewren.reown.id'])
    await press('thewren.reown.id')
    await wait(500)
    expect(field().value).toBe('thewren')
    await sign()
    await asked!.approve()
    expect(text('.won h3')).toBe('thewren.reown.id is yours')
  })

  test('[A169] can be registered if the suggestions cannot be loaded', async () => {
    await openForm()
    api.suggest = () => json({}, { status: 404 })
    await type('wren')
    expect(text()).toContain('Error fetching name suggestions')
    await sign()
    await asked!.approve()
    expect(isWrens()).toBe(true)
  })
})

test('[A158] name registration says that the account’s network does not support names', async () => {
  await openForm(false)
  await type('wren')
  expect(text('.suggested [role=alert]')).toContain('Names aren’t available on Ethereum.')
})

describe('A pending name registration', () => {
  test.each(['Cancel', 'Back'])(
    'is cancelled by %s, and registers nothing if the wallet signs afterwards',
    async (way) => {
      await openForm()
      await type('wren')
      await sign()
      await press(way)
      await asked!.approve()
      expect(api.posts).toBe(0)
      await act(() => modal.shell.show('RegisterAccountName'))
      await wait(10)
      await type('tern')
      expect(button('Sign and register')!.disabled).toBe(false)
    },
  )

  test('continues after the user closes the modal, and a message says which name was registered', async () => {
    await openForm()
    await type('wren')
    await sign()
    await press('Close')
    expect(modal.shell.open.peek()).toBe(false)
    await asked!.approve()
    expect(api.names.get('wren.reown.id')).toBe(address)
    expect(readSnack(modal.shell)?.title).toBe('wren.reown.id is yours')
  })
})

test('[A75] the message about a failed name registration says why it failed', () => {
  const detail = toErrorRecord(new BillfoldError('name_stale', 'too late'))
  modal.shell.snacks.show({
    variant: 'error',
    message: { code: 'name_failed', name: 'mara.reown.id' },
    detail,
  })
  expect(readSnack(modal.shell)).toEqual({
    title: 'mara.reown.id wasn’t registered',
    detail: expect.stringMatching(/^Signing took longer than 10 seconds/),
  })
})
