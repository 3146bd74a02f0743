// @vitest-environment happy-dom
/**
 * One table of requests and answers that every kind of EVM wallet passes, through the provider that a page gets: injected,
 * brought by the page (external), over WalletConnect, and by email.
 * @see https://eips.ethereum.org/EIPS/eip-1193 EIP-1474, EIP-2255, EIP-3085, EIP-3326, EIP-5792, EIP-747
 */
import { describe, expect, it, test, vi } from 'vitest'
import { BillfoldError, type ErrorCode } from '../../src/core/base/errors.ts'
import { toNetwork } from '../../src/core/chains/networks.ts'
import { toDataContext } from '../../src/core/contract/wallet-answers.ts'
import type { WalletConnectSession } from '../../src/core/contract/walletconnect.ts'
import { createPageSignal } from '../../src/base/page-signal.ts'
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import type { ProviderShell } from '../../src/wallets/adapter.ts'
import { approvalMethods, safeMethods } from '../../src/wallets/auth/methods.ts'
import { startAuthWallet } from '../../src/wallets/auth/start-auth-wallet.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { createEvmAdapter } from '../../src/wallets/evm/adapter.ts'
import type { Eip1193Provider } from '../../src/wallets/evm/eip1193.ts'
import { createConnectorProvider } from '../../src/wallets/evm/connector-provider.ts'
import { createEvmPageProvider } from '../../src/wallets/evm/page-provider.ts'
import { toProposal } from '../../src/wallets/walletconnect/proposal.ts'
import { toSessionWallet } from '../../src/wallets/walletconnect/session-wallet.ts'
import { evmCalls } from '../../src/wallets/evm/calls.ts'
import { fromJsonRpcError as toPeerError } from '../../worker/walletconnect/json-rpc-error.ts'
import { createFakeWalletConnect } from '../fake-walletconnect.ts'
import { createFakeWallet, type FakeWallet, toConnector } from '../fake-wallet.ts'
import { SITE, useFakeSite } from './auth/fake-site.ts'

const site = useFakeSite()
const MARA = `0x${'a1'.repeat(20)}`
const WREN = `0x${'b0'.repeat(20)}`
const HASH = `0x${'4'.repeat(64)}`
const networks = [1, 10].map((id) =>
  toNetwork({
    id,
    name: `N${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://node.example/${id}`] } },
  }),
)

interface Thrown {
  code?: number
  message: string
  data?: unknown
}
/** What the wallet, or the node for a read, answers. */
type Peer = (method: string, params: unknown) => unknown
interface Page {
  provider: ReturnType<typeof createEvmPageProvider>['provider']
  /** What the wallet was asked for by the page. */
  asked: [method: string, params: unknown][]
  /** What a node was asked for. */
  read: string[]
}
type Kind = 'injected' | 'external' | 'WalletConnect' | 'email'

/** What a wallet approved beyond the methods that Billfold proposes. */
const further = [
  'wallet_prepareCalls',
  'wallet_sendPreparedCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_requestExecutionPermissions',
  'wallet_getAssets',
  'wallet_anything',
  'eth_sendUserOperation',
]

const isRead = (method: string) => /^(eth_(call|get|block|estimate)|web3_)/.test(method)

const kinds: Record<Kind, (peer: Peer) => Promise<Page>> = {
  injected: async (peer) => createWindowPage(peer, (wallet) => wallet),
  external: async (peer) =>
    createWindowPage(peer, (wallet) => createConnectorProvider('Lantern', async () => wallet), {
      type: 'EXTERNAL',
    }),
  async WalletConnect(peer) {
    const page = createPage()
    const [proposed] = Object.values(toProposal(['eip155'], networks))
    const session: WalletConnectSession = {
      id: 'session-1',
      peer: { name: 'Lantern', url: 'https://lantern.example' },
      namespaces: {
        eip155: {
          accounts: [`eip155:1:${MARA}`, `eip155:10:${MARA}`],
          chains: ['eip155:1', 'eip155:10'],
          methods: [...proposed!.methods, ...further],
          events: [],
        },
      },
      expiresAt: Date.now() + 604_800_000,
    }
    const fake = createFakeWalletConnect(networks, session)
    fake.answer = async ({ method, params }) => {
      page.asked.push([method, params])
      return Promise.resolve()
        .then(() => peer(method, params))
        .catch((error: unknown) => {
          throw toPeerError(toPlain(error))!
        })
    }
    fake.tell = async ({ method, params }) => {
      page.read.push(method)
      return askNode(peer, method, params)
    }
    const provider = {} as never
    toSessionWallet(provider, fake.context).learn(session)
    page.connect(provider)
    return page
  },
  async email(peer) {
    const page = createPage()
    localStorage.setItem('billfold/login', JSON.stringify({ by: 'email', address: MARA, chainId: 1 }))
    Object.assign(site().answers, {
      IS_CONNECTED: () => ({ isConnected: true }),
      GET_USER: () => ({ address: MARA, chainId: 1 }),
      SIGN_OUT: () => undefined,
      SWITCH_NETWORK: () => ({ chainId: 10 }),
    })
    const { wallet } = startAuthWallet(
      `${SITE}/sdk`,
      {
        projectId: 'p',
        version: '0',
        metadata: { name: 'Driftwood' },
        networks,
        storage: localStorage,
        themeMode: { value: 'dark', peek: () => 'dark', subscribe: () => () => {} },
        getPlace: () => site().modal.approvals.place,
      },
      () => {},
    )
    const { window } = site()
    const post = window.postMessage.bind(window)
    window.postMessage = (message: { type: string; id: string; payload: never }, ...to: never[]) => {
      post(message, ...to)
      if (message.type !== '@w3m-app/RPC_REQUEST') return
      const { method, params } = message.payload as { method: string; params: unknown }
      if (isRead(method)) page.read.push(method)
      else page.asked.push([method, params])
      void Promise.resolve()
        .then(() => peer(method, params))
        .then((value) => site().succeed('RPC_REQUEST', value, message.id))
        .catch(({ code, message: text, data }: Thrown) =>
          site().say({
            type: '@w3m-frame/RPC_REQUEST_ERROR',
            id: message.id,
            payload: { message: text, code, data },
          }),
        )
    }
    const restored = wallet.request({ method: 'eth_accounts' })
    await vi.advanceTimersByTimeAsync(0)
    site().ready()
    await vi.advanceTimersByTimeAsync(600)
    await restored
    page.connect(wallet as never)
    return page
  },
}

