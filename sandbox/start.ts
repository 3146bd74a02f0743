/**
 * Starts the whole sandbox: two EVM chains with their histories, a Solana chain where the platform supports it, RPC
 * proxies, the provider API, the wallet directory, the control server and the demo page.
 *
 * @example
 * const sandbox = await startSandbox()
 * await sandbox.control.transfer({ token: 'DRIFT', to: sandbox.accounts.mara, amount: '12.5' })
 * await sandbox.stop()
 */
import type { Hex } from 'viem'
import { people } from './people/accounts.ts'
import type { Anvil } from './chains/anvil.ts'
import { createCheckoutServer } from './services/checkout/checkout-server.ts'
import { createOrders } from './services/checkout/orders.ts'
import { type Control, createControl, createControlHandler } from './control.ts'
import { deployNames } from './chains/ens.ts'
import { startEvmChain } from './chains/evm-chain.ts'
import { driftwood, type EvmNetwork, skerry } from './chains/evm-networks.ts'
import { createEventStream, createFeed, type Feed } from './services/event-stream.ts'
import { createExplorer } from './services/explorer.ts'
import { type LocalServer, startLocalServer } from './services/local-server.ts'
import { placeSmartAccounts } from './chains/smart-accounts.ts'
import { type LoginServices, startLogin } from './services/login/start-login.ts'
import { createPageServer, type DemoConfig } from './services/page-server.ts'
import { createOnRampApi } from './services/onramp-api.ts'
import { createProfileState } from './services/profile-api.ts'
import { createProjectApi, createProjectState } from './services/project-api.ts'
import { type ApiState, createProviderApi } from './services/provider-api.ts'
import { createRequestLog } from './services/request-log.ts'
import { createRpcProxy, type NodeState, toEvmNode, toSolanaNode } from './chains/rpc-proxy.ts'
import type { Restart } from './services/restarts.ts'
import { createSessionsState } from './services/sessions-api.ts'
import { createSignInServer } from './services/sign-in-server.ts'
import { solanaPeople } from './chains/solana-accounts.ts'
import { startSolanaChain } from './chains/solana-chain.ts'
import { createSwapApi } from './services/swap-api.ts'
import { startTunnel } from './services/tunnel.ts'
import { createPhoneServer } from './services/walletconnect/phone-server.ts'
import { startRelay } from './services/walletconnect/relay.ts'
import { createWalletDirectory } from './services/wallet-directory.ts'
import type { World } from './chains/world.ts'

export interface Sandbox {
  /** `relay` is a WebSocket URL; `phone` is a page. */
  urls: Record<
    'page' | 'api' | 'rpc' | 'control' | 'project' | 'relay' | 'phone' | 'signIn' | 'checkout' | 'login',
    string
  >
  /** Absent where the validator has no build for this platform. `events` is a WebSocket URL. */
  solana?: { rpc: string; events: string }
  /** CAIP-2 id of the first chain, to which `world` and `rpc` belong. */
  chain: string
  accounts: Record<keyof typeof people, Hex>
  world: World
  control: Control
  /** Emails to an address, oldest first. */
  readMails: LoginServices['readMails']
  /** Crashed services that were restarted, oldest first. */
  listRestarts: Feed<Restart>['list']
  /** JSON-RPC to the first chain's node, bypassing the proxy. */
  rpc: Anvil['rpc']
  stop(): Promise<void>
}

export interface Ports {
  page: number
  api: number
  control: number
  relay: number
  phone: number
  rpc: number
  solana: number
  /** One above `solana`: libraries derive the WebSocket port this way. */
  solanaEvents: number
  /** Dashboard settings, wallet directory and usage reports. */
  project: number
  signIn: number
  /** Checkout page. */
  checkout: number
  /** Sign-in site for email and social accounts, cross-site to the page. */
  login: number
}

/** Fixed ports, so that bookmarks and configured wallets keep working. */
export const demoPorts: Ports = {
  page: 5173,
  api: 5174,
  control: 5175,
  relay: 5177,
  phone: 5178,
  rpc: 8545,
  solana: 8899,
  solanaEvents: 8900,
  project: 5176,
  signIn: 5179,
  checkout: 5180,
  login: 5181,
}

/** @param first first of twelve consecutive ports; 0: any free ports */
export function getPorts(first: number): Ports {
  const at = (place: number) => (first === 0 ? 0 : first + place)
  return {
    page: at(0),
    api: at(1),
    control: at(2),
    rpc: at(3),
    solana: at(4),
    solanaEvents: at(5),
    project: at(6),
    relay: at(7),
    phone: at(8),
    signIn: at(9),
    checkout: at(10),
    login: at(11),
  }
}

export interface SandboxOptions {
  /** Restarts a chain that crashes. Saves each chain's state every 2 s; leave this off for tests and measurements. */
  restarts?: boolean
}

