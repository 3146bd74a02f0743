/**
 * Controls the sandbox for tests, benchmarks and the demo's panel. Each method of `Control` is also `POST
 * /sandbox/<method>` with its argument as JSON. Control has a port of its own and so works while the API is stopped.
 */
import { isAddress, parseUnits } from 'viem'
import { isSolanaAddress } from '../src/core/chains/solana-address.ts'
import { treasury } from './people/accounts.ts'
import type { EvmChain } from './chains/evm-chain.ts'
import { type FaultKind, faultKinds } from './services/faults.ts'
import { generateHistory } from './history/generate.ts'
import {
  allowAnyOrigin,
  type Handler,
  type LocalServer,
  readBody,
  sendJson,
  type StopMode,
} from './services/local-server.ts'
import { createProfileState, type ProfileState } from './services/profile-api.ts'
import { createProjectState, type ProjectState } from './services/project-api.ts'
import type { ApiCall, ApiState, RecordedRequest } from './services/provider-api.ts'
import { createSessionsState, type Grant, grantSession } from './services/sessions-api.ts'
import { replace, type Replacement } from './chains/replace.ts'
import type { NodeState } from './chains/rpc-proxy.ts'
import { createSender } from './chains/sender.ts'
import type { SolanaChain } from './chains/solana-chain.ts'
import { nativeCoin, solanaCoin } from './chains/tokens.ts'

export interface Control {
  /**
   * Default: stops the API, which then refuses connections. `rpc` stops only the proxy to the nodes; the chains keep
   * running.
   */
  stop(input?: { part?: Part; mode?: StopMode }): Promise<void>
  start(input?: { part?: Part }): Promise<void>
  /** Delays each response of the API and of the wallet directory by some milliseconds; 0 removes the delay. */
  delay(input: { ms: number }): Promise<void>
  /** Breaks the responses of one call; `kind: null` repairs them. */
  break(input: { call: ApiCall; kind: FaultKind | null }): Promise<void>
  mine(input?: { blocks?: number }): Promise<void>
  /** While true, transactions stay pending; false mines a block with them. */
  withhold(input: { on: boolean }): Promise<void>
  /** Drops pending transactions: one of them, or all. */
  drop(input?: { hash?: string }): Promise<void>
  /** Replaces a pending transaction with another one from the same sender. */
  replace(input: { hash: string; how: Replacement }): Promise<{ hash: string }>
  /** While true, the nodes report every simulation as failed; sent transactions aren't affected. */
  refuseTrials(input: { on: boolean }): Promise<void>
  /**
   * Transfers from the treasury, as an ordinary transaction. `amount` is in whole tokens, for example "12.5". Default
   * token: the native token of the first chain, or of Solana for a Solana account.
   */
  transfer(input: { token?: string; to: string; amount: string; chainId?: number }): Promise<{ hash: string }>
  /** Replaces an account's history with a generated one; `count: 0` restores the real history. */
  generate(input: { account: string; count: number; seed?: number }): Promise<{ count: number }>
  /**
   * Ends all stops, delays, faults and generated histories, and clears the list of requests. The chains stay as they
   * are.
   */
  reset(): Promise<void>
  /** Changes the dashboard's settings, and whether reports are refused. */
  decide(input: Partial<Omit<ProjectState, 'reports'>>): Promise<void>
  /** Changes how name registration behaves. */
  registerNames(input: Partial<Omit<ProfileState, 'names'>>): Promise<void>
  /** Adds a smart session to an account. */
  grantSession(input: Grant): Promise<{ pci: string }>
  getReports(): ProjectState['reports']
  getState(): SandboxState
  getRequests(): readonly RecordedRequest[]
  clearRequests(): void
}

/**
 * `project`: dashboard settings and wallet directory. `relay`: the WalletConnect relay; it keeps messages for offline
 * clients while stopped. `signIn`: the site's own sign-in server.
 */
export type Part = 'api' | 'rpc' | 'project' | 'relay' | 'signIn'

export interface SandboxState {
  parts: Record<Part, LocalServer['mode']>
  /** Milliseconds before each response of the API and of the wallet directory. */
  delay: number
  /** Whether transactions stay pending. */
  withheld: boolean
  /** Whether every simulation fails. */
  refusesTrials: boolean
  /** Calls with broken responses. */
  faults: Partial<Record<ApiCall, FaultKind>>
  /** Length of generated histories, by lower-case address. */
  generated: Record<string, number>
}

export interface ControlOptions {
  /** `withhold` and `mine` act on the first chain. */
  chains: readonly [EvmChain, ...EvmChain[]]
  solana: SolanaChain | undefined
  state: ApiState
  project: ProjectState
  nodes: NodeState
  /** Servers of each part; they stop and start together. */
  parts: Record<Part, readonly [LocalServer, ...LocalServer[]]>
}