/** @param wrap what the page gets in place of the wallet itself */
function createWindowPage(
  peer: Peer,
  wrap: (wallet: FakeWallet) => Eip1193Provider,
  overrides?: Partial<Connector>,
): Page {
  const page = createPage()
  const wallet = createFakeWallet({ accounts: [MARA] })
  const { request } = wallet
  const own = new Set(['eth_accounts', 'eth_chainId', 'wallet_revokePermissions'])
  wallet.request = async (args) => {
    if (own.has(args.method)) return request(args)
    if (isRead(args.method)) page.read.push(args.method)
    else page.asked.push([args.method, args.params])
    return peer(args.method, args.params)
  }
  page.connect(wrap(wallet), 1, overrides)
  return page
}

/** As the worker says what a node answered. */
async function askNode(peer: Peer, method: string, params: unknown): Promise<unknown> {
  try {
    return await peer(method, params)
  } catch (error) {
    const { code, message, data } = error as Thrown
    throw new BillfoldError('bad_envelope', 'The node refused.', {
      context: { ...(code && { rpcCode: code }), description: message, ...toDataContext(data) },
    })
  }
}

function createPage(shell: Partial<ProviderShell> = {}, account: AccountState = { status: 'disconnected' }) {
  const pageProvider = createEvmPageProvider()
  const unused = () => Promise.reject(new Error('not here'))
  const adapter = createEvmAdapter(pageProvider)
  const left: string[] = []
  pageProvider.page = {
    networks,
    account: createPageSignal<AccountState>(account),
    load: async () => ({
      connect: unused,
      awaitRestored: unused,
      call: unused,
      disconnect: async (namespace) => {
        left.push(namespace)
        adapter.setActive(undefined)
      },
      ...shell,
    }),
  }
  const heard: unknown[][] = []
  for (const event of [
    'connect',
    'chainChanged',
    'networkChanged',
    'accountsChanged',
    'disconnect',
    'message',
  ])
    pageProvider.provider.on(event, (value: unknown) => void heard.push([event, value]))
  let connected: ConnectedAccount | undefined
  const connect = (provider: Eip1193Provider, chainId = 1, overrides: Partial<Connector> = {}) =>
    adapter.setActive(
      (connected = {
        status: 'connected',
        connector: toConnector(provider, overrides),
        caipAddress: `eip155:${chainId}:${MARA}`,
        address: MARA,
        caipNetworkId: `eip155:${chainId}`,
        network: networks[0],
        allAccounts: [{ caipAddress: `eip155:${chainId}:${MARA}`, address: MARA, purpose: 'eoa' }],
      } as ConnectedAccount),
    )
  return {
    getAccount: () => connected!,
    pageProvider,
    adapter,
    heard,
    left,
    connect,
    provider: pageProvider.provider,
    asked: [] as [string, unknown][],
    read: [] as string[],
  }
}

const fail = (code: number | undefined, message: string, data?: unknown) => () => {
  throw Object.assign(
    new Error(message),
    { ...(code !== undefined && { code }), message },
    data === undefined ? {} : { data },
  )
}
const toPlain = (error: unknown) => {
  const { code, message, data } = error as Thrown
  return { code, message, data }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.unreachable(`It gave ${JSON.stringify(value)}`) as never,
    (error: Thrown) => error,
  )

const transaction = { from: MARA, to: WREN, value: '0x1', chainId: '0x1' }
const typed = JSON.stringify({ domain: {}, types: {}, primaryType: 'X', message: {} })
const batch = { version: '2.0.0', from: MARA, chainId: '0x1', atomicRequired: false, calls: [{ to: WREN }] }
const asset = { type: 'ERC20', options: { address: WREN, symbol: 'W', decimals: 18 } }
const added = {
  chainId: '0xa4b1',
  chainName: 'Arbitrum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://arb.example'],
}
const permissions = [
  {
    invoker: location.origin,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: [MARA] }],
  },
]

/** Of the wallets that have them: what is asked, and what then goes to the wallet. */
const taken: [method: string, params: readonly unknown[] | object, ...kinds: Kind[]][] = [
  ['personal_sign', ['0x68', MARA], 'injected', 'external', 'WalletConnect', 'email'],
  ['eth_signTypedData_v4', [MARA, typed], 'injected', 'external', 'WalletConnect', 'email'],
  ['eth_sendTransaction', [transaction], 'injected', 'external', 'WalletConnect', 'email'],
  ['wallet_sendCalls', [batch], 'injected', 'external', 'WalletConnect', 'email'],
  ['wallet_getCapabilities', [MARA, ['0x1']], 'injected', 'external', 'WalletConnect', 'email'],
  ['wallet_getCallsStatus', ['0x1'], 'injected', 'external', 'WalletConnect', 'email'],
  ['wallet_showCallsStatus', ['0x1'], 'injected', 'external', 'WalletConnect'],
  ['eth_sign', [MARA, HASH], 'injected', 'external', 'WalletConnect'],
  ['eth_signTypedData', [MARA, typed], 'injected', 'external', 'WalletConnect'],
  ['eth_signTypedData_v3', [MARA, typed], 'injected', 'external', 'WalletConnect'],
  ['eth_signTransaction', [transaction], 'injected', 'external', 'WalletConnect'],
  ['eth_sendRawTransaction', ['0x02'], 'injected', 'external', 'WalletConnect', 'email'],
  ['wallet_watchAsset', asset, 'injected', 'external', 'WalletConnect'],
  ['wallet_addEthereumChain', [added], 'injected', 'external', 'WalletConnect'],
]