/** @param ports default: any free ports */
export async function startSandbox(
  ports: Ports = getPorts(0),
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const now = Math.floor(Date.now() / 1000)
  const restarts = createFeed<Restart>()
  const onRestart = (service: string) =>
    options.restarts ? () => restarts.add({ service, time: Date.now() }) : undefined
  const start = (network: EvmNetwork) => startEvmChain(network, now, onRestart(network.name))
  const chains = await Promise.all([start(driftwood), start(skerry)])
  const [{ anvil, world, caipNetworkId }] = chains
  const solana = startSolanaChain({ onRestart: onRestart('Solana') })
  const servers: { close(): Promise<void> }[] = []
  async function stop(): Promise<void> {
    const closed = servers.map((server) => server.close())
    await Promise.all([...closed, ...chains.map((chain) => chain.anvil.stop())])
    solana?.stop()
  }

  try {
    const state: ApiState = {
      delay: 0,
      faults: new Map(),
      generated: new Map(),
      requests: [],
      profile: createProfileState(),
      sessions: createSessionsState(caipNetworkId),
    }

    async function serve(...start: Parameters<typeof startLocalServer>): Promise<LocalServer> {
      const server = await startLocalServer(...start)
      servers.push(server)
      return server
    }
    const log = createRequestLog()
    const nodeState: NodeState = { refusesTrials: false }
    const serveNodes = (port: number, ...nodes: Parameters<typeof createRpcProxy>[0]) =>
      serve(createRpcProxy(nodes, log, nodeState), port, log.watch('rpc'))
    const rpc = await serveNodes(ports.rpc, toEvmNode(anvil), toEvmNode(chains[1].anvil))
    const solanaRpc = solana && (await serveNodes(ports.solana, toSolanaNode(solana)))
    const events = solana && (await startTunnel(() => solana.wsUrl, ports.solanaEvents))
    if (events) servers.push(events)
    const relay = await startRelay(ports.relay)
    servers.push(relay)
    const orders = createOrders(({ caipNetworkId, symbol, amount, address: to }) => {
      const token = caipNetworkId.startsWith('eip155:') ? symbol : undefined
      const chainId = Number(caipNetworkId.slice('eip155:'.length))
      return control.transfer({ ...(token ? { token, chainId } : {}), to, amount })
    })
    const checkout = await serve(createCheckoutServer(orders), ports.checkout)
    const onRamp = createOnRampApi({
      chains,
      hasSolana: solana !== undefined,
      orders,
      getCheckoutUrl: () => checkout.url,
    })
    const api: LocalServer = await serve(
      createProviderApi({
        chains,
        solana,
        state,
        onRamp,
        swap: createSwapApi(chains[0]),
        ownUrl: () => api.url,
      }),
      ports.api,
      log.watch('api'),
    )
    const projectState = createProjectState()
    const project = await serve(
      createProjectApi(projectState, createWalletDirectory(state)),
      ports.project,
      log.watch('project'),
    )
    const signIn = await serve(createSignInServer(Date.now, anvil.url), ports.signIn)
    const login = await startLogin(ports.login, await placeSmartAccounts(anvil))
    servers.push(login)
    const control: Control = createControl({
      project: projectState,
      nodes: nodeState,
      chains,
      solana,
      state,
      parts: {
        api: [api],
        rpc: solanaRpc ? [rpc, solanaRpc] : [rpc],
        project: [project],
        relay: [relay],
        signIn: [signIn],
      },
    })
    const stream = createEventStream({
      request: log.follow,
      mail: login.followMails,
      restart: restarts.follow,
    })
    const controlServer = await serve(createControlHandler(control, stream), ports.control)
    const phone = await serve(
      createPhoneServer({ relay: relay.url, rpc: rpc.url, ...(solanaRpc && { solana: solanaRpc.url }) }),
      ports.phone,
    )
    const urls = {
      api: api.url,
      rpc: rpc.url,
      control: controlServer.url,
      project: project.url,
      relay: relay.url,
      phone: phone.url,
      signIn: signIn.url,
      checkout: checkout.url,
      login: login.url,
    }
    const solanaUrls =
      solanaRpc && events ? { solana: { rpc: solanaRpc.url, events: `ws://127.0.0.1:${events.port}` } } : {}
    const universalResolver = await deployNames(anvil)
    const shop = {
      recipient: people.pia.account.address,
      token: world.tokens.find(({ symbol }) => symbol === 'HUSD')!.address,
    }
    const portfolio: DemoConfig['portfolio'] = [
      `eip155:${driftwood.id}:${people.mara.account.address}`,
      ...(solana ? ([`solana:localnet:${solanaPeople.mara.publicKey.toBase58()}`] as const) : []),
    ]
    const page = await serve(
      createPageServer(
        { ...urls, ...solanaUrls, universalResolver, shop, portfolio },
        createExplorer(chains),
      ),
      ports.page,
    )
    return {
      urls: { page: page.url, ...urls },
      ...solanaUrls,
      chain: caipNetworkId,
      accounts: Object.fromEntries(
        Object.entries(people).map(([name, { account }]) => [name, account.address]),
      ) as Sandbox['accounts'],
      world,
      control,
      readMails: login.readMails,
      listRestarts: restarts.list,
      rpc: anvil.rpc,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
