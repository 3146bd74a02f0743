/**
 * What tests, the bench and the demo's panel may do to the sandbox. Each method of `Control` is also
 * `POST /sandbox/<method>` with its argument as JSON, on a port of its own, so that it works while the API is stopped.
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
  /** Default: the API, refusing connections. `rpc` is the page's way to all chains; the chains themselves go on. */
  stop(input?: { part?: Part; mode?: StopMode }): Promise<void>
  start(input?: { part?: Part }): Promise<void>
  /** Milliseconds before each answer of the API and of the directory; 0 ends it. */
  delay(input: { ms: number }): Promise<void>
  /** Breaks the answers of one call; `kind: null` repairs them. */
  break(input: { call: ApiCall; kind: FaultKind | null }): Promise<void>
  mine(input?: { blocks?: number }): Promise<void>
  /** While true, transactions wait outside of blocks; false mines a block with them. */
  withhold(input: { on: boolean }): Promise<void>
  /** Drops pending transactions: one of them, or all. */
  drop(input?: { hash?: string }): Promise<void>
  /** Replaces a pending transaction with another one of the same person. */
  replace(input: { hash: string; how: Replacement }): Promise<{ hash: string }>
  /** While true, the page's nodes say that every simulation fails; sent transactions go through. */
  refuseTrials(input: { on: boolean }): Promise<void>
  /**
   * Out of the treasury, sent like any other transaction. `amount` in whole tokens, for example "12.5". Default: the
   * first chain's own coin, or SOL for an account of Solana.
   */
  transfer(input: { token?: string; to: string; amount: string; chainId?: number }): Promise<{ hash: string }>
  /** Puts a generated history in place of an account's real one; `count: 0` gives the real one back. */
  generate(input: { account: string; count: number; seed?: number }): Promise<{ count: number }>
  /** Ends stops, delays, faults and generated histories, and forgets the requests. What is on the chain stays. */
  reset(): Promise<void>
  /** What the dashboard decides, and whether reports are refused. */
  decide(input: Partial<Omit<ProjectState, 'reports'>>): Promise<void>
  /** How names are registered, or are not. */
  registerNames(input: Partial<Omit<ProfileState, 'names'>>): Promise<void>
  /** Lets an application act for an account: it is listed among the account's smart sessions. */
  grantSession(input: Grant): Promise<{ pci: string }>
  getReports(): ProjectState['reports']
  getState(): SandboxState
  getRequests(): readonly RecordedRequest[]
  clearRequests(): void
}

/**
 * project: what the dashboard decides, and the directory of wallets. relay: of WalletConnect; what it keeps for who is
 * away stays. signIn: the page's own server for signing in.
 */
export type Part = 'api' | 'rpc' | 'project' | 'relay' | 'signIn'

export interface SandboxState {
  parts: Record<Part, LocalServer['mode']>
  /** Milliseconds before each answer of the API and of the directory. */
  delay: number
  /** Transactions wait outside of blocks. */
  withheld: boolean
  /** Makes every simulation fail. */
  refusesTrials: boolean
  /** Calls whose answers are broken. */
  faults: Partial<Record<ApiCall, FaultKind>>
  /** Number of generated transactions in place of the real ones, by lower-case address. */
  generated: Record<string, number>
}

export interface ControlOptions {
  /** Blocks are withheld and mined on the first. */
  chains: readonly [EvmChain, ...EvmChain[]]
  solana: SolanaChain | undefined
  state: ApiState
  project: ProjectState
  nodes: NodeState
  /** The servers of a part stop and start together. */
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
      else throw new Error(`There is no fault "${String(kind)}". Use one of ${faultKinds.join(', ')}.`)
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
        if (token && token !== solanaCoin.symbol) throw new Error('Only SOL can be sent on Solana here.')
        return { hash: await solana.pay(to, parseUnits(amount, solanaCoin.decimals)) }
      }
      const chain = senders.find(({ network }) => network.id === chainId)
      if (!chain) throw new Error(`There is no chain ${chainId} here.`)
      const { sender, world } = chain
      if (!isAddress(to, { strict: false })) throw new Error(`"${to}" is not an address.`)
      if (!token || token === nativeCoin.symbol) {
        return { hash: await sender.send(treasury.account, { to, value: parseUnits(amount, 18) }) }
      }
      const found = world.tokens.find(({ symbol }) => symbol === token)
      if (!found) throw new Error(`There is no token "${token}" here.`)
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
  throw new Error(`There is no part "${String(part)}". Use one of ${Object.keys(parts).join(', ')}.`)
}