describe.each(Object.keys(kinds) as Kind[])(
  '[D31] The EVM page provider with a connected wallet (%s)',
  (kind) => {
    const open = (peer: Peer = () => HASH) => kinds[kind](peer)

    it('answers requests for the account, the network and the permission, even if the wallet does not know these methods', async () => {
      const { provider, asked } = await open(fail(-32601, 'unknown'))
      const ask = (method: string, params?: object) =>
        provider.request(params ? { method, params } : { method })
      expect(await ask('eth_accounts')).toEqual([MARA])
      expect(await ask('eth_requestAccounts')).toEqual([MARA])
      expect(await ask('eth_chainId')).toBe('0x1')
      expect(await ask('net_version')).toBe('1')
      expect(await ask('wallet_getPermissions')).toEqual(permissions)
      expect(await ask('wallet_requestPermissions', [{ eth_accounts: {} }])).toEqual(permissions)
      expect(asked.filter(([method]) => !method.includes('Permissions'))).toEqual([])
    })

    it.each([
      undefined,
      null,
      7,
      'eth_accounts',
      [],
      {},
      { method: '' },
      { method: 7 },
      { method: 'eth_call', params: null },
      { method: 'eth_call', params: 'latest' },
      { method: 'eth_call', params: 1 },
    ])('[D50] refuses the malformed request %j', async (args) => {
      const { provider, asked, read } = await open()
      expect(await failure(provider.request(args as never))).toMatchObject({ code: -32600 })
      expect([asked, read]).toEqual([[], []])
    })

    it.each(taken.filter(([, , ...able]) => able.includes(kind)))(
      'passes %s with the parameters %j to the wallet',
      async (method, params) => {
        const { provider, asked } = await open()
        expect(await provider.request({ method, params })).toBe(HASH)
        expect(asked).toEqual([[method, params]])
      },
    )

    it.each([
      [4001, 'User rejected the request.'],
      [4100, 'Unauthorized.'],
      [4200, 'Unsupported.'],
      [4900, 'Disconnected.'],
      [4901, 'Chain disconnected.'],
      [4902, 'Unrecognized chain.'],
      [-32700, 'Parse error'],
      [-32600, 'Invalid request'],
      [-32601, 'Method not found'],
      [-32602, 'Invalid params'],
      [-32603, 'Internal error'],
      [-32000, 'Invalid input'],
      [-32001, 'Resource not found'],
      [-32002, 'Resource unavailable'],
      [-32003, 'Transaction refused'],
      [-32004, 'Method not supported'],
      [-32005, 'Limit exceeded'],
      [-32006, 'JSON-RPC version not supported'],
      [5700, 'Unsupported capability'],
      [5710, 'Unsupported chain'],
      [5720, 'Duplicate ID'],
      [5730, 'Unknown bundle'],
      [5740, 'Bundle too large'],
      [5760, 'Atomicity not supported'],
    ])('returns the wallet’s error code %i with its message and data', async (code, message) => {
      const { provider } = await open(fail(code, message, { detail: 'x' }))
      const error = await failure(provider.request({ method: 'personal_sign', params: ['0x68', MARA] }))
      expect(error).toMatchObject({ code, ...(code !== 4001 && { data: { detail: 'x' } }) })
      expect(error.message).toEqual(expect.any(String))
    })

    it.each([
      ['a decline in the message (4001)', undefined, 'User canceled', 4001],
      ['an empty message (-32603)', undefined, '', -32603],
      ['any other message (-32603)', undefined, 'It broke', -32603],
    ])('gives the wallet’s error a code if the error has no code: %s', async (_, code, message, expected) => {
      const { provider } = await open(fail(code, message))
      const error = await failure(provider.request({ method: 'personal_sign', params: ['0x68', MARA] }))
      expect(error).toMatchObject({ code: expected })
    })

    it('[D24] [D50] sends reads to a node, and returns the code and data of a revert', async () => {
      const revert = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
      const { provider, asked, read } = await open(fail(revert.code, revert.message, revert.data))
      const call = [{ from: WREN, to: WREN, data: '0x' }, 'latest']
      for (const method of ['eth_call', 'eth_estimateGas'])
        expect(await failure(provider.request({ method, params: call }))).toMatchObject(revert)
      expect([asked, read]).toEqual([[], ['eth_call', 'eth_estimateGas']])
    })

    it('disconnects on wallet_revokePermissions', async () => {
      const page = (await open()) as ReturnType<typeof createPage>
      const { provider, left } = page
      const params = [{ eth_accounts: {} }]
      expect(await provider.request({ method: 'wallet_revokePermissions', params })).toBeNull()
      expect(left).toEqual(['eip155'])
      expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
      expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    })
  },
)

