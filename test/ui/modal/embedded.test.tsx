// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../eventually.ts'
import type { View } from '../../../src/shell/view.ts'
import * as accountViews from '../../../ui/account/account-view.tsx'
import { mountView } from '../../../ui/modal/embedded.tsx'
import { connected, createFakeShell, type FakeShell, mara } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let shell: FakeShell
let host: HTMLElement
let view: View

beforeEach(async () => {
  shell = createFakeShell()
  shell.set('identity', { data: mara })
  host = place()
  await act(async () => void (view = mountView(shell, host, accountViews)))
})
afterEach(async () => {
  await act(() => view.unmount())
  document.body.replaceChildren()
})

/** The page's own place for it. */
function place(): HTMLElement {
  const element = document.createElement('billfold-modal')
  document.body.append(element)
  return element
}

const open = () => act(async () => void (shell.open.value = true))
const shown = (at = host) => at.shadowRoot?.querySelector<HTMLElement>('.card')?.dataset['view']
const close = () =>
  act(async () => host.shadowRoot!.querySelector<HTMLElement>('[aria-label="Close"]')!.click())

test('[A31] the embedded modal is drawn in the page after open(), without a dialog', async () => {
  expect(shown()).toBeUndefined()
  await open()
  expect(shown()).toBe('Connect')
  expect(host.shadowRoot!.querySelector('dialog')).toBeNull()
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
})

test('[A31] closing the embedded modal shows Connect if no account is connected', async () => {
  await open()
  await act(async () => shell.router.push('WhatIsAWallet'))
  expect(shown()).toBe('WhatIsAWallet')
  const seen: boolean[] = []
  const stop = shell.open.subscribe((isOpen) => void seen.push(isOpen))
  await close()
  expect(shown()).toBe('Connect')
  // Who waits for a connection hears that it was closed.
  expect(seen).toEqual([true, false, true])
  stop()
})

test('[A31] closing the embedded modal shows Account if an account is connected', async () => {
  shell.account.value = connected
  await open()
  await act(async () => shell.router.push('AccountSettings'))
  await act(async () => shell.router.push('Wallets'))
  await act(() => eventually(() => expect(shown()).toBe('Wallets')))
  await close()
  expect(shown()).toBe('Account')
  expect(shell.router.history.peek()).toHaveLength(1)
  expect(shell.open.peek()).toBe(true)
})

test('[A31] the embedded modal moves to a new billfold-modal element when the page removes the old one', async () => {
  await open()
  host.remove()
  const next = place()
  await act(() => eventually(() => expect(shown(next)).toBe('Connect')))
  expect(shown()).toBeUndefined()
})

test('[A31] the embedded modal does not reappear after destroy()', async () => {
  await open()
  await act(async () => {
    shell.open.value = false
    view.unmount()
  })
  expect(shell.open.peek()).toBe(false)
  expect(shown()).toBeUndefined()
})
