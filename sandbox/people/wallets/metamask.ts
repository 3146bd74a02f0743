/**
 * MetaMask's own page provider, on a small background of the sandbox that holds a key and uses MetaMask's wallet
 * middleware. Events, errors and announcement are MetaMask's code.
 *
 *   page ─▶ MetaMaskInpageProvider ─▶ stream (copies, as between two processes) ─▶ JsonRpcEngine ─▶ keys, node
 */
import { eip6963AnnounceProvider, initializeProvider, type MetaMaskInpageProvider } from '@metamask/providers'
import { createWalletMiddleware } from 'eth-json-rpc-middleware/dist/wallet.js'
import {
  createAsyncMiddleware,
  JsonRpcEngine,
  type JsonRpcMiddleware,
  type JsonRpcRequest,
} from 'json-rpc-engine'
import { Duplex } from 'readable-stream'
import type { Hex, TypedDataDefinition } from 'viem'
import { people } from '../accounts.ts'
import { toDataUri } from './data-uri.ts'
import { evmLies, type HarborOptions } from './harbor.ts'
import { createNetworks, type Networks } from './networks.ts'
import { createPermissions, type Permissions } from './permissions.ts'
import { askToConnect, askToSend, askToSign, askToUnlock } from './questions.ts'
import { createRpcError, UNSUPPORTED_METHOD } from './rpc-error.ts'
import { createSigner, type Signer, type TransactionRequest } from './signer.ts'

/** The background takes Harbor's options. */
type MetaMaskOptions = HarborOptions

/** The name says that this isn't MetaMask itself; the icon belongs to the sandbox. */
export const metaMaskInfo = {
  name: 'MetaMask (sandbox)',
  rdns: 'io.metamask',
  icon: toDataUri(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#ffa24a"/><stop offset="1" stop-color="#d9601a"/></linearGradient></defs><rect width="96" height="96" fill="url(#g)"/><path d="M24 68V30l24 22 24-22v38" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><circle cx="48" cy="70" r="5" fill="#fff"/></svg>`,
  ),
}

/** Creates the provider and sets `window.ethereum`. */
export function createMetaMask(options: MetaMaskOptions): {
  provider: MetaMaskInpageProvider
  permissions: Permissions<Hex>
  networks: Networks
} {
  const { stream, permissions, networks } = createBackground(options)
  const provider = initializeProvider({
    // Cast: the types ask for Node's stream class, but the provider itself uses readable-stream.
    connectionStream: stream as unknown as Parameters<typeof initializeProvider>[0]['connectionStream'],
    shouldAnnounceCaip294: false,
    // Silence the provider's warnings about rejected requests.
    logger: { ...console, warn: () => {}, debug: () => {} },
  })
  return { provider, permissions, networks }
}

/** Announces the provider by EIP-6963, now and on each request. */
export function announceMetaMask(provider: MetaMaskInpageProvider): void {
  eip6963AnnounceProvider({ info: { uuid: crypto.randomUUID(), ...metaMaskInfo }, provider })
}

/** Creates the side that holds the key. The page reads from the stream and writes its requests to it. */
export function createBackground(options: MetaMaskOptions): {
  stream: Duplex
  permissions: Permissions<Hex>
  networks: Networks
} {
  const { nodes, site, approval, storage, fetch } = options
  const stream: Duplex = new Duplex({
    objectMode: true,
    read: () => {},
    write(message, _encoding, done) {
      const request = structuredClone(message) as JsonRpcRequest<unknown>
      void engine.handle(request).then((response) => stream.push(structuredClone(response)))
      done()
    },
  })
  const notify = (method: string, params: unknown) => stream.push({ jsonrpc: '2.0', method, params })
  const networks = createNetworks({
    nodes,
    site,
    approval,
    storage,
    key: 'metamask-sandbox-network',
    onChange: (next) =>
      notify('metamask_chainChanged', {
        chainId: next,
        networkVersion: `${Number(next)}`,
        isConnected: true,
      }),
  })
  const signer = createSigner({ keys: [people.theo.key], getNode: networks.getNode, fetch })
  const permissions = createPermissions({
    accounts: signer.addresses,
    lies: evmLies,
    storage,
    key: 'metamask-sandbox',
    getCondition: () => approval.condition,
    onChange: (accounts) => notify('metamask_accountsChanged', accounts.map(lower)),
  })

  approval.onCondition = permissions.update

  const engine = new JsonRpcEngine()
  engine.push(createAccountMiddleware(options, permissions, networks))
  engine.push(createKeyMiddleware(options, signer, permissions) as JsonRpcMiddleware<unknown, unknown>)
  engine.push(createNodeMiddleware(signer))
  return { stream, permissions, networks }
}