/** Billfold answers these, since the wallet is not in the page. */
describe.each(['WalletConnect', 'email'] as const)(
  '[D31] The EVM page provider with a wallet outside the page (%s)',
  (kind) => {
    const open = (peer: Peer = () => HASH) => kinds[kind](peer)

    it.each(taken.filter(([, , ...able]) => !able.includes(kind)))(
      'rejects a method that the wallet does not support: %s with %j',
      async (method, params) => {
        const { provider, asked, read } = await open()
        expect(await failure(provider.request({ method, params }))).toMatchObject({ code: 4200 })
        expect([asked, read]).toEqual([[], []])
      },
    )

    it.each([
      'eth_decrypt',
      'eth_getEncryptionPublicKey',
      'eth_subscribe',
      'eth_unsubscribe',
      'eth_newThing',
      'anvil_setBalance',
      '__proto__',
      'constructor',
    ])('rejects %s instead of sending it to a node', async (method) => {
      const { provider, asked, read } = await open()
      expect(await failure(provider.request({ method, params: [MARA] }))).toMatchObject({ code: 4200 })
      expect([asked, read]).toEqual([[], []])
    })

    it('[S3] passes the revocation of a smart session to the wallet, and stays connected', async () => {
      const { provider, asked, getAccount } = (await open()) as ReturnType<typeof createPage>
      const session = { id: 'b5c1d0f2', context: '0x51c0' }
      expect(await evmCalls.signRevocation!(getAccount(), session)).toBe(HASH)
      const params = [{ address: MARA, pci: session.id, permissionsContext: session.context }]
      expect(asked).toEqual([['wallet_revokePermissions', params]])
      expect(await provider.request({ method: 'eth_accounts' })).toEqual([MARA])
      const other = { ...getAccount(), address: WREN }
      expect(await failure(evmCalls.signRevocation!(other, session))).toMatchObject({
        code: 'wallet_failed',
        context: { code: 4100 },
      })
    })

    it('returns the account for eth_coinbase', async () => {
      expect(await (await open()).provider.request({ method: 'eth_coinbase' })).toBe(MARA)
    })

    const malformed: [string, unknown][] = [
      ['wallet_switchEthereumChain', undefined],
      ['wallet_switchEthereumChain', []],
      ['wallet_switchEthereumChain', ['0xa']],
      ['wallet_switchEthereumChain', { chainId: '0xa' }],
      ['wallet_switchEthereumChain', [{ chainId: '10' }]],
      ['wallet_switchEthereumChain', [{ chainId: 10 }]],
      ['wallet_switchEthereumChain', [{ chainId: '0x0a' }]],
      ['wallet_switchEthereumChain', [{ chainId: '0x0' }]],
      ['wallet_switchEthereumChain', [{ chainId: '0xffffffffffffffff' }]],
      ['wallet_switchEthereumChain', [{ chainId: 'eip155:10' }]],
      ['wallet_requestPermissions', []],
      ['wallet_requestPermissions', [{}]],
      ['wallet_requestPermissions', ['eth_accounts']],
      ['wallet_revokePermissions', [{ eth_accounts: true }]],
      ['personal_sign', ['0x68']],
      ['personal_sign', []],
      ['personal_sign', { message: '0x68' }],
      ['eth_signTypedData_v4', [typed]],
      ['eth_sendTransaction', []],
      ['eth_sendTransaction', [null]],
      ['eth_sendTransaction', transaction],
      ['eth_sendTransaction', [{ ...transaction, value: '1' }]],
      ['eth_sendTransaction', [{ ...transaction, value: 1 }]],
      ['eth_sendTransaction', [{ ...transaction, to: 'mara.eth' }]],
      ['eth_sendTransaction', [{ ...transaction, data: 'transfer' }]],
      ['eth_sendTransaction', [{ ...transaction, chainId: 1 }]],
      ['eth_sendTransaction', [{ ...transaction, chainId: '1' }]],
      ['eth_sendTransaction', [{ ...transaction, from: 7 }]],
      ['wallet_sendCalls', [{ ...batch, calls: [] }]],
      ['wallet_sendCalls', [{ ...batch, calls: undefined }]],
      ['wallet_sendCalls', [{ ...batch, chainId: 1 }]],
      ['wallet_getCapabilities', []],
      ['wallet_getCallsStatus', [{}]],
      ['eth_call', { to: WREN }],
    ]
    it.each(malformed)('[D50] refuses %s with the malformed parameters %j', async (method, params) => {
      const { provider, asked, read } = await open()
      expect(await failure(provider.request({ method, params }))).toMatchObject({ code: -32602 })
      expect([asked, read]).toEqual([[], []])
    })

    const foreign: [string, unknown][] = [
      ['personal_sign', ['0x68', WREN]],
      ['personal_sign', [WREN, '0x68']],
      ['eth_signTypedData_v4', [WREN, typed]],
      ['eth_sendTransaction', [{ ...transaction, from: WREN }]],
      ['wallet_sendCalls', [{ ...batch, from: WREN }]],
      ['wallet_getCapabilities', [WREN]],
    ]
    it.each(foreign)(
      'rejects a request for an account that is not connected, without asking the wallet: %s %j',
      async (method, params) => {
        const { provider, asked } = await open()
        expect(await failure(provider.request({ method, params }))).toMatchObject({ code: 4100 })
        expect(asked).toEqual([])
      },
    )

    it.each([
      ['eth_sendTransaction', [{ ...transaction, chainId: '0xa' }]],
      ['wallet_sendCalls', [{ ...batch, chainId: '0xa' }]],
    ])(
      'rejects a request for a network other than the current one, without asking the wallet: %s %j',
      async (method, params) => {
        const { provider, asked } = await open()
        expect(await failure(provider.request({ method, params }))).toMatchObject({ code: 4901 })
        expect(asked).toEqual([])
      },
    )
  },
)

describe.each(['injected', 'external', 'WalletConnect'] as const)(
  '[D20] A switch to an unknown network (%s)',
  (kind) => {
    const open = (peer: Peer = () => HASH) => kinds[kind](peer)

    it.each([
      ['the code 4902', fail(4902, 'Unrecognized chain ID')],
      ['the code 5100', fail(5100, 'Unsupported chains.')],
      ['a message alone', fail(undefined, 'Unsupported network')],
      [
        'a nested error with the code 4902',
        fail(-32603, 'Internal', { originalError: { code: 4902, message: 'Unrecognized chain ID' } }),
      ],
    ])(
      '[D20] fails with 4902 if the wallet reports, by %s, that it does not know the network',
      async (_, peer) => {
        const { provider } = await open(peer)
        const asked = provider.request({
          method: 'wallet_switchEthereumChain',
          params: [{ chainId: '0xa4b1' }],
        })
        expect(await failure(asked)).toMatchObject({ code: 4902 })
      },
    )
  },
)

