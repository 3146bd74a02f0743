// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { View } from '../../../src/shell/view.ts'
import { connected, createFakeShell, type FakeShell } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

vi.mock('../../../ui/account/account-view.tsx', () => ({
  view: { title: () => 'Account', View: () => <p>The account</p> },
}))
let shell: FakeShell
let host: HTMLElement
let view: View
/** As a page does: without the views of the account, unless they are handed over. */
async function mount(withViews = false): Promise<void> {
  const { mountView } = await import('../../../ui/modal/mount.tsx')
  const views = withViews ? await import('../../../ui/account/account-view.tsx') : undefined
  act(() => void (view = mountView(shell, host, views)))
}
const text = () => host.shadowRoot!.querySelector('.view')?.textContent /** What is being fetched is there. */
const fetched = () => new Promise<void>((resolve) => setTimeout(resolve, 50))

beforeEach(() => {
  vi.resetModules()
  shell = createFakeShell()
  host = document.createElement('billfold-modal')
  document.body.append(host)
  shell.account.value = connected
})
afterEach(async () => {
  await act(() => view.unmount())
  document.body.replaceChildren()
})

test('the Account view is drawn at once if its code was loaded together with the modal', async () => {
  shell.show('Account')
  await mount(true)
  expect(text()).toBe('The account')
})

test('the Account view is drawn after its code has loaded if the code was not loaded with the modal', async () => {
  shell.show('Account')
  await mount()
  expect(text()).toBe('')
  await act(fetched)
  expect(text()).toBe('The account')
})

test('the code of the Account view is loaded while the user connects a wallet', async () => {
  shell.account.value = { status: 'disconnected' }
  shell.show('ConnectingExternal', { connector: shell.connectors.peek()[0]! })
  await mount()
  await act(() => import('../../../ui/connect/connecting-external-view.tsx'))
  await act(fetched)
  act(() => {
    shell.account.value = connected
    shell.router.reset('Account')
  })
  expect(text()).toBe('The account')
})
