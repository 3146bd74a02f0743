// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { View } from '../../../src/shell/view.ts'
import { mountView } from '../../../ui/modal/mount.tsx'
import { connected, createFakeShell } from '../fake-shell.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The code of the one view: it comes, or does not, when the test says so. */
const code = vi.hoisted(() => ({ answer: (_isThere: boolean) => {} }))
vi.mock('../../../ui/modal/views.ts', async () => {
  const { signal } = await import('@preact/signals-core')
  const loaded = signal<object | undefined>(undefined)
  return {
    getView: () => loaded.value,
    loadViews: async () => {},
    async loadView() {
      const isThere = await new Promise<boolean>((resolve) => (code.answer = resolve))
      if (!isThere) throw new TypeError('no such chunk')
      loaded.value = { title: () => 'Settings', View: () => <p>The settings</p> }
    },
  }
})

let host: HTMLElement
let view: View
beforeEach(() => {
  const shell = createFakeShell()
  shell.account.value = connected
  shell.show('AccountSettings')
  host = document.createElement('billfold-modal')
  document.body.append(host)
  act(() => void (view = mountView(shell, host)))
})
afterEach(async () => {
  await act(() => view.unmount())
  document.body.replaceChildren()
})

const find = (selector: string) => host.shadowRoot!.querySelector<HTMLElement>(selector)
const isLoading = () => find('.view [role="status"]')?.getAttribute('aria-label') === 'Loading'
const answer = (isThere: boolean) => act(async () => code.answer(isThere))

describe('a view whose code is loaded on demand', () => {
  test('shows an error if its code fails to load, and opens after a successful retry', async () => {
    expect(isLoading()).toBe(true)
    expect(find('h2')!.textContent).toBe('Loading')
    await answer(false)
    expect(find('[role="alert"]')!.textContent).toContain('This part didn’t load')
    expect(find('h2')!.textContent).toBe('Not shown')
    act(() => find('.view button')!.click())
    expect(isLoading()).toBe(true)
    await answer(true)
    expect(find('.view')!.textContent).toBe('The settings')
    expect(find('h2')!.textContent).toBe('Settings')
  })
})