describe.each(['WalletConnect', 'email'] as const)(
  '[F14] Requests for a wallet outside the page (%s)',
  (kind) => {
    const isTaken = ([method]: [string, ...unknown[]]) =>
      kind === 'WalletConnect' || safeMethods.has(method) || approvalMethods.has(method)
    const ask = async (method: string, params: readonly unknown[] | object) => {
      const page = await kinds[kind](() => HASH)
      const answer = page.provider.request({ method, params })
      return { page, error: await answer.then(() => undefined).catch((error: Thrown) => error) }
    }

    it.each(
      (
        [
          ['wallet_prepareCalls', [{ from: WREN, calls: [] }], 4100],
          ['wallet_prepareCalls', [{ chainId: '0x89', calls: [] }], 4901],
          ['wallet_sendPreparedCalls', [{ chainId: '0x89' }], 4901],
          ['wallet_grantPermissions', [{ chainId: '0x89' }], 4901],
          ['wallet_grantPermissions', [{ address: WREN }], 4100],
          ['wallet_requestExecutionPermissions', [[{ chainId: '0x1' }, { chainId: '0x89' }]], 4901],
          ['eth_sendUserOperation', [{ sender: WREN }, WREN], 4100],
          ['wallet_getAssets', [{ account: WREN }], 4100],
          ['wallet_getAssets', { account: `eip155:1:${WREN}` }, 4100],
          ['wallet_anything', [{ chainId: 'eip155:137' }], 4901],
          ['wallet_anything', [{ chainId: 137 }], 4901],
        ] as [string, readonly unknown[] | object, number][]
      ).filter(isTaken),
    )(
      'are rejected if they name an account or network that is not connected: %s with %j (error code %i)',
      async (method, params, code) => {
        const { page, error } = await ask(method, params)
        expect(error?.code).toBe(code)
        expect(page.asked).toEqual([])
      },
    )

    it.each(
      (
        [
          ['wallet_prepareCalls', [{ from: MARA.toUpperCase().replace('0X', '0x'), chainId: '0x1' }]],
          ['wallet_grantPermissions', [{ address: MARA, chainId: '0x1', signer: { type: 'keys' } }]],
          ['wallet_anything', [{ from: null, address: WREN, chainId: 'eip155:1' }]],
          ['wallet_anything', ['text', 7, null]],
        ] as [string, readonly unknown[] | object][]
      ).filter(isTaken),
    )('are passed to the wallet if they are allowed: %s with %j', async (method, params) => {
      const { page, error } = await ask(method, params)
      expect(error).toBeUndefined()
      expect(page.asked).toEqual([[method, params]])
    })

    it.each([
      { ...transaction, data: null },
      { ...transaction, value: '0x' },
      { ...transaction, from: null, gas: null },
    ])('[D50] can have null and empty fields in eth_sendTransaction: %j', async (sent) => {
      const { page, error } = await ask('eth_sendTransaction', [sent])
      expect(error).toBeUndefined()
      expect(page.asked).toEqual([['eth_sendTransaction', [sent]]])
    })
  },
)

describe('[D31] Errors of the EVM page provider', () => {
  it.each([
    ['invalid JSON', { name: 'BillfoldError', code: 'wallet_failed', context: { rpcJson: '{' } }],
    ['no context', { name: 'BillfoldError', code: 'wallet_failed' }],
    ['a context that is not an object', { name: 'BillfoldError', context: 'x', message: { toString: 1 } }],
    [
      'fields of wrong types',
      { name: 'BillfoldError', context: { description: Object.create(null) as object } },
    ],
    [
      'a code whose getter throws',
      Object.defineProperty({ name: 'BillfoldError' }, 'code', { get: () => fail(1, 'trap')() }),
    ],
    ['a fractional code', { name: 'BillfoldError', code: 'wallet_failed', context: { code: 1.5 } }],
    ['a megabyte of data', { name: 'BillfoldError', context: { rpcJson: `"${'x'.repeat(1_000_000)}"` } }],
  ])('have the code -32603 if the wallet throws a fake Billfold error that has %s', async (_, thrown) => {
    const page = createPage()
    const wallet = createFakeWallet()
    wallet.request = () => Promise.reject(thrown as unknown as Error)
    page.connect(wallet)
    const error = await failure(page.provider.request({ method: 'personal_sign', params: ['0x68', MARA] }))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: -32603, message: expect.any(String) as string })
    expect(JSON.stringify(error).length).toBeLessThan(30_000)
  })

  it.each<[ErrorCode, number]>([
    ['session_ended', 4900],
    ['relay_unreachable', 4900],
    ['wallet_busy', -32002],
    ['call_unsupported', 4200],
    ['account_changed', 4100],
    ['outcome_unknown', -32603],
    ['leader_missing', -32603],
    ['auth_lost', -32603],
    ['aborted', -32603],
  ])(
    'translate Billfold’s error %s into the code %i, and give Billfold’s own code as the reason',
    async (reason, code) => {
      const page = createPage()
      const wallet = createFakeWallet()
      const thrown = new BillfoldError(reason, 'Look there.')
      wallet.request = () => Promise.reject(thrown)
      page.connect(wallet)
      const error = await failure(page.provider.request({ method: 'personal_sign', params: ['0x68', MARA] }))
      expect(error).toMatchObject({ code, message: 'Look there.', data: { reason }, cause: thrown })
    },
  )

  it.each<[string, BillfoldError, unknown]>([
    ['a decline without data (no data)', new BillfoldError('wallet_declined', 'No.'), undefined],
    [
      'a decline with data (the wallet’s data)',
      new BillfoldError('wallet_declined', 'No.', { context: toDataContext({ why: 'x' }) }),
      { why: 'x' },
    ],
    ['the closed modal (no data)', new BillfoldError('connect_cancelled', 'Closed.'), undefined],
    [
      'an error with a code (no data)',
      new BillfoldError('wallet_failed', 'It broke.', { context: { code: 4100 } }),
      undefined,
    ],
    [
      'an error without a code (the reason wallet_failed)',
      new BillfoldError('wallet_failed', 'It broke.'),
      { reason: 'wallet_failed' },
    ],
    [
      'an error with a fractional code (no data)',
      new BillfoldError('wallet_failed', 'x', { context: { rpcCode: 1.5, code: 4100 } }),
      undefined,
    ],
  ])(
    'have the wallet’s data if the wallet gave data, or Billfold’s error code as the reason if the wallet gave no code: %s',
    async (_, thrown, data) => {
      const page = createPage()
      const wallet = createFakeWallet()
      wallet.request = () => Promise.reject(thrown)
      page.connect(wallet)
      const error = await failure(page.provider.request({ method: 'personal_sign' }))
      expect(error.data).toEqual(data)
      expect(Object.hasOwn(error, 'data')).toBe(data !== undefined)
    },
  )

  it.each([
    ['a string (-32603)', 'It broke', -32603],
    ['a code that is a string (4001)', { code: '4001', message: 'no' }, 4001],
    ['the code ACTION_REJECTED of ethers (4001)', { code: 'ACTION_REJECTED', message: 'no' }, 4001],
    ['a fractional code (-32603)', { code: 1.5, message: 'no' }, -32603],
    ['undefined (-32603)', undefined, -32603],
    ['null (-32603)', null, -32603],
    [
      'an object with a code getter that throws (-32603)',
      Object.defineProperty({}, 'code', { get: () => fail(1, 'trap')() }),
      -32603,
    ],
  ])('are Error objects with a code, whatever an injected wallet throws: %s', async (_, thrown, code) => {
    const page = createPage()
    const wallet = createFakeWallet()
    wallet.request = () => Promise.reject(thrown as Error)
    page.connect(wallet)
    const error = await failure(page.provider.request({ method: 'personal_sign' }))
    expect(error).toBeInstanceOf(Error)
    expect(error.code).toBe(code)
  })
})

