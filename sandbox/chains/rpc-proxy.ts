/**
 * Proxy between the page and the nodes: allows read requests and signed transactions. It refuses requests that need a
 * key or change the chain's clock, so that a request meant for a wallet fails here.
 */
import type { Anvil } from './anvil.ts'
import { allowAnyOrigin, type Handler, readBody, sendJson } from '../services/local-server.ts'
import type { RequestLog } from '../services/request-log.ts'

/** A node behind the proxy. */
export interface ProxiedNode {
  /** Path on the proxy. Requests to unknown paths go to the first node. */
  path: string
  readonly url: string
  isAllowed(method: string): boolean
}

export function toEvmNode({ chainId, url }: Anvil): ProxiedNode {
  return { path: `/${chainId}`, url, isAllowed: (method) => evmMethods.has(method) }
}

/** Allows only methods of a standard validator: Surfpool's own methods change accounts. */
export function toSolanaNode(chain: { readonly rpcUrl: string }): ProxiedNode {
  const isAllowed = (method: string) =>
    /^(get|is|minimumLedgerSlot$|simulateTransaction$|sendTransaction$|requestAirdrop$)/.test(method)
  return {
    path: '/',
    get url() {
      return chain.rpcUrl
    },
    isAllowed,
  }
}

/** Faults of the nodes, switched on by the control server. */
export interface NodeState {
  /** Whether every simulation fails as if a contract or program refused it. Sent transactions aren't affected. */
  refusesTrials: boolean
}

export function createRpcProxy(
  nodes: readonly [ProxiedNode, ...ProxiedNode[]],
  log: Pick<RequestLog, 'name'>,
  state: NodeState = { refusesTrials: false },
): Handler {
  return async (request, response, { pathname }) => {
    if (allowAnyOrigin(request, response)) return
    const { url, isAllowed } = nodes.find(({ path }) => path === pathname) ?? nodes[0]
    if (request.method !== 'POST') return sendJson(response, 405, refusal(null, -32600, 'Use POST.'))
    const body = await readBody(request)
    let asked: unknown
    try {
      asked = JSON.parse(body)
    } catch {
      return sendJson(response, 200, refusal(null, -32700, 'This is not JSON.'))
    }
    const calls = (Array.isArray(asked) ? asked : [asked]) as Call[]
    log.name(response, calls.map(({ method }) => String(method)).join(', '))
    const refused = calls.find(({ method }) => typeof method !== 'string' || !isAllowed(method))
    if (refused) {
      const message = `${String(refused.method)} is not for this node: it holds no keys. Ask a wallet.`
      return sendJson(response, 200, refusal(refused.id ?? null, -32601, message))
    }
    const [call] = calls
    if (state.refusesTrials && !Array.isArray(asked) && call && isTrial(call))
      return sendJson(response, 200, refuseTrial(call))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    sendJson(response, answer.status, await answer.text())
  }
}

interface Call {
  id?: unknown
  method?: unknown
  params?: unknown
}

/** Whether a call is a simulation: simulations name a sender, plain reads do not. */
function isTrial({ method, params }: Call): boolean {
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  const hasSender = typeof first === 'object' && first !== null && 'from' in first
  return (
    method === 'simulateTransaction' || method === 'eth_estimateGas' || (method === 'eth_call' && hasSender)
  )
}

const REASON = 'The sandbox lets no trial pass'

function refuseTrial({ id = null, method }: Call): object {
  if (method !== 'simulateTransaction')
    return { jsonrpc: '2.0', id, error: { code: 3, message: `execution reverted: ${REASON}` } }
  const value = { err: { InstructionError: [0, { Custom: 6000 }] }, logs: [`Program log: Error: ${REASON}`] }
  return { jsonrpc: '2.0', id, result: { context: { slot: 1 }, value } }
}

function refusal(id: unknown, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

const evmMethods = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
])
