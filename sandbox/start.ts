/**
 * Starts the whole sandbox: chain with its past, the page's RPC proxy, provider API, control and demo page.
 *
 * @example
 * const sandbox = await startSandbox()
 * await sandbox.control.transfer({ token: 'DRIFT', to: sandbox.accounts.mara, amount: '12.5' })
 * await sandbox.stop()
 */
import type { Hex } from 'viem'
import { people } from './accounts.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { createChainIndex } from './chain-index.ts'
import { type Control, createControl, createControlHandler } from './control.ts'
import { createExplorer } from './explorer.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'
import { createPageServer } from './page-server.ts'
import { PAST_DAYS, type World, writePast } from './past.ts'
import { type ApiState, createProviderApi } from './provider-api.ts'
import { createRequestLog } from './request-log.ts'
import { createRpcProxy } from './rpc-proxy.ts'

export interface Sandbox {
  urls: { page: string; api: string; rpc: string; control: string }
  /** CAIP-2. */
  chain: string
  accounts: Record<keyof typeof people, Hex>
  world: World
  control: Control
  /** JSON-RPC to the chain itself, past the proxy. */
  rpc: Anvil['rpc']
  stop(): Promise<void>
}

export interface Ports {
  page: number
  api: number
  control: number
  rpc: number
}

/** Bookmarks and wallets keep working from one demo to the next. */
export const demoPorts: Ports = { page: 5173, api: 5174, control: 5175, rpc: 8545 }

/** @param first of four in a row; 0: any that are free. */
export function getPorts(first: number): Ports {
  const [page, api, control, rpc] = [0, 1, 2, 3].map((place) => (first === 0 ? 0 : first + place))
  return { page: page!, api: api!, control: control!, rpc: rpc! }
}

/** @param ports default: any that are free. */
export async function startSandbox(ports: Ports = getPorts(0)): Promise<Sandbox> {
  const chainId = 31337
  const now = Math.floor(Date.now() / 1000)
  const anvil = await startAnvil({ chainId, genesis: now - PAST_DAYS * 86_400 })
  const servers: LocalServer[] = []
  async function stop(): Promise<void> {
    await Promise.all([...servers.map((server) => server.close()), anvil.stop()])
  }

  try {
    const world = await writePast(anvil, now)
    const index = createChainIndex(anvil)
    await index.sync()
    const state: ApiState = { delay: 0, faults: new Map(), generated: new Map(), requests: [] }

    async function serve(...start: Parameters<typeof startLocalServer>): Promise<LocalServer> {
      const server = await startLocalServer(...start)
      servers.push(server)
      return server
    }
    const log = createRequestLog()
    const rpc = await serve(createRpcProxy(anvil, log), ports.rpc, log.watch('rpc'))
    const api: LocalServer = await serve(
      createProviderApi({ anvil, index, world, state, ownUrl: () => api.url }),
      ports.api,
      log.watch('api'),
    )
    const control = createControl({ anvil, world, state, parts: { api, rpc } })
    const controlServer = await serve(createControlHandler(control, log), ports.control)
    const urls = { api: api.url, rpc: rpc.url, control: controlServer.url }
    const page = await serve(
      createPageServer({ ...urls, chainId }, createExplorer({ index, world })),
      ports.page,
    )
    return {
      urls: { page: page.url, ...urls },
      chain: `eip155:${chainId}`,
      accounts: Object.fromEntries(
        Object.entries(people).map(([name, { account }]) => [name, account.address]),
      ) as Sandbox['accounts'],
      world,
      control,
      rpc: anvil.rpc,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