describe('[D20] An unknown network over WalletConnect', () => {
  const open = async (methods: readonly string[], answer: Peer = () => null) => {
    const eip155 = {
      accounts: [`eip155:1:${MARA}`] as string[],
      chains: ['eip155:1'] as `${string}:${string}`[],
      methods,
      events: [],
    }
    const session = {
      id: 's',
      peer: { name: 'Lantern', url: '' },
      namespaces: { eip155 },
      expiresAt: Date.now() + 1e9,
    } as unknown as WalletConnectSession
    const fake = createFakeWalletConnect(networks, session)
    const provider = {} as { request(args: object): Promise<unknown> }
    const wallet = toSessionWallet(provider, fake.context)
    wallet.learn(session)
    fake.answer = async ({ method, params }) => {
      try {
        return await answer(method, params)
      } catch (error) {
        throw toPeerError(toPlain(error))!
      }
    }
    const share = (id: number) =>
      wallet.learn({
        ...session,
        namespaces: { eip155: { ...eip155, accounts: [...eip155.accounts, `eip155:${id}:${MARA}`] } },
      } as WalletConnectSession)
    return { fake, provider, share }
  }
  const SWITCH = 'wallet_switchEthereumChain'
  const ADD = 'wallet_addEthereumChain'

  test('can be added to the wallet by a request sent on the page’s current network', async () => {
    const { fake, provider } = await open([SWITCH, ADD])
    expect(await provider.request({ method: ADD, params: [added] })).toBeNull()
    expect(fake.requests).toMatchObject([{ method: ADD, caipNetworkId: 'eip155:1', params: [added] }])
  })

  test('cannot be switched to until the wallet has added it', async () => {
    let isKnown = false
    const { fake, provider, share } = await open([SWITCH, ADD], (method) => {
      if (method === ADD) isKnown = true
      if (method === ADD || isKnown) {
        if (method === SWITCH) share(0xa4b1)
        return null
      }
      throw { code: 5100, message: 'Unsupported chains.' }
    })
    const go = { method: SWITCH, params: [{ chainId: '0xa4b1' }] }
    // As the wallet says it; the page hears 4902.
    expect(await failure(provider.request(go))).toMatchObject({ code: 5100 })
    await provider.request({ method: ADD, params: [added] })
    expect(await provider.request(go)).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa4b1')
    expect(fake.requests.map(({ method }) => method)).toEqual([SWITCH, ADD, SWITCH])
  })

  test('becomes active when the wallet adds it, if the wallet can add but not switch networks (until then error 4902)', async () => {
    const { provider, share } = await open([ADD], () => {
      setTimeout(() => share(0xa4b1), 50)
      return null
    })
    const go = { method: SWITCH, params: [{ chainId: '0xa4b1' }] }
    expect(await failure(provider.request(go))).toMatchObject({ code: 4902 })
    const adding = provider.request({ method: ADD, params: [added] })
    await vi.advanceTimersByTimeAsync(60)
    expect(await adding).toBeNull()
    expect(await provider.request(go)).toBeNull()
  })

  test('cannot be switched to (error 4901) if the wallet can neither switch nor add networks', async () => {
    const { provider } = await open([])
    const go = { method: SWITCH, params: [{ chainId: '0xa' }] }
    expect(await failure(provider.request(go))).toMatchObject({ code: 4901 })
    expect(await failure(provider.request({ method: ADD, params: [added] }))).toMatchObject({ code: 4200 })
  })

  test.each([
    { chainId: 'abc' },
    { chainId: 42161 },
    { ...added, rpcUrls: [] },
    { ...added, rpcUrls: ['no url'] },
    { ...added, nativeCurrency: { symbol: 'ETH' } },
  ])('is not added if the parameters are malformed: %j', async (bad) => {
    const { fake, provider } = await open([ADD])
    expect(await failure(provider.request({ method: ADD, params: [bad] }))).toMatchObject({ code: -32602 })
    expect(fake.requests).toEqual([])
  })
})