export function createControl({ chains, solana, state, project, nodes, parts }: ControlOptions): Control {
  const [{ anvil, caipNetworkId }] = chains
  let withheld = false
  const senders = chains.map((chain) => ({
    ...chain,
    sender: createSender(chain.anvil, () => withheld && chain.anvil === anvil),
  }))

  async function withhold({ on }: { on: boolean }): Promise<void> {
    withheld = on
    await anvil.rpc('evm_setAutomine', !on)
    if (!on) await anvil.rpc('anvil_mine', '0x1')
  }

  return {
    async stop({ part = 'api', mode = 'refuse' } = {}) {
      await Promise.all(requirePart(parts, part).map((server) => server.stop(mode)))
    },
    async start({ part = 'api' } = {}) {
      await Promise.all(requirePart(parts, part).map((server) => server.start()))
    },
    async delay({ ms }) {
      state.delay = ms
    },
    async break({ call, kind }) {
      if (kind === null) state.faults.delete(call)
      else if (faultKinds.includes(kind)) state.faults.set(call, kind)
      else throw new Error(`Unknown fault "${String(kind)}". Use one of ${faultKinds.join(', ')}.`)
    },
    async mine({ blocks = 1 } = {}) {
      await anvil.rpc('anvil_mine', `0x${blocks.toString(16)}`)
    },
    withhold,
    async drop({ hash } = {}) {
      await (hash ? anvil.rpc('anvil_dropTransaction', hash) : anvil.rpc('anvil_dropAllTransactions'))
    },
    replace: async ({ hash, how }) => ({ hash: await replace(anvil, hash, how) }),
    async refuseTrials({ on }) {
      nodes.refusesTrials = on
    },
    async transfer({ token, to, amount, chainId = chains[0].network.id }) {
      if (solana && isSolanaAddress(to)) {
        if (token && token !== solanaCoin.symbol) throw new Error('On Solana the treasury can send only SOL.')
        return { hash: await solana.pay(to, parseUnits(amount, solanaCoin.decimals)) }
      }
      const chain = senders.find(({ network }) => network.id === chainId)
      if (!chain) throw new Error(`The sandbox has no chain ${chainId}.`)
      const { sender, world } = chain
      if (!isAddress(to, { strict: false })) throw new Error(`"${to}" is not an address.`)
      if (!token || token === nativeCoin.symbol) {
        return { hash: await sender.send(treasury.account, { to, value: parseUnits(amount, 18) }) }
      }
      const found = world.tokens.find(({ symbol }) => symbol === token)
      if (!found) throw new Error(`The chain has no token "${token}".`)
      const args = [to, parseUnits(amount, found.decimals)]
      return { hash: await sender.call(treasury.account, 'Token', found.address, { name: 'transfer', args }) }
    },
    async generate({ account, count, seed = 1 }) {
      const key = account.toLowerCase()
      if (count === 0) state.generated.delete(key)
      else {
        const now = Date.now()
        const utcOffset = new Date(now).getTimezoneOffset()
        const options = { account, count, seed, now, utcOffset, assetsUrl: parts.api[0].url }
        const history = generateHistory({ ...options, chain: caipNetworkId })
        state.generated.set(key, { history, block: Number(await anvil.rpc('eth_blockNumber')) })
      }
      return { count }
    },
    async reset() {
      state.delay = 0
      nodes.refusesTrials = false
      state.faults.clear()
      state.generated.clear()
      state.requests.length = 0
      Object.assign(project, createProjectState())
      Object.assign(state.profile, createProfileState())
      state.sessions = createSessionsState(caipNetworkId)
      await withhold({ on: false })
      await Promise.all(Object.values(parts).flatMap((servers) => servers.map((server) => server.start())))
    },
    async decide(decided) {
      Object.assign(project, decided)
    },
    async registerNames(input) {
      Object.assign(state.profile, input)
    },
    grantSession: async (input) => grantSession(state.sessions, input),
    getReports: () => project.reports,
    getState: () => ({
      parts: {
        api: parts.api[0].mode,
        rpc: parts.rpc[0].mode,
        project: parts.project[0].mode,
        relay: parts.relay[0].mode,
        signIn: parts.signIn[0].mode,
      },
      delay: state.delay,
      withheld,
      refusesTrials: nodes.refusesTrials,
      faults: Object.fromEntries(state.faults),
      generated: Object.fromEntries(
        [...state.generated].map(([account, { history }]) => [account, history.count]),
      ),
    }),
    getRequests: () => state.requests,
    clearRequests() {
      state.requests.length = 0
    },
  }
}

/**
 * `GET /sandbox/state`, `GET /sandbox/events` as server-sent events, `GET` and `DELETE /sandbox/requests`,
 * `GET /sandbox/reports`, and `POST /sandbox/<method>` for the rest.
 */
export function createControlHandler(control: Control, events: Handler): Handler {
  const { getState, getRequests, getReports, clearRequests, ...methods } = control
  return async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    const name = url.pathname.replace(/^\/sandbox\//, '')
    if (name === 'state' && request.method === 'GET') return sendJson(response, 200, getState())
    if (name === 'events') return events(request, response, url)
    if (name === 'requests' && request.method === 'GET') return sendJson(response, 200, getRequests())
    if (name === 'reports' && request.method === 'GET') return sendJson(response, 200, getReports())
    if (name === 'requests' && request.method === 'DELETE') {
      clearRequests()
      return sendJson(response, 200, {})
    }
    if (request.method !== 'POST' || !Object.hasOwn(methods, name)) {
      return sendJson(response, 404, { error: `No ${request.method} ${url.pathname}` })
    }
    const method = methods[name as keyof typeof methods] as (input: unknown) => Promise<unknown>
    try {
      const body = await readBody(request)
      sendJson(response, 200, (await method(body ? JSON.parse(body) : undefined)) ?? {})
    } catch (error) {
      sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) })
    }
  }
}

function requirePart(parts: ControlOptions['parts'], part: Part): readonly LocalServer[] {
  if (Object.hasOwn(parts, part)) return parts[part]
  throw new Error(`Unknown part "${String(part)}". Use one of ${Object.keys(parts).join(', ')}.`)
}
