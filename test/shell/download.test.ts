// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'

const ui = vi.hoisted(() => {
  let arrive = () => {}
  return { mounts: 0, asked: false, arrived: new Promise<void>((resolve) => (arrive = resolve)), arrive }
})
vi.mock('#ui', async () => {
  ui.asked = true
  await ui.arrived
  return { mountView: () => ({ load: async () => {}, unmount() {} }) }
})

const gone = vi.hoisted(() => () => {
  throw new Error('Failed to fetch dynamically imported module')
})
vi.mock('../../src/shell/headless.ts', gone)
vi.mock('../../src/wallets/wallet-calls.ts', gone)
vi.mock('../../src/worker-link/link.ts', gone)

const options: Options = {
  projectId: 'project',
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
  // An idle page would ask for the modal's code before it is opened.
  prefetch: 'none',
}

beforeEach(() => localStorage.clear())

describe('destroy() while the modal’s code is loading', () => {
  it('[G24] [G32] shows no modal, and rejects the pending open() with the error code “stopped”', async () => {
    const billfold = createBillfold(options)
    const opening = billfold.open()
    opening.catch(() => {})
    await vi.waitFor(() => expect(ui.asked).toBe(true), { timeout: 30_000 })
    expect(billfold.isOpen.peek()).toBe(true)
    billfold.destroy()
    ui.arrive()
    const afterwards = await billfold.open().catch((error: unknown) => error)
    expect(afterwards).toMatchObject({ code: 'stopped' })
    await expect(opening).rejects.toEqual(afterwards)
    expect(billfold.isOpen.peek()).toBe(false)
    expect(document.querySelector('billfold-modal')).toBeNull()
  })
})

describe('code that cannot be loaded', () => {
  it.each([
    ['headless', (billfold: Billfold) => billfold.headless()],
    ['wallet', (billfold: Billfold) => billfold.wallet()],
    ['loadMore', (billfold: Billfold) => billfold.loadMore({ account: 'eip155:1:0xab' })],
  ])('makes %s() reject with the error code_missing', async (_, ask) => {
    const billfold = createBillfold(options)
    await expect(ask(billfold)).rejects.toMatchObject({
      code: 'code_missing',
      message: expect.stringContaining('could not be loaded. Reload the page'),
      cause: expect.any(Error),
    })
    billfold.destroy()
  })
})