describe('[D47] The EVM page provider without a connection', () => {
  it('sends reads to the page’s node, on the page’s network', async () => {
    const asked: unknown[] = []
    const { provider } = createPage({
      call: (async (...given: unknown[]) => (asked.push(given), '0x10')) as never,
    })
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x10')
    expect(asked).toEqual([['askNode', { caipNetworkId: 'eip155:1', method: 'eth_blockNumber', params: [] }]])
  })

  it('[D50] returns the code and data of a revert, and -32603 if the node cannot be reached', async () => {
    const revert = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    const peer = fail(revert.code, revert.message, revert.data)
    const open = (call: () => Promise<unknown>) => createPage({ call: call as never }).provider
    const read = { method: 'eth_call', params: [{ to: WREN }, 'latest'] }
    expect(await failure(open(() => askNode(peer, 'eth_call', [])).request(read))).toMatchObject(revert)
    for (const code of ['http_network', 'http_timeout', 'worker_deadline', 'worker_unavailable'] as const) {
      const { provider } = createPage({ call: () => Promise.reject(new BillfoldError(code, 'No node.')) })
      expect(await failure(provider.request(read))).toMatchObject({ code: -32603, message: 'No node.' })
    }
  })

  it('sends whole numbers to the node in hex, and rejects parameters that JSON cannot represent', async () => {
    const asked: { params: unknown }[] = []
    const call = async (_: string, question: { params: unknown }) => void asked.push(question)
    const { provider } = createPage({ call: call as never })
    await provider.request({ method: 'eth_getBalance', params: [MARA, 18n] })
    expect(asked).toMatchObject([{ params: [MARA, '0x12'] }])
    const circle: unknown[] = []
    circle.push(circle)
    for (const params of [circle, { address: MARA }])
      expect(await failure(provider.request({ method: 'eth_getBalance', params }))).toMatchObject({
        code: -32602,
      })
    expect(asked).toHaveLength(1)
  })

  it('has no permissions, and connects a wallet on wallet_requestPermissions', async () => {
    const page = createPage({ connect: async () => page.connect(createFakeWallet()) })
    const { provider } = page
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    expect(
      await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
    ).toBeNull()
    const params = [{ eth_accounts: {} }]
    expect(await provider.request({ method: 'wallet_requestPermissions', params })).toEqual(permissions)
  })

  it.each([
    ['personal_sign', 4100],
    ['eth_sendTransaction', 4100],
    ['eth_signTypedData_v4', 4100],
    ['wallet_switchEthereumChain', 4100],
    ['wallet_addEthereumChain', 4100],
    ['wallet_sendCalls', 4100],
    ['wallet_getCapabilities', 4100],
    ['wallet_watchAsset', 4100],
    ['eth_decrypt', 4200],
    ['eth_getEncryptionPublicKey', 4200],
    ['eth_subscribe', 4200],
    ['eth_unsubscribe', 4200],
    ['nothing', 4200],
    ['__proto__', 4200],
  ])('rejects %s with the error code %i, and loads no scripts for it', async (method, code) => {
    const { provider } = createPage()
    expect(await failure(provider.request({ method }))).toMatchObject({ code })
  })

  it('[D47] disconnects on wallet_revokePermissions even if no account is shared', async () => {
    const { provider, left } = createPage()
    const params = [{ eth_accounts: {}, other: {} }]
    expect(await provider.request({ method: 'wallet_revokePermissions', params })).toBeNull()
    expect(left).toEqual(['eip155'])
  })

  it.each([[[{ other: {} }]], [[{ eth_accounts: {}, other: {} }]]])(
    '[D47] rejects a request for an unknown permission: %j',
    async (params) => {
      const { provider } = createPage()
      const asked = provider.request({ method: 'wallet_requestPermissions', params })
      expect(await failure(asked)).toMatchObject({ code: 4200, message: expect.stringContaining('other') })
    },
  )

  it.each<[string, unknown, number, unknown]>([
    ['the user closes the modal (4001)', new BillfoldError('connect_cancelled', 'Closed.'), 4001, undefined],
    ['Billfold has been destroyed (4900)', new BillfoldError('stopped', 'Destroyed.'), 4900, undefined],
    [
      'Billfold’s code cannot be loaded (-32603)',
      new BillfoldError('code_missing', 'Missing.'),
      -32603,
      undefined,
    ],
  ])('rejects a request for accounts if %s', async (_, thrown, code) => {
    const { provider } = createPage({ connect: () => Promise.reject(thrown as Error) })
    expect(await failure(provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code })
  })

  it('[D31] rejects each request that needs a network with 4900 if the page has no EVM networks', async () => {
    const page = createPage()
    page.pageProvider.page!.networks = []
    for (const method of ['eth_chainId', 'net_version', 'eth_blockNumber'])
      expect(await failure(page.provider.request({ method }))).toMatchObject({ code: 4900 })
    expect(await page.provider.request({ method: 'eth_accounts' })).toEqual([])
    const { provider } = createEvmPageProvider()
    expect(await failure(provider.request({ method: 'eth_chainId' }))).toMatchObject({ code: 4900 })
    expect(await failure(provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: 4900 })
  })
})

describe('[D46] The EVM page provider while a session is restored', () => {
  const restoring: AccountState = { status: 'connecting', restoring: true }

  it.each([
    ['eth_accounts', [MARA]],
    ['eth_chainId', '0xa'],
    ['eth_blockNumber', HASH],
    ['personal_sign', HASH],
  ])('delays %s until the session is restored', async (method, expected) => {
    const page = createPage(
      {
        awaitRestored: async () => {
          await new Promise((resolve) => setTimeout(resolve, 3_000))
          const wallet = createFakeWallet()
          wallet.request = async () => HASH
          page.connect(wallet, 10)
        },
      },
      restoring,
    )
    const asked = page.provider.request({ method, params: ['0x68', MARA] })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await asked).toEqual(expected)
  })

  it('answers as if no wallet were connected after 10 s, or as soon as the code to restore sessions fails to load', async () => {
    const page = createPage({ awaitRestored: () => new Promise(() => {}) }, restoring)
    const asked = page.provider.request({ method: 'eth_accounts' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await asked).toEqual([])
    const broken = createPage({ awaitRestored: () => Promise.reject(new Error('gone')) }, restoring)
    expect(await broken.provider.request({ method: 'eth_accounts' })).toEqual([])
  })
})