/** Answers requests about the provider's state, the network and permissions, which need no node. */
function createAccountMiddleware(
  { site, approval }: MetaMaskOptions,
  permissions: Permissions<Hex>,
  networks: Networks,
): JsonRpcMiddleware<unknown, unknown> {
  const getShared = () => permissions.getAccounts().map(lower)
  async function connect(): Promise<void> {
    if (approval.condition === 'locked') {
      await approval.ask(askToUnlock(site))
      approval.setCondition('ready')
      if (getShared().length > 0) return
    }
    await approval.ask(askToConnect(site, permissions.getSelected()))
    permissions.grant()
  }
  function describePermissions(): object[] {
    const value = getShared()
    if (value.length === 0) return []
    return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value }] }]
  }
  const answers: Record<string, (params: unknown) => unknown> = {
    metamask_getProviderState: () => ({
      accounts: getShared(),
      chainId: networks.getChainId(),
      isUnlocked: true,
      networkVersion: `${Number(networks.getChainId())}`,
      isConnected: true,
    }),
    eth_chainId: networks.getChainId,
    net_version: () => `${Number(networks.getChainId())}`,
    metamask_sendDomainMetadata: () => true,
    metamask_logWeb3ShimUsage: () => true,
    async eth_requestAccounts() {
      if (getShared().length === 0) await connect()
      return getShared()
    },
    async wallet_requestPermissions() {
      await connect()
      return describePermissions()
    },
    wallet_getPermissions: describePermissions,
    wallet_revokePermissions(params) {
      // Accounts are the only permission.
      const [named = {}] = params as [object?]
      if ('eth_accounts' in named) permissions.revoke()
      return null
    },
    wallet_switchEthereumChain: networks.switchTo,
    wallet_addEthereumChain: networks.add,
  }
  return createAsyncMiddleware(async (request, response, next) => {
    const answer = Object.hasOwn(answers, request.method) ? answers[request.method] : undefined
    if (answer) response.result = await answer(request.params)
    else await next()
  })
}

/** Answers `eth_accounts`, signing and sending, with the checks of MetaMask's middleware. */
function createKeyMiddleware(
  { site, approval }: MetaMaskOptions,
  signer: Signer,
  permissions: Permissions<Hex>,
): ReturnType<typeof createWalletMiddleware> {
  return createWalletMiddleware({
    getAccounts: async () => permissions.getAccounts().map(lower),
    async processTransaction(transaction) {
      await approval.ask(askToSend(site, transaction as TransactionRequest))
      // Ignore the page's nonce and fees, as MetaMask does.
      const {
        nonce: _nonce,
        maxFeePerGas: _price,
        maxPriorityFeePerGas: _tip,
        ...own
      } = transaction as TransactionRequest
      return signer.sendTransaction(own)
    },
    async processPersonalMessage({ from, data }) {
      await approval.ask(askToSign(site, from, data))
      return signer.signMessage(from, data)
    },
    // Cast: the type asks for a record, but the middleware passes the signature text on unchanged.
    async processTypedMessageV4({ from, data }) {
      await approval.ask(askToSign(site, from, data))
      const signature = await signer.signTypedData(from, JSON.parse(data) as TypedDataDefinition)
      return signature as unknown as Record<string, unknown>
    },
  })
}

function createNodeMiddleware(signer: Signer): JsonRpcMiddleware<unknown, unknown> {
  return createAsyncMiddleware(async ({ method, params }, response) => {
    if (/^(wallet|metamask|personal|eth_sign)/.test(method)) {
      throw createRpcError(UNSUPPORTED_METHOD, `The method "${method}" does not exist / is not available.`)
    }
    response.result = await signer.rpc(method, params)
  })
}

/** MetaMask returns addresses in lower case. */
function lower(address: string): string {
  return address.toLowerCase()
}
