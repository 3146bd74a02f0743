// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Adapter } from '../../src/connections/adapter.ts'
import type { Connector } from '../../src/connections/connector.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { eventually } from '../eventually.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'

const mounted = vi.hoisted(() => ({ shell: undefined as unknown }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shell = shell
    return { unmount() {} }
  },
}))
vi.mock('../../src/worker-link/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

let wallet: FakeWallet
let billfold: Billfold
let asked: Promise<unknown>

beforeEach(() => {
  localStorage.clear()
  wallet = createFakeWallet()
  const adapter = evm()
  const withWallet: Adapter = {
    ...adapter,
    load: async (context) => ({
      ...(await adapter.load(context)),
      findConnectors() {},
      watchConnectors(listener: (connectors: readonly Connector[]) => void) {
        listener([toConnector(wallet)])
        return () => {}
      },
    }),
  }
  billfold = createBillfold({
    projectId: 'project',
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    adapters: [withWallet],
    metadata: { name: 'Driftwood' },
  })
})
afterEach(() => billfold.destroy())

const ask = () => {
  asked = billfold.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })
  asked.catch(() => {})
  return eventually(() => expect(billfold.isOpen.peek()).toBe(true))
}
const shell = () => mounted.shell as Shell
const choose = () => shell().connect(shell().connectors.peek()[0]!)

describe('[G23] a page that asks for accounts', () => {
  it('opens the modal and gets them when somebody connects', async () => {
    await ask()
    expect(shell().router.current.peek().view).toBe('Connect')
    await choose()
    await expect(asked).resolves.toEqual(wallet.accounts)
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('gets 4001 when the modal is closed and nobody was connected', async () => {
    await ask()
    billfold.close()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('still waits for who closes the modal while the wallet asks, and approves there', async () => {
    wallet.person = 'waits'
    await ask()
    void choose()
    billfold.close()
    wallet.approveNow()
    await expect(asked).resolves.toEqual(wallet.accounts)
  })

  it('gets 4001 when the wallet is declined after the modal was closed', async () => {
    wallet.person = 'declines'
    await ask()
    const attempt = choose()
    billfold.close()
    await attempt
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('may ask again in the modal after a no', async () => {
    wallet.person = 'declines'
    await ask()
    await choose()
    wallet.person = 'approves'
    await choose()
    await expect(asked).resolves.toEqual(wallet.accounts)
  })

  it('gets them at once when somebody is connected', async () => {
    await ask()
    await choose()
    await asked
    await expect(billfold.getProvider('eip155')!.request({ method: 'eth_requestAccounts' })).resolves.toEqual(
      wallet.accounts,
    )
    expect(billfold.isOpen.peek()).toBe(false)
  })

  it('gets 4001 when Billfold is destroyed meanwhile', async () => {
    await ask()
    billfold.destroy()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })
})