describe('The events and older methods of the EVM page provider', () => {
  const settle = () => vi.advanceTimersByTimeAsync(0)

  it('[D48] include only accountsChanged after a disconnect if the page has the wallet’s network, since the network stays', async () => {
    const { connect, adapter, heard, provider } = createPage()
    connect(createFakeWallet(), 10)
    await settle()
    heard.splice(0)
    adapter.setActive(undefined)
    await settle()
    expect(heard).toEqual([['accountsChanged', []]])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
  })

  it('[D48] include accountsChanged and then chainChanged after a disconnect if the page does not have the wallet’s network', async () => {
    const { connect, adapter, heard } = createPage()
    connect(createFakeWallet(), 5)
    await settle()
    heard.splice(0)
    adapter.setActive(undefined)
    await settle()
    expect(heard).toEqual([
      ['accountsChanged', []],
      ['chainChanged', '0x1'],
      ['networkChanged', '1'],
    ])
  })

  it('[D49] include only accountsChanged when the wallet is locked or unlocked', async () => {
    const { connect, adapter, heard } = createPage()
    const wallet = createFakeWallet()
    adapter.watchAccounts(toConnector(wallet), () => {})
    connect(wallet, 5)
    await settle()
    heard.splice(0)
    adapter.setActive(undefined)
    await settle()
    expect(heard).toEqual([['accountsChanged', []]])
    connect(wallet, 5)
    await settle()
    expect(heard).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [MARA]],
    ])
  })

  it('[D49] include the event disconnect after a disconnect if the page has no node to send requests to', async () => {
    const { connect, adapter, heard, pageProvider } = createPage()
    pageProvider.page!.networks = networks.map((network) => ({ ...network, rpcUrls: [] }))
    for (const times of [1, 2]) {
      connect(createFakeWallet())
      await settle()
      adapter.setActive(undefined)
      await settle()
      expect(heard.filter(([event]) => event === 'connect')).toHaveLength(times)
      expect(heard.at(-1)).toEqual(['disconnect', expect.objectContaining({ code: 4900 })])
    }
  })

  it('[D51] include once, off, removeAllListeners and networkChanged, which work as older pages expect', async () => {
    const { connect, provider } = createPage()
    const seen: string[] = []
    const add = (name: string) => () => void seen.push(name)
    const gone = add('gone')
    provider.once('accountsChanged', add('once'))
    provider.once('accountsChanged', gone)
    provider.off('accountsChanged', gone)
    provider.on('networkChanged', (id) => void seen.push(id))
    const wallet = createFakeWallet()
    connect(wallet, 10)
    await settle()
    expect(seen).toEqual(['10', 'once'])
    connect({ ...wallet }, 1)
    await settle()
    expect(seen).toEqual(['10', 'once', '1'])
    provider.removeAllListeners('networkChanged')
    connect(wallet, 10)
    provider.removeAllListeners()
    await settle()
    expect(seen).toEqual(['10', 'once', '1'])
  })

  it('[D51] call a listener added by both on() and once() for every event, not only for the first event', async () => {
    const { connect, provider } = createPage()
    const seen: unknown[] = []
    const listener = (id: string) => void seen.push(id)
    provider.on('networkChanged', listener)
    provider.once('networkChanged', listener)
    const wallet = createFakeWallet()
    for (const id of [10, 1, 10]) {
      connect(wallet, id)
      await settle()
    }
    expect(seen).toEqual(['10', '10', '1', '10'])
  })

  it('[D51] include sendAsync, which returns an error as plain data in its response', async () => {
    const { provider } = createPage()
    const [response] = await new Promise<[{ error: unknown }]>((resolve) =>
      provider.sendAsync([{ id: 1, method: 'personal_sign' }] as never, (_, answer) =>
        resolve(answer as never),
      ),
    )
    expect(JSON.parse(JSON.stringify(response.error))).toMatchObject({
      code: 4100,
      message: expect.stringContaining('No wallet') as string,
    })
  })

  it('[D51] include send and sendAsync, which answer JSON-RPC requests, also in batches', async () => {
    const { connect, provider } = createPage()
    connect(createFakeWallet())
    const payload = { id: 7, jsonrpc: '2.0', method: 'eth_chainId' }
    const whole = { id: undefined, jsonrpc: '2.0', result: '0x1' }
    expect(await provider.send('eth_chainId')).toEqual(whole)
    expect(await provider.send('eth_chainId', [])).toEqual(whole)
    for (const params of ['junk', null])
      expect(await failure(provider.send('eth_chainId', params as never))).toMatchObject({ code: -32600 })
    expect(await provider.send(payload)).toEqual({ id: 7, jsonrpc: '2.0', result: '0x1' })
    const call = (asked: unknown) =>
      new Promise((resolve) => provider.sendAsync(asked as never, (...answer) => resolve(answer)))
    expect(await call(payload)).toEqual([null, { id: 7, jsonrpc: '2.0', result: '0x1' }])
    expect(await call([payload, { id: 8, method: 'net_version' }])).toEqual([
      null,
      [
        { id: 7, jsonrpc: '2.0', result: '0x1' },
        { id: 8, jsonrpc: '2.0', result: '1' },
      ],
    ])
    const [error, response] = (await call({ id: 9, method: '' })) as [Thrown, { error: Thrown }]
    expect([error.code, response.error.code]).toEqual([-32600, -32600])
    const answer = new Promise((resolve) => provider.send(payload, (...given) => resolve(given)))
    expect(await answer).toEqual([null, { id: 7, jsonrpc: '2.0', result: '0x1' }])
    expect(await call(null)).toMatchObject([{ code: -32600 }, {}])
  })
})
