// @vitest-environment happy-dom
/**
 * One table of requests and answers that every kind of Solana wallet passes, through the Wallet Standard object that a page gets
 * and through `wallet()`: injected, and over WalletConnect.
 * @see https://github.com/wallet-standard/wallet-standard
 * @see https://github.com/anza-xyz/wallet-standard
 */
import { signal } from '@preact/signals-core'
import { base58, base64 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnections, type Connections } from '../../../src/connections/connections.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { createSessions } from '../../../src/connections/session.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { WalletConnectSession } from '../../../src/core/contract/walletconnect.ts'
import { isNotSent } from '../../../src/wallets/is-not-sent.ts'
import type { AccountState, ConnectedAccount } from '../../../src/wallets/account.ts'
import { createPreferredTypes } from '../../../src/wallets/account-types.ts'
import type { Connector } from '../../../src/wallets/connector.ts'
import { isOwnProvider } from '../../../src/wallets/own-provider.ts'
import { createSolanaAdapter } from '../../../src/wallets/solana/adapter.ts'
import { solanaCalls } from '../../../src/wallets/solana/calls.ts'
import { solanaDevnet, solanaMainnet, toSolanaChain } from '../../../src/wallets/solana/networks.ts'
import { createSolanaPageProvider, type SolanaInput } from '../../../src/wallets/solana/page-provider.ts'
import { createWalletConnect } from '../../../src/wallets/walletconnect/connector.ts'
import { fromJsonRpcError as toPeerError } from '../../../worker/walletconnect/json-rpc-error.ts'
import { eventually } from '../../eventually.ts'
import {
  ADA,
  BEN,
  createFakeStandardWallet,
  toAccount,
  toSolanaConnector,
} from '../../fake-standard-wallet.ts'
import { createFakeWalletConnect } from '../../fake-walletconnect.ts'

const networks = [solanaMainnet, solanaDevnet].map(toNetwork)
const MAINNET = `solana:${solanaMainnet.id}` as const
const DEVNET = `solana:${solanaDevnet.id}` as const
const SIGNATURE = new Uint8Array(64).fill(7)
const message = new TextEncoder().encode('Tide')
const METHODS = ['signMessage', 'signTransaction', 'signAndSendTransaction'] as const

type Method = (typeof METHODS)[number]
interface Asked {
  method: Method
  address: string
  bytes: Uint8Array
  /** Of transactions. */
  chain?: string | undefined
}
/** What the wallet answers: a signature, or a signed transaction. What is no bytes is the whole answer, as it is. */
type Peer = (asked: Asked) => unknown
interface Thrown {
  code?: unknown
  message: string
}

const toBytes = (value: unknown) => (value instanceof Uint8Array ? value : undefined)
const toFeature = (method: Method) => `solana:${method}` as const

/** One signature, by ADA; `tail` is what it does. */
function toTransaction(tail = 5, signature = 0): Uint8Array {
  const text = [1, 0, 0, 1, ...base58.decode(ADA), ...Array<number>(32).fill(9), 1, 0, 0, 1, tail]
  return Uint8Array.from([1, ...Array<number>(64).fill(signature), ...text])
}

const signed: Peer = ({ method, bytes }) => {
  if (method !== 'signTransaction') return SIGNATURE
  const copy = bytes.slice()
  copy.set(SIGNATURE, 1)
  return copy
}

/** A wallet of one kind, as tests move it. */
interface Kind {
  connector: Connector
  context: ReturnType<typeof createFakeWalletConnect>['context']
  /** A person approves the connection. */
  approve(): Promise<void>
  /** What it shares from now on; nothing while it is locked. */
  share(addresses: readonly string[]): void
  /** How often it was told that the page has left. */
  getEnded(): number
}

