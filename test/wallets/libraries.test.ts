// @vitest-environment happy-dom
/** wagmi, ethers and viem over one provider: after each step all of them say what Billfold says. */
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { people } from '../../sandbox/people/accounts.ts'
import { createApproval } from '../../sandbox/people/wallets/approval.ts'
import { announceMetaMask, createMetaMask } from '../../sandbox/people/wallets/metamask.ts'
import type { Permissions } from '../../sandbox/people/wallets/permissions.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { eventually } from '../eventually.ts'
import { announceWallet, createFakeWallet, type FakeWallet } from '../fake-wallet.ts'
import { createLibraries, type Libraries } from '../libraries.ts'

const mounted = vi.hoisted(() => ({ shell: undefined as unknown }))
vi.mock('#ui', () => ({
  mountView(shell: unknown) {
    mounted.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

const FIRST = people.mara.account.address
const SECOND = people.wren.account.address
const META_MASK = people.theo.account.address

let harbor: FakeWallet
let metaMask: Permissions
let billfold: Billfold<'eip155'>
let stopAnnouncing: () => void

// An extension lives as long as the page does.
beforeAll(() => {
  const approval = createApproval(() => {})
  approval.autoApprove = true
  const wallet = createMetaMask({
    nodes: [{ chainId: 1, rpcUrl: 'http://127.0.0.1:1' }],
    site: 'driftwood.example',
    approval,
    storage: localStorage,
    fetch: () => Promise.reject(new Error('no node')),
  })
  announceMetaMask(wallet.provider)
  metaMask = wallet.permissions
})
beforeEach(() => {
  localStorage.clear()
  metaMask.revoke()
  harbor = createFakeWallet({ accounts: [FIRST, SECOND], caipNetworkId: '0x1' })
  stopAnnouncing = announceWallet(harbor)
  billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, optimism],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
  })
})
afterEach(() => {
  billfold.destroy()
  stopAnnouncing()
})

/** A person opens the modal and chooses; whoever opened it may have asked for accounts. */
async function choose(name: string): Promise<void> {
  await billfold.open({ view: 'Connect' })
  const shell = mounted.shell as Shell
  await shell.connect(shell.connectors.peek().find((connector) => connector.name === name)!)
}

async function expectAll(
  libraries: Libraries,
  addresses: readonly string[],
  chainId: number | false,
): Promise<void> {
  const all = [addresses.map((address) => address.toLowerCase()), chainId]
  await eventually(async () =>
    expect(await libraries.ask()).toEqual({ billfold: all, wagmi: all, ethers: all, viem: all }),
  )
}

test('[G23] wagmi, ethers and viem follow each change of wallet, account, network and lock, and each disconnect', async () => {
  const libraries = createLibraries(billfold)
  await expectAll(libraries, [], false)

  // A page connects as it does with any wallet: by asking for accounts. A person answers in the modal.
  const connecting = libraries.connect()
  await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
  await choose('Harbor')
  await connecting
  await expectAll(libraries, [FIRST, SECOND], 1)

  await choose('MetaMask (sandbox)')
  await expectAll(libraries, [META_MASK], 1)

  await choose('Harbor')
  await expectAll(libraries, [FIRST, SECOND], 1)

  harbor.accounts = [SECOND, FIRST]
  harbor.emit('accountsChanged')
  await expectAll(libraries, [SECOND, FIRST], 1)

  harbor.caipNetworkId = '0xa'
  harbor.emit('chainChanged')
  await expectAll(libraries, [SECOND, FIRST], 10)

  // Locked: it shares nothing any more. Unlocked: it says so by itself.
  harbor.accounts = []
  harbor.emit('accountsChanged')
  await expectAll(libraries, [], false)
  harbor.accounts = [SECOND, FIRST]
  harbor.emit('accountsChanged')
  await expectAll(libraries, [SECOND, FIRST], 10)

  await billfold.disconnect()
  await expectAll(libraries, [], false)
  await choose('MetaMask (sandbox)')
  await expectAll(libraries, [META_MASK], 1)
})

test('[G23] wagmi, ethers and viem are disconnected if the permission is revoked in the wallet or by wagmi', async () => {
  const libraries = createLibraries(billfold)
  await choose('MetaMask (sandbox)')
  // wagmi hears of it as everybody does: nobody asks it to connect.
  await expectAll(libraries, [META_MASK], 1)
  metaMask.revoke()
  await expectAll(libraries, [], false)
  metaMask.grant()
  await expectAll(libraries, [META_MASK], 1)
  await libraries.disconnect()
  await expectAll(libraries, [], false)
})

test('[G23] closing the modal rejects the connection request of wagmi, ethers or viem with 4001', async () => {
  const libraries = createLibraries(billfold)
  const connecting = libraries.connect()
  const declined = expect(connecting).rejects.toMatchObject({ code: 4001 })
  await eventually(() => expect(billfold.isOpen.peek()).toBe(true))
  billfold.close()
  await declined
})

test('[G23] wagmi, ethers and viem find a wallet that was connected before they were started', async () => {
  await choose('Harbor')
  const libraries = createLibraries(billfold)
  await libraries.connect()
  await expectAll(libraries, [FIRST, SECOND], 1)
})
