// @vitest-environment happy-dom
/** The view that shows the sign-in site's frame, and the ways out of it. */
import { signal } from '@preact/signals-core'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApprovals } from '../../../src/shell/approvals.ts'
import type { MountView, View } from '../../../src/shell/view.ts'
import type { Outcome } from '../../../src/base/transaction.ts'
import * as embedded from '../../../ui/modal/embedded.tsx'
import { mountView } from '../../../ui/modal/mount.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, createFakeShell, type FakeShell } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let shell: FakeShell
let host: HTMLElement
let view: View
/** The sign-in site's, of which the modal knows the slot alone. */
let frame: HTMLElement
const onLeave = vi.fn()

beforeAll(() => loadViews(['ApproveTransaction', 'AccountSettings', 'SIWXSignMessage']))
beforeEach(() => {
  onLeave.mockReset()
  shell = createFakeShell()
  shell.account.value = connected
  host = document.createElement('billfold-modal')
  frame = document.createElement('billfold-auth')
  frame.slot = 'sign-in-site'
  frame.tabIndex = 0
  host.append(frame)
  document.body.append(host)
})
afterEach(async () => {
  await act(() => view.unmount())
  document.body.replaceChildren()
})

const find = (selector: string) => host.shadowRoot!.querySelector<HTMLElement>(selector)
const shown = () => find('.card')?.dataset['view']
const press = (label: string) => act(async () => find(`[aria-label="${label}"]`)!.click())
const pressEscape = () =>
  act(async () => find('dialog')!.dispatchEvent(new Event('cancel', { cancelable: true })))
const pressBeside = () =>
  act(async () => {
    find('dialog')!.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    find('dialog')!.click()
  })
const hold = (isHeld: boolean) => {
  shell.signIn = {
    ...shell.signIn,
    current: { isHeld: () => isHeld, isRequired: () => isHeld, state: signal({ status: 'nobody' }) } as never,
  }
}

/** @param below the view that the approval comes in; without one the modal is closed */
async function ask(below?: 'AccountSettings', method = 'personal_sign', mount: MountView = mountView) {
  await act(async () => void (view = mount(shell, host)))
  if (below)
    await act(async () => {
      shell.show('Account')
      shell.router.push(below)
    })
  const { place } = createApprovals({
    ...shell,
    isOpen: shell.open,
    getModal: () => ({ getHost: () => host, show: async () => {} }),
  })
  let end: (outcome: Outcome) => void
  await act(async () => {
    end = await place.show({ method, host: 'secure.example' }, onLeave)
  })
  return (outcome: Outcome) => act(async () => end(outcome))
}

describe('[A8] [S1] the approval view', () => {
  test.each([
    ['personal_sign', 'Sign a message'],
    ['eth_signTypedData_v4', 'Sign data'],
    ['eth_sendTransaction', 'Approve a transaction'],
    ['wallet_sendCalls', 'Approve transactions'],
    ['wallet_somethingNew', 'Approve a request'],
  ])('for a request of %s, has the title "%s" and names the sign-in site', async (method, title) => {
    await ask(undefined, method)
    expect(find('h2')!.textContent).toBe(title)
    expect(find('.site')!.textContent).toBe('secure.example')
    expect(find('dialog')!.getAttribute('aria-labelledby')).toBe(find('h2')!.id)
  })

  test('contains a slot for the sign-in site’s frame, which gets the focus', async () => {
    const focus = vi.spyOn(frame, 'focus')
    const end = await ask()
    expect(find('slot')!.getAttribute('name')).toBe('sign-in-site')
    expect(frame.parentNode).toBe(host)
    expect(focus).toHaveBeenCalled()
    await end('success')
    expect(shell.open.peek()).toBe(false)
    expect(find('slot')).toBeNull()
    expect(frame.parentNode).toBe(host)
  })

  test('is replaced by the previous view after the approval, and the frame loses the focus', async () => {
    const end = await ask('AccountSettings')
    expect(shown()).toBe('ApproveTransaction')
    await end('success')
    expect(shown()).toBe('AccountSettings')
    expect(document.activeElement).not.toBe(frame)
  })

  test.each([
    ['Back', () => press('Back')],
    ['Esc', pressEscape],
  ])('is closed by %s, which declines the request and shows the previous view', async (_, leave) => {
    await ask('AccountSettings')
    await leave()
    expect(onLeave).toHaveBeenCalled()
    expect(shell.open.peek()).toBe(true)
    expect(shown()).toBe('AccountSettings')
  })

  test('is closed by Esc, which declines the request and closes a modal that was opened for the approval', async () => {
    await ask()
    expect(find('[aria-label="Back"]')).toBeNull()
    await pressEscape()
    expect(onLeave).toHaveBeenCalled()
    expect(shell.open.peek()).toBe(false)
  })

  test('is closed by ×, which declines the request, but not by a click beside the card', async () => {
    await ask('AccountSettings')
    await pressBeside()
    expect([onLeave.mock.calls.length, shown()]).toEqual([0, 'ApproveTransaction'])
    expect(find('.shaken')).not.toBeNull()
    await press('Close')
    expect(onLeave).toHaveBeenCalled()
    expect(shell.open.peek()).toBe(false)
  })

  test.each([
    ['×', () => press('Close')],
    ['Esc', pressEscape],
    ['a press beside the card', pressBeside],
  ])('is not closed by %s while a required sign-in is not done', async (_, leave) => {
    const end = await ask('AccountSettings')
    hold(true)
    await leave()
    expect([shell.open.peek(), shown()]).toEqual([true, 'ApproveTransaction'])
    expect(onLeave).not.toHaveBeenCalled()
    expect(find('.shaken')).not.toBeNull()
    await press('Back')
    expect(onLeave).toHaveBeenCalled()
    expect(shown()).toBe('AccountSettings')
    await end('cancel')
    hold(false)
  })

  test('is closed by × while an optional sign-in is not done', async () => {
    await ask('AccountSettings')
    hold(false)
    await press('Close')
    expect(shell.open.peek()).toBe(false)
  })

  test('in an embedded modal, is closed by × except while a required sign-in is not done', async () => {
    const end = await ask('AccountSettings', 'personal_sign', embedded.mountView)
    hold(true)
    await press('Close')
    expect([onLeave.mock.calls.length, shown()]).toEqual([0, 'ApproveTransaction'])
    hold(false)
    await press('Close')
    expect(onLeave).toHaveBeenCalled()
    await end('cancel')
    expect(shown()).toBe('Account')
  })

  test('is replaced by the start view if there is nothing to approve', async () => {
    await act(async () => void (view = mountView(shell, host)))
    await act(async () => shell.show('ApproveTransaction'))
    expect(shell.router.current.peek().view).toBe('Account')
  })
})