const kinds = {
  injected(peer: Peer, asked: Asked[]): Kind {
    const wallet = createFakeStandardWallet({ own: [ADA, BEN].map((address) => toOwn(address)) })
    const answer = async (
      method: Method,
      input: SolanaInput & Record<'message' | 'transaction', Uint8Array>,
    ) => {
      const request = toRequest(
        method,
        input.account.address,
        input.message ?? input.transaction,
        input.chain,
      )
      asked.push(request)
      return peer(request)
    }
    for (const method of METHODS)
      wallet.features[toFeature(method)] = {
        version: '1.0.0',
        async [method](...inputs: never[]) {
          const given: unknown[] = []
          for (const input of inputs) given.push(await answer(method, input))
          if (given.some((one) => !toBytes(one))) return given[0]
          const name = method === 'signTransaction' ? 'signedTransaction' : 'signature'
          return given.map((bytes) => ({
            [name]: bytes,
            ...(method === 'signMessage' && { signedMessage: message }),
          }))
        },
      }
    return {
      connector: toSolanaConnector(wallet),
      context: createFakeWalletConnect(networks, {} as never).context,
      approve: async () => {},
      share(addresses) {
        wallet.own = wallet.accounts = addresses.map(toOwn)
        wallet.change()
      },
      getEnded: () => wallet.asked.filter((method) => method === 'disconnect').length,
    }
  },
  WalletConnect(peer: Peer, asked: Asked[]): Kind {
    const toSession = (addresses: readonly string[]): WalletConnectSession => ({
      id: 'session-1',
      peer: { name: 'Lantern', url: 'https://lantern.example' },
      namespaces: {
        solana: {
          accounts: [MAINNET, DEVNET].flatMap((id) => addresses.map((address) => `${id}:${address}`)),
          chains: [MAINNET, DEVNET],
          methods: METHODS.map((method) => `solana_${method}`),
          events: [],
        },
      },
      expiresAt: Date.now() + 604_800_000,
    })
    const fake = createFakeWalletConnect(networks, toSession([ADA, BEN]))
    fake.answer = async ({ method: called, params, caipNetworkId }) => {
      const method = called.replace('solana_', '') as Method
      const given = params as { pubkey: string; message: string; transaction: string }
      const bytes = given.message ? base58.decode(given.message) : base64.decode(given.transaction)
      const request = toRequest(method, given.pubkey, bytes, toSolanaChain(caipNetworkId))
      asked.push(request)
      try {
        const answer = await peer(request)
        const found = toBytes(answer)
        if (!found) return answer
        return method === 'signTransaction'
          ? { transaction: base64.encode(found) }
          : { signature: base58.encode(found) }
      } catch (error) {
        // As the worker says it of itself.
        if (error instanceof BillfoldError) throw error
        const { code, message: text } = error as Thrown
        throw toPeerError({ code, message: text })!
      }
    }
    return {
      connector: createWalletConnect(['solana']),
      context: fake.context,
      async approve() {
        await eventually(() => expect(fake.pairings).toHaveLength(1))
        fake.pairings[0]!.approve()
      },
      share: (addresses) => fake.set(toSession(addresses)),
      getEnded: () => fake.ended.length,
    }
  },
} satisfies Record<string, (peer: Peer, asked: Asked[]) => Kind>

function toOwn(address: string): object {
  return toAccount(address, { features: METHODS.map(toFeature) })
}

function toRequest(method: Method, address: string, bytes: Uint8Array, chain: string | undefined): Asked {
  return { method, address, bytes: bytes.slice(), ...(method !== 'signMessage' && { chain }) }
}

