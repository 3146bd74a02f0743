// @vitest-environment happy-dom
/** What a page reads of the networks on which the sign-in site has smart accounts: the real shell and a site in this page. */
import { afterEach, expect, test, vi } from 'vitest'
import { mainnet, optimism } from 'viem/chains'
import { authFrame } from '../../../src/auth.ts'
import { evm } from '../../../src/evm.ts'
import { createBillfold } from '../../../src/shell/create-billfold.ts'
import type { Shell } from '../../../src/shell/shell.ts'
import { SITE, useFakeSite } from './fake-site.ts'

const drawn = vi.hoisted(() => ({ shell: undefined as Shell | undefined }))
vi.mock('#ui', () => ({
  mountView(shell: Shell) {
    drawn.shell = shell
    return { load: async () => {}, unmount() {} }
  },
}))
vi.mock('../../../src/worker-link/start/start-worker.ts', () => ({
  startWorker: () => Promise.reject(new Error('not here')),
}))

const site = useFakeSite()
const ALICE = `0x${'a1'.repeat(20)}`
let stop = () => {}
afterEach(() => stop())

test('[S7] smartAccountEnabledNetworks lists networks while an email account is connected, and is empty otherwise', async () => {
  vi.useRealTimers()
  localStorage.setItem('billfold/login', JSON.stringify({ by: 'email', address: ALICE, chainId: 1 }))
  Object.assign(site().answers, {
    IS_CONNECTED: () => ({ isConnected: true }),
    GET_USER: () => ({ address: ALICE, chainId: 1 }),
    SIGN_OUT: () => undefined,
  })
  const billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, optimism],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
    auth: authFrame({ url: `${SITE}/sdk` }),
    prefetch: 'none',
  })
  stop = () => billfold.destroy()
  await billfold.open()
  const { chain } = await billfold.headless()
  const { network } = chain('eip155')
  const seen: (readonly string[])[] = []
  network.subscribe(({ smartAccountEnabledNetworks: now }) => {
    if (String(now) !== String(seen.at(-1))) seen.push(now)
  })

  const { connectors, connect } = drawn.shell!
  const connected = connect(connectors.peek().find(({ type }) => type === 'AUTH')!)
  await vi.waitFor(() => expect(site().iframe()).toBeDefined(), { timeout: 10_000 })
  site().ready()
  await connected
  expect(network.peek().smartAccountEnabledNetworks).toEqual([])
  // The page has no Base.
  site().succeed('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [10, 8453] })
  await vi.waitFor(() => expect(network.peek().smartAccountEnabledNetworks).toEqual(['eip155:10']))
  await billfold.disconnect()
  expect(network.peek().smartAccountEnabledNetworks).toEqual([])
  expect(seen.map(String)).toEqual(['', 'eip155:10', ''])
})
