// @vitest-environment happy-dom
/** Two versions of Billfold on one page, as micro-frontends bring them: two wallets, which leave each other alone. */
import { afterEach, expect, it, vi } from 'vitest'
import type { AccountState } from '../../src/wallets/account.ts'
import type { Options } from '../../src/shell/options.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { createPageSignal } from '../../src/base/page-signal.ts'

vi.mock('#ui', () => ({
  mountView(_: Shell, host: HTMLElement) {
    const container = document.createElement('div')
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    shadow.append(container)
    return { load: async () => {}, unmount: () => container.remove() }
  },
}))

const version = vi.hoisted(() => ({ version: '0.1.0' }))
vi.mock('../../src/base/version.ts', () => version)

const options = {
  projectId: 'project',
  networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
  adapters: [{ namespace: 'eip155', attach() {}, load: () => new Promise(() => {}) }],
  metadata: { name: 'Driftwood' },
} as unknown as Options

/** A copy of the package that knows nothing of the others. */
async function importCopy(of: string) {
  vi.resetModules()
  version.version = of
  const { createBillfold } = await import('../../src/shell/create-billfold.ts')
  const { defineButton } = await import('../../src/button/button-element.ts')
  const { createModal } = await import('../../src/shell/modal-host.ts')
  const { instances } = await import('../../src/shell/instances.ts')
  return { createBillfold, defineButton, createModal, getCurrent: () => instances.value.at(-1) }
}

const shell = { account: createPageSignal<AccountState>({ status: 'disconnected' }) } as unknown as Shell
const settled = () => new Promise((resolve) => setTimeout(resolve))
const hosts = () => [...document.querySelectorAll('billfold-modal')]

afterEach(() => document.body.replaceChildren())

it('two copies of Billfold on a page share the current instance: the newest Billfold that exists, whichever copy created it', async () => {
  const old = await importCopy('0.1.0')
  old.defineButton()
  const young = await importCopy('0.2.0')
  young.defineButton()
  const one = young.createBillfold(options)
  expect(old.getCurrent()).toBe(one)
  const other = old.createBillfold(options)
  expect(young.getCurrent()).toBe(other)
  // What goes leaves the buttons to the one that stays, in whatever order.
  other.destroy()
  expect(old.getCurrent()).toBe(one)
  one.destroy()
  expect(old.getCurrent()).toBeUndefined()
})

it('a Billfold with several owners stays the current instance until the last owner destroys it', async () => {
  const { createBillfold, getCurrent } = await importCopy('0.1.0')
  const owners = [createBillfold(options), createBillfold(options)]
  owners[0]!.destroy()
  expect(getCurrent()?.account).toBe(owners[1]!.account)
  owners[1]!.destroy()
  expect(getCurrent()).toBeUndefined()
})

it('each version of Billfold has its own modal element and removes only that element', async () => {
  const [old, young] = [await importCopy('0.1.0'), await importCopy('0.2.0')]
  const first = old.createModal(shell)
  const second = young.createModal(shell)
  await first.prepare()
  await second.prepare()
  const [one, other] = hosts()
  expect(hosts()).toEqual([one, other])
  first.stop()
  await settled()
  expect(hosts()).toEqual([other])
  second.stop()
  await settled()
  expect(hosts()).toEqual([])
})

it('a billfold-modal element of the page is reused, and stays when Billfold is destroyed', async () => {
  const { createModal } = await importCopy('0.1.0')
  const given = document.createElement('billfold-modal')
  document.body.append(given)
  for (let time = 0; time < 2; time++) {
    const modal = createModal(shell)
    await modal.prepare()
    expect(hosts()).toEqual([given])
    expect(given.shadowRoot?.childElementCount).toBe(1)
    modal.stop()
    await settled()
    expect(hosts()).toEqual([given])
  }
})