let running: Connections[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const connections of running) connections.stop()
  running = []
  vi.useRealTimers()
})

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '[D31] A connected Solana wallet (%s)',
  (name) => {
    function page(peer: Peer = signed) {
      const asked: Asked[] = []
      const kind = kinds[name](peer, asked)
      const pageProvider = createSolanaPageProvider()
      const account = signal<AccountState>({ status: 'disconnected' })
      const connections = createConnections({
        account,
        adapters: [createSolanaAdapter(pageProvider, networks)],
        adapterContext: kind.context,
        connectors: signal([kind.connector]),
        networks,
        types: createPreferredTypes({}, localStorage),
        sessions: createSessions(localStorage),
        onConnected() {},
        onForget() {},
        snacks: { show() {} },
      })
      running.push(connections)
      const connect = async () => {
        const connecting = connections.connect(kind.connector)
        await kind.approve()
        await connecting
      }
      pageProvider.page = {
        networks,
        account,
        load: async () => ({
          connect,
          awaitRestored: async () => undefined,
          disconnect: (namespace) => connections.disconnect(namespace),
          call: kind.context.call,
        }),
      }
      const { provider } = pageProvider
      const heard: (readonly string[])[] = []
      const read = () => provider.accounts.map(({ address }) => address)
      provider.features['standard:events'].on('change', () => void heard.push(read()))
      /** Any input, also a malformed one. */
      const ask = (method: Method, ...inputs: unknown[]): Promise<readonly Record<string, Uint8Array>[]> =>
        (
          provider.features[toFeature(method)] as never as Record<
            Method,
            (...given: unknown[]) => Promise<never>
          >
        )[method](...inputs)
      return { ...kind, provider, connections, connect, ask, asked, heard, read, account }
    }

    async function open(peer: Peer = signed) {
      const all = page(peer)
      await all.provider.features['standard:connect'].connect()
      const connected = all.account.peek() as ConnectedAccount
      const toInput = (method: Method, overrides: object = {}) => ({
        account: all.provider.accounts[0]!,
        ...(method === 'signMessage'
          ? { message }
          : { transaction: toTransaction(), chain: 'solana:devnet' }),
        ...overrides,
      })
      /** As `wallet()` asks. */
      const call = (method: Method) =>
        method === 'signMessage'
          ? solanaCalls.signMessage!(connected, 'Tide')
          : solanaCalls.sendTransaction!(
              connected,
              { namespace: 'solana', transaction: toTransaction() },
              all.context.call as never,
            )
      return { ...all, connected, toInput, call }
    }

    it('gives the page the approved accounts, and emits one change event', async () => {
      const { provider, connect: _, heard, read } = page()
      expect(provider.accounts).toEqual([])
      const { accounts } = await provider.features['standard:connect'].connect()
      expect(accounts.map(({ address }) => address)).toEqual([ADA, BEN])
      expect(accounts).toEqual(provider.accounts)
      expect(accounts[0]).toMatchObject({
        publicKey: base58.decode(ADA),
        chains: ['solana:mainnet', 'solana:devnet'],
        features: METHODS.map(toFeature),
      })
      await eventually(() => expect(heard).toEqual([[ADA, BEN]]))
      await provider.features['standard:connect'].connect({ silent: true })
      expect(read()).toEqual([ADA, BEN])
      expect(heard).toHaveLength(1)
    })

    it('signs one or several messages or transactions, in the given order', async () => {
      const { ask, asked, toInput } = await open()
      expect(await ask('signMessage', toInput('signMessage'))).toEqual([
        { signedMessage: message, signature: SIGNATURE },
      ])
      const both = [toTransaction(5), toTransaction(6)]
      const inputs = both.map((transaction) => toInput('signTransaction', { transaction }))
      expect(await ask('signTransaction', ...inputs)).toEqual(
        [toTransaction(5, 7), toTransaction(6, 7)].map((signedTransaction) => ({ signedTransaction })),
      )
      expect(await ask('signAndSendTransaction', toInput('signAndSendTransaction'))).toEqual([
        { signature: SIGNATURE },
      ])
      expect(asked.map(({ method, chain, bytes }) => [method, chain, bytes])).toEqual([
        ['signMessage', undefined, message],
        ['signTransaction', 'solana:devnet', both[0]],
        ['signTransaction', 'solana:devnet', both[1]],
        ['signAndSendTransaction', 'solana:devnet', toTransaction()],
      ])
      expect(new Set(asked.map(({ address }) => address))).toEqual(new Set([ADA]))
      for (const method of METHODS) expect(await ask(method)).toEqual([])
    })

    it('signs with whichever shared account the page requests', async () => {
      const { ask, asked, toInput, provider } = await open()
      await ask('signMessage', toInput('signMessage', { account: provider.accounts[1] }))
      expect(asked).toMatchObject([{ address: BEN }])
    })

    const codes: [code: number, message: string][] = [
      [4001, 'User rejected the request.'],
      [4100, 'Unauthorized.'],
      [4200, 'Unsupported.'],
      [4900, 'Disconnected.'],
      [-32000, 'Invalid input'],
      [-32002, 'A request is already pending.'],
      [-32003, 'Transaction rejected'],
      [-32600, 'Invalid request'],
      [-32601, 'Method not found'],
      [-32602, 'Invalid params'],
      [-32603, 'Internal error'],
    ]
    const fail = (code: unknown, text: string) => () => {
      throw Object.assign(new Error(text), code === undefined ? {} : { code })
    }

    it.each(codes)('returns the wallet’s error code %i and its message', async (code, text) => {
      const { ask, toInput } = await open(fail(code, text))
      for (const method of METHODS)
        expect(await failure(ask(method, toInput(method)))).toMatchObject({
          code,
          message: expect.any(String),
        })
    })

    const toOwnCode = (code: unknown) =>
      code === 4001 ? 'wallet_declined' : code === -32002 ? 'wallet_busy' : 'wallet_failed'
    it.each(codes)(
      'reports the wallet’s error code %i as wallet_declined (4001), wallet_busy (-32002) or else wallet_failed',
      async (code, text) => {
        const { call } = await open(fail(code, text))
        for (const method of METHODS) {
          const error = await failure(call(method))
          expect(error.code).toBe(toOwnCode(code))
          expect(isNotSent(error)).toBe([4001, 4100, 4200, -32601, -32602, -32002].includes(code))
        }
      },
    )

    it.each([
      ['User rejected the request', 'wallet_declined'],
      ['User denied transaction signature', 'wallet_declined'],
      ['', 'wallet_failed'],
      ['It broke', 'wallet_failed'],
      ['Blockhash not found', 'wallet_failed'],
    ])('reports an error with the message "%s" and no code as %s', async (text, code) => {
      const { call } = await open(fail(undefined, text))
      for (const method of METHODS) expect(await failure(call(method))).toMatchObject({ code })
    })

    it('[F14] rejects requests for accounts or networks that are not connected, before the wallet is asked', async () => {
      const { ask, asked, toInput, share, read, provider } = await open()
      const [ada] = provider.accounts
      const other = { ...ada!, address: '11111111111111111111111111111111' }
      for (const method of METHODS)
        expect(await failure(ask(method, toInput(method, { account: other })))).toMatchObject({
          code: 'bad_account',
        })
      for (const method of ['signTransaction', 'signAndSendTransaction'] as const)
        for (const chain of ['solana:testnet', 'solana:localnet', 'bitcoin:mainnet', ''])
          expect(await failure(ask(method, toInput(method, { chain })))).toMatchObject({
            code: 'network_unsupported',
          })
      // One that is shared no more.
      share([BEN])
      await eventually(() => expect(read()).toEqual([BEN]))
      for (const method of METHODS)
        expect(await failure(ask(method, toInput(method, { account: ada })))).toMatchObject({
          code: 'bad_account',
        })
      expect(asked).toEqual([])
    })

    it.each<[string, (method: Method) => unknown]>([
      ['undefined', () => undefined],
      ['null', () => null],
      ['a string', () => 'sign'],
      ['no account', (method) => (method === 'signMessage' ? { message } : { transaction: toTransaction() })],
      ['an account that is null', () => ({ account: null, message, transaction: toTransaction() })],
      [
        'an address that is a number',
        () => ({ account: { address: 7 }, message, transaction: toTransaction() }),
      ],
      ['neither a message nor a transaction', () => ({ account: { address: ADA } })],
      [
        'a message and a transaction that are strings',
        () => ({ account: { address: ADA }, message: 'Tide', transaction: 'AQ==' }),
      ],
      [
        'a message and a transaction that are arrays of numbers',
        () => ({ account: { address: ADA }, message: [1], transaction: [1] }),
      ],
    ])(
      '[D50] rejects a malformed input with an explanation, before the wallet is asked: %s',
      async (_, toBad) => {
        const { ask, asked, toInput } = await open()
        for (const method of METHODS) {
          const error = await failure(ask(method, toInput(method), toBad(method)))
          expect(error).toMatchObject({
            name: 'BillfoldError',
            code: 'transaction_bad',
          })
        }
        expect(asked).toEqual([])
      },
    )

    it.each<[string, unknown]>([
      ['undefined', undefined],
      ['null', null],
      ['a string', 'signed'],
      ['an empty array', []],
      ['an array of null', [null]],
      ['fields of wrong types in an array', [{ signature: 7, signedTransaction: 'AQ==' }]],
      ['an object with fields of wrong types', { signature: {}, transaction: [] }],
      ['a signature of 63 bytes', new Uint8Array(63).fill(7)],
      ['a signature of 65 bytes', new Uint8Array(65).fill(7)],
    ])(
      '[F13] rejects an invalid answer, and counts a payment as possibly sent after such an answer: %s',
      async (_, answer) => {
        const { call } = await open(() => answer)
        expect(await failure(call('signMessage'))).toMatchObject({ code: 'wallet_bad_answer' })
        const error = await failure(call('signAndSendTransaction'))
        expect(error.code).toMatch(/^(wallet_bad_answer|outcome_unknown)$/)
        expect(isNotSent(error)).toBe(false)
      },
    )

    it('[F14] rejects a payment without a network before the wallet is asked', async () => {
      const { ask, asked, toInput } = await open()
      for (const chain of [undefined, null, 7])
        expect(
          await failure(ask('signAndSendTransaction', toInput('signAndSendTransaction', { chain }))),
        ).toMatchObject({
          code: 'transaction_bad',
        })
      expect(asked).toEqual([])
      expect(await ask('signTransaction', toInput('signTransaction', { chain: undefined }))).toHaveLength(1)
    })

    it('keeps its session while the wallet is locked, and can sign once it is unlocked', async () => {
      const { share, read, heard, ask, asked, toInput, getEnded, connections } = await open()
      await eventually(() => expect(heard).toHaveLength(1))
      const inputs = METHODS.map((method) => toInput(method))
      share([])
      await eventually(() => expect(heard).toEqual([[ADA, BEN], []]))
      for (const [at, method] of METHODS.entries())
        expect(await failure(ask(method, inputs[at]))).toMatchObject({ code: 'wallet_missing' })
      expect(connections.remembered.peek()).toHaveLength(1)
      share([ADA, BEN])
      await eventually(() => expect(read()).toEqual([ADA, BEN]))
      await ask('signMessage', toInput('signMessage'))
      expect(asked).toHaveLength(1)
      expect(getEnded()).toBe(0)
    })

    it('emits a change event if the wallet switches its account', async () => {
      const { share, heard } = await open()
      await eventually(() => expect(heard).toEqual([[ADA, BEN]]))
      share([BEN])
      await eventually(() => expect(heard).toEqual([[ADA, BEN], [BEN]]))
    })

    it('is disconnected when the page calls standard:disconnect, and is told only once', async () => {
      const { provider, heard, read, getEnded, connections } = await open()
      await provider.features['standard:disconnect'].disconnect()
      expect(read()).toEqual([])
      expect(getEnded()).toBe(1)
      await eventually(() => expect(heard.at(-1)).toEqual([]))
      await provider.features['standard:disconnect'].disconnect()
      expect(getEnded()).toBe(1)
      expect(connections.remembered.peek()).toEqual([])
    })

    it('[D47] can be disconnected while it is locked, and stays disconnected when the user unlocks it', async () => {
      const { provider, share, read, getEnded, connections } = await open()
      share([])
      await eventually(() => expect(read()).toEqual([]))
      await provider.features['standard:disconnect'].disconnect()
      expect(getEnded()).toBe(1)
      expect(connections.remembered.peek()).toEqual([])
      share([ADA])
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(read()).toEqual([])
    })

    it('[F28] reports outcome_unknown if the wallet does not answer in time', async () => {
      const { ask, call, toInput } = await open(() => {
        throw new BillfoldError('outcome_unknown', 'The wallet did not answer.')
      })
      for (const method of METHODS) {
        expect(await failure(ask(method, toInput(method)))).toMatchObject({ code: 'outcome_unknown' })
        expect(await failure(call(method))).toMatchObject({ code: 'outcome_unknown' })
      }
    })

    it('[D27] signs a sign-in message unchanged if the wallet has no sign-in feature', async () => {
      const { connected, asked } = await open()
      const heard: string[] = []
      await solanaCalls.signMessage!(connected, 'Tide', (text) => heard.push(text))
      expect(asked).toMatchObject([{ method: 'signMessage', bytes: message, address: ADA }])
      expect(heard).toEqual([])
    })

    it('answers new requests while an earlier request hangs', async () => {
      let answer = () => {}
      const { ask, toInput } = await open((asked) =>
        asked.method === 'signMessage'
          ? new Promise((resolve) => (answer = () => resolve(SIGNATURE)))
          : signed(asked),
      )
      const first = ask('signMessage', toInput('signMessage'))
      expect(await ask('signTransaction', toInput('signTransaction'))).toHaveLength(1)
      answer()
      expect(await first).toHaveLength(1)
    })
  },
)

