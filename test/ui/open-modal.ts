/** A modal on a fake shell, used as a person does; a new one for each test of a file. */
import { act } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { View } from '../../src/shell/view.ts'
import * as account from '../../ui/account/account-view.tsx'
import { mountView } from '../../ui/modal/mount.tsx'
import { connected, createFakeShell, type FakeShell, mara } from './fake-shell.ts'

export interface OpenModal {
  /** A new shell for each test. */
  readonly shell: FakeShell
  readonly root: ShadowRoot
  mount(): Promise<void>
  /** Opens the modal on the view Account. */
  openAccount(): Promise<void>
  find(selector: string): HTMLElement | undefined
  text(selector?: string): string
  /** Finds a button by its text or label. */
  button(label: string): HTMLButtonElement | undefined
  press(label: string): Promise<void>
  wait(ms: number): Promise<void>
}

export function useModal(): OpenModal {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  let shell: FakeShell
  let host: HTMLElement
  let view: View | undefined

  beforeEach(() => {
    vi.useFakeTimers()
    shell = createFakeShell()
    host = document.createElement('billfold-modal')
    document.body.append(host)
  })
  afterEach(async () => {
    await act(() => view?.unmount())
    view = undefined
    document.body.replaceChildren()
    vi.useRealTimers()
  })

  const modal: OpenModal = {
    get shell() {
      return shell
    },
    get root() {
      return host.shadowRoot!
    },
    mount: () => act(async () => void (view = mountView(shell, host, account))),
    async openAccount() {
      shell.account.value = connected
      shell.set('identity', { data: mara })
      shell.show('Account')
      await modal.mount()
      await modal.wait(10)
    },
    find: (selector) => modal.root.querySelector<HTMLElement>(selector) ?? undefined,
    text: (selector = '.card') => modal.find(selector)?.textContent ?? '',
    button: (label) =>
      [...modal.root.querySelectorAll('button')].find(
        (each) => each.textContent === label || each.getAttribute('aria-label') === label,
      ),
    press: (label) => act(async () => modal.button(label)!.click()),
    wait: (ms) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
  }
  return modal
}
