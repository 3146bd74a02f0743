/** The connector where there is no window, as in a server component's module. */
import { createConfig, getConnection } from '@wagmi/core'
import { http } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../src/evm.ts'
import { createBillfold } from '../src/index.ts'
import { billfoldConnector } from '../src/wagmi.ts'

test('[G21] on a server, the wagmi connector reports at once that no wallet is connected', async () => {
  const billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
  })
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    connectors: [billfoldConnector(billfold)],
    ssr: true,
  })
  expect(await config.connectors[0]!.isAuthorized()).toBe(false)
  expect(await config.connectors[0]!.getChainId()).toBe(1)
  expect(getConnection(config).status).toBe('disconnected')
})