describe('[D45] Billfold’s own Solana wallet', () => {
  const { provider } = createSolanaPageProvider()
  const wrap = ({ features, ...rest }: typeof provider, name: string) => ({
    ...rest,
    name,
    icon: '',
    chains: ['solana:mainnet'],
    features,
  })
  it.each<[string, object]>([
    ['the provider object itself', provider],
    [
      'the same features under another name',
      {
        version: '1.0.0',
        name: 'Driftwood',
        chains: ['solana:mainnet'],
        accounts: [],
        features: provider.features,
      },
    ],
    [
      'copied features under another name',
      wrap({ ...provider, features: { ...provider.features } }, 'Driftwood'),
    ],
  ])('is recognised among the wallets on the page: %s', (_, wallet) => {
    expect(isOwnProvider(wallet)).toBe(true)
  })

  it('rejects Billfold’s own connection request when another wallet forwards it, so that the connection does not hang', async () => {
    const pageProvider = createSolanaPageProvider()
    const connect = vi.fn(() => new Promise(() => {}))
    pageProvider.page = {
      networks,
      account: signal<AccountState>({ status: 'disconnected' }),
      load: async () => ({ connect }) as never,
    }
    const own = pageProvider.provider.features['standard:connect']
    const wallet = createFakeStandardWallet()
    wallet.features['standard:connect'] = {
      connect: async (input: never) => (await Promise.resolve(), own.connect(input)),
    }
    const connector = {
      id: 'x',
      name: 'Driftwood',
      namespaces: ['solana'],
      provider: wallet,
    } as unknown as Connector
    const request = { signal: new AbortController().signal, onProgress: () => {} }
    const connecting = createSolanaAdapter(createSolanaPageProvider(), networks).connect(connector, request)
    await expect(connecting).rejects.toMatchObject({
      code: 'wallet_failed',
      message: expect.stringContaining('Choose another wallet'),
    })
    expect(connect).not.toHaveBeenCalled()
  })
})

function failure(promise: Promise<unknown>): Promise<Thrown> {
  return promise.then(
    (value) => expect.unreachable(`It gave ${JSON.stringify(value)}`) as never,
    (error: Thrown) => error,
  )
}
