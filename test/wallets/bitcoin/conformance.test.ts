// @vitest-environment happy-dom
/**
 * One table of requests and answers that every kind of Bitcoin wallet passes, through the provider that a page gets: by the Wallet
 * Standard, injected in the shape of UniSat, and over WalletConnect.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 * @see https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc
 */
import { signal } from '@preact/signals-core'
import { base64, hex } from '@scure/base'
import { Psbt } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConnections, type Connections } from '../../../src/connections/connections.ts'
import { createSessions } from '../../../src/connections/session.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { WalletConnectSession } from '../../../src/core/contract/walletconnect.ts'
import { isNotSent } from '../../../src/wallets/is-not-sent.ts'
import type { AccountState } from '../../../src/wallets/account.ts'
import { createPreferredTypes } from '../../../src/wallets/account-types.ts'
import { createBitcoinAdapter } from '../../../src/wallets/bitcoin/adapter.ts'
import { bitcoinMainnet, bitcoinTestnet } from '../../../src/wallets/bitcoin/networks.ts'
import { createBitcoinPageProvider } from '../../../src/wallets/bitcoin/page-provider.ts'
import type { Connector } from '../../../src/wallets/connector.ts'
import { createWalletConnect } from '../../../src/wallets/walletconnect/connector.ts'
import { fromJsonRpcError as toPeerError } from '../../../worker/walletconnect/json-rpc-error.ts'
import { callBitcoin } from '../../call-bitcoin.ts'
import { eventually } from '../../eventually.ts'
import {
  COLLECTS,
  createFakeBitcoinWallet,
  createFakeInjectedWallet,
  OLD,
  PAYS,
  toBitcoinAccount,
} from '../../fake-bitcoin-wallet.ts'
import { createFakeWalletConnect } from '../../fake-walletconnect.ts'

const networks = [bitcoinMainnet, bitcoinTestnet].map(toNetwork)
const MAINNET = `bip122:${bitcoinMainnet.id}` as const
const TXID = 'cd'.repeat(32)
const SIGNATURE = Uint8Array.from([0xab, 0xcd, 0xef, 1])

/** Spends one coin of PAYS. */
function toPsbt(value = 30_000n): string {
  const script = Buffer.from('0014751e76e8199196d454941c45d1b3a323f1433bd6', 'hex')
  return new Psbt()
    .addInput({ hash: 'ab'.repeat(32), index: 0, witnessUtxo: { script, value: 40_000n } })
    .addOutput({ script, value })
    .toBase64()
}
const psbt = toPsbt()

interface Asked {
  /** send: of an injected wallet, what was signed before. */
  method: 'message' | 'psbt' | 'send'
  /** The text, or the PSBT in base64. */
  what: string
  /** Indexes of the inputs that are to be signed. */
  inputs?: number[]
}
/** What the wallet answers: bytes of a signature, a PSBT in base64 or an id. An object is the whole answer, as it is. */
type Peer = (asked: Asked) => unknown
interface Thrown {
  code?: unknown
  message: string
}

const signs: Peer = ({ method, what }) => (method === 'message' ? SIGNATURE : method === 'psbt' ? what : TXID)

/** A wallet of one kind, as tests move it. */
interface Kind {
  connector: Connector
  context: ReturnType<typeof createFakeWalletConnect>['context']
  /** A person approves the connection. */
  approve(): Promise<void>
  /** What it shares from now on; nothing while it is locked. */
  share(address?: string): void
  /** How often it was told that the page has left. */
  getEnded(): number
}

const toConnector = (type: Connector['type'], provider: unknown): Connector => ({
  id: 'bip122/Lantern',
  name: 'Lantern',
  type,
  chain: 'bip122',
  namespaces: ['bip122'],
  restoreKey: 'Lantern',
  provider,
})
const isWhole = (answer: unknown) => typeof answer !== 'string' && !(answer instanceof Uint8Array)

const kinds = {
  'Wallet Standard'(peer: Peer): Kind {
    const wallet = createFakeBitcoinWallet({ own: [toBitcoinAccount(PAYS)] })
    interface PsbtInput {
      psbt: Uint8Array
      inputsToSign: { signingIndexes: number[] }[]
    }
    const toAsked = (method: Asked['method'], { psbt: bytes, inputsToSign }: PsbtInput): Asked => ({
      method,
      what: base64.encode(bytes),
      inputs: inputsToSign.flatMap(({ signingIndexes }) => signingIndexes),
    })
    Object.assign(wallet.features, {
      'bitcoin:signMessage': {
        async signMessage({ message }: { message: Uint8Array }) {
          const signature = await peer({ method: 'message', what: new TextDecoder().decode(message) })
          return isWhole(signature) ? signature : [{ signedMessage: message, signature }]
        },
      },
      'bitcoin:signTransaction': {
        async signTransaction(input: PsbtInput) {
          const answer = await peer(toAsked('psbt', input))
          return typeof answer === 'string' ? [{ signedPsbt: base64.decode(answer) }] : answer
        },
      },
      'bitcoin:signAndSendTransaction': {
        async signAndSendTransaction(input: PsbtInput) {
          const txId = await peer(toAsked('send', input))
          return isWhole(txId) ? txId : [{ txId }]
        },
      },
    })
    return {
      connector: toConnector('ANNOUNCED', wallet),
      context: createFakeWalletConnect(networks, {} as never).context,
      approve: async () => {},
      share(address) {
        wallet.own = wallet.accounts = address ? [toBitcoinAccount(address)] : []
        wallet.change()
      },
      getEnded: () => wallet.asked.filter((method) => method === 'disconnect').length,
    }
  },
  injected(peer: Peer): Kind {
    const wallet = createFakeInjectedWallet()
    Object.assign(wallet.provider, {
      async signMessage(what: string) {
        const answer = await peer({ method: 'message', what })
        return answer instanceof Uint8Array ? base64.encode(answer) : answer
      },
      async signPsbt(text: string, { toSignInputs }: { toSignInputs: { index: number }[] }) {
        const inputs = toSignInputs.map(({ index }) => index)
        const answer = await peer({ method: 'psbt', what: base64.encode(hex.decode(text)), inputs })
        return typeof answer === 'string' ? hex.encode(base64.decode(answer)) : answer
      },
      pushPsbt: async (text: string) => peer({ method: 'send', what: base64.encode(hex.decode(text)) }),
      switchChain: () => Promise.reject(Object.assign(new Error('not here'), { code: 4902 })),
    })
    return {
      connector: toConnector('INJECTED', wallet.provider),
      context: createFakeWalletConnect(networks, {} as never).context,
      approve: async () => {},
      share(address) {
        wallet.own = wallet.accounts = address ? [address] : []
        wallet.emit('accountsChanged', wallet.accounts)
      },
      getEnded: () => wallet.asked.filter(([method]) => method === 'disconnect').length,
    }
  },
  WalletConnect(peer: Peer): Kind {
    const toSession = (address?: string): WalletConnectSession => ({
      id: 'session-1',
      peer: { name: 'Lantern', url: 'https://lantern.example' },
      namespaces: {
        bip122: {
          accounts: address ? [`${MAINNET}:${address}`] : [],
          chains: [MAINNET],
          methods: ['signMessage', 'signPsbt'],
          events: [],
        },
      },
      expiresAt: Date.now() + 604_800_000,
    })
    const fake = createFakeWalletConnect(networks, toSession(PAYS))
    fake.answer = async ({ method, params }) => {
      const given = params as {
        message: string
        psbt: string
        broadcast: boolean
        signInputs: { index: number }[]
      }
      const request: Asked =
        method === 'signMessage'
          ? { method: 'message', what: given.message }
          : {
              method: given.broadcast ? 'send' : 'psbt',
              what: given.psbt,
              inputs: given.signInputs.map(({ index }) => index),
            }
      try {
        const answer = await peer(request)
        if (isWhole(answer)) return answer
        if (answer instanceof Uint8Array) return { address: PAYS, signature: hex.encode(answer) }
        return request.method === 'send' ? { psbt, txid: answer } : { psbt: answer }
      } catch (error) {
        // As the worker says it of itself.
        if (error instanceof BillfoldError) throw error
        const { code, message } = error as Thrown
        throw toPeerError({ code, message })!
      }
    }
    return {
      connector: createWalletConnect(['bip122']),
      context: fake.context,
      async approve() {
        await eventually(() => expect(fake.pairings).toHaveLength(1))
        fake.pairings[0]!.approve()
      },
      share: (address) => fake.set(toSession(address)),
      getEnded: () => fake.ended.length,
    }
  },
} satisfies Record<string, (peer: Peer) => Kind>

let running: Connections[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const connections of running) connections.stop()
  running = []
})

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '[D31] A connected Bitcoin wallet (%s)',
  (name) => {
    async function open(peer: Peer = signs) {
      const asked: Asked[] = []
      const kind = kinds[name]((request) => (asked.push(request), peer(request)))
      const pageProvider = createBitcoinPageProvider()
      const account = signal<AccountState>({ status: 'disconnected' })
      const connections = createConnections({
        account,
        adapters: [createBitcoinAdapter(pageProvider, { networks, call: callBitcoin })],
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
      const connecting = connections.connect(kind.connector)
      await kind.approve()
      await connecting
      /** Any request, also a malformed one. */
      const { signMessage, signPsbt } = pageProvider.provider as unknown as Record<
        string,
        (request?: unknown) => Promise<unknown>
      >
      const read = () => {
        const now = account.peek()
        return now.status === 'connected' ? now.allAccounts.map(({ address }) => address) : []
      }
      return { ...kind, asked, connections, read, account, signMessage: signMessage!, signPsbt: signPsbt! }
    }
    /** Each method once: a message, a PSBT, and a PSBT that is sent. */
    const each = ({ signMessage, signPsbt }: Awaited<ReturnType<typeof open>>) =>
      [
        ['message', () => signMessage({ address: PAYS, message: 'Tide' })],
        ['psbt', () => signPsbt({ psbt })],
        ['send', () => signPsbt({ psbt, broadcast: true })],
      ] as const

    const fail = (code: unknown, text: string) => () => {
      throw Object.assign(new Error(text), code === undefined ? {} : { code })
    }
    /** What is not known of a wallet that sends by itself; an injected one has only signed by then. */
    const unsure = name === 'injected' ? 'wallet_failed' : 'outcome_unknown'

    it('signs a message and a PSBT, and sends a transaction', async () => {
      const all = await open()
      const { asked, read } = all
      expect(read()).toEqual([PAYS])
      const answers = []
      for (const [, ask] of each(all)) answers.push(await ask())
      expect(answers).toEqual([base64.encode(SIGNATURE), { psbt }, { txid: TXID }])
      expect(asked[0]).toEqual({ method: 'message', what: 'Tide' })
      expect(asked[1]).toEqual({ method: 'psbt', what: psbt, inputs: [0] })
      expect(asked.at(-1)).toMatchObject({ method: 'send', what: psbt })
    })

    it.each<[code: number, text: string, own: string]>([
      [4001, 'User rejected the request.', 'wallet_declined'],
      [4100, 'Unauthorized.', 'wallet_failed'],
      [4200, 'Unsupported.', 'wallet_failed'],
      [4900, 'Disconnected.', 'wallet_failed'],
      [-32002, 'A request is already pending.', 'wallet_busy'],
      [-32600, 'Invalid request', 'wallet_failed'],
      [-32601, 'Method not found', 'wallet_failed'],
      [-32602, 'Invalid params', 'wallet_failed'],
      [-32603, 'Internal error', 'wallet_failed'],
      // Of sats-connect, whose wallets are of the other two kinds.
      [-32000, 'x', name === 'injected' ? 'wallet_failed' : 'wallet_declined'],
    ])('reports the wallet’s error code %i with the message “%s” as %s', async (code, text, own) => {
      const all = await open(fail(code, text))
      for (const [method, ask] of each(all)) {
        const isUnsure = method === 'send' && (own === 'wallet_failed' || code === -32000)
        expect(await failure(ask())).toMatchObject({ name: 'BillfoldError', code: isUnsure ? unsure : own })
      }
    })

    it.each([
      ['User rejected the request', 'wallet_declined'],
      ['User cancelled', 'wallet_declined'],
      ['', 'wallet_failed'],
      ['It broke', 'wallet_failed'],
    ])('reports an error with the message "%s" and no code as %s', async (text, own) => {
      const all = await open(fail(undefined, text))
      for (const [method, ask] of each(all))
        expect(await failure(ask())).toMatchObject({
          code: method === 'send' && own === 'wallet_failed' ? unsure : own,
        })
    })

    it.each<[string, Peer, string]>([
      ['a decline', fail(4001, 'User rejected the request.'), 'wallet_declined'],
      ['an internal error', fail(-32603, 'Internal error'), 'outcome_unknown'],
      ['an error message of a node', fail(undefined, 'txn-mempool-conflict'), 'outcome_unknown'],
      ['a time-out', fail(undefined, 'timeout'), 'outcome_unknown'],
      ['undefined', () => undefined, 'outcome_unknown'],
      ['an object instead of an id', () => ({ txid: 7, txId: 7 }), 'outcome_unknown'],
      ['an invalid transaction id', () => 'sent', 'outcome_unknown'],
    ])(
      '[F28] reports a payment as possibly sent, unless the user declined, if sending ends with %s',
      async (_, send, code) => {
        const { signPsbt } = await open((asked) => (asked.method === 'send' ? send(asked) : signs(asked)))
        const error = await failure(signPsbt({ psbt, broadcast: true }))
        expect(error.code).toBe(code)
        expect(isNotSent(error)).toBe(code === 'wallet_declined')
      },
    )

    it.each<[string, unknown]>([
      ['undefined', undefined],
      ['null', null],
      ['a number', 7],
      ['an empty array', []],
      ['an array of null', [null]],
      ['strings instead of bytes in an array', [{ signature: 'AAAA', signedPsbt: 'AAAA' }]],
      ['an object with fields of wrong types', { signature: {}, psbt: [] }],
      ['an empty byte array', new Uint8Array()],
    ])('[F13] rejects an answer that is not a valid result: %s', async (_, answer) => {
      const { signMessage, signPsbt } = await open(() => answer)
      for (const asking of [signMessage({ address: PAYS, message: 'Tide' }), signPsbt({ psbt })])
        expect(await failure(asking)).toMatchObject({ code: 'wallet_bad_answer' })
    })

    it('[F13] rejects a signed PSBT that makes a payment other than the requested one', async () => {
      const { signPsbt } = await open(() => toPsbt(29_000n))
      expect(await failure(signPsbt({ psbt }))).toMatchObject({ code: 'wallet_bad_answer' })
    })

    it('[F14] rejects requests for accounts that are not connected, before the wallet is asked', async () => {
      const { asked, signMessage, signPsbt } = await open()
      for (const address of [OLD, COLLECTS, PAYS.toUpperCase(), '']) {
        const inputs = [{ index: 0, address }]
        for (const asking of [
          signMessage({ address, message: 'Tide' }),
          signPsbt({ psbt, inputs }),
          signPsbt({ psbt, inputs, broadcast: true }),
        ])
          expect(await failure(asking)).toMatchObject({ code: 'bad_account' })
      }
      expect(asked).toEqual([])
    })

    it('[F14] rejects requests for the previous account once the wallet has switched to a new account', async () => {
      const all = await open()
      all.share(OLD)
      await eventually(() => expect(all.read()).toEqual([OLD]))
      const [message, sign, send] = each(all).map(([, ask]) => ask)
      expect(await failure(message!())).toMatchObject({ code: 'bad_account' })
      // None of the inputs is the other account's.
      for (const ask of [sign!, send!])
        expect(await failure(ask())).toMatchObject({ code: 'transaction_bad' })
      expect(all.asked).toEqual([])
    })

    const input = { index: 0, address: PAYS }
    it.each<[string, unknown]>([
      ['undefined', undefined],
      ['null', null],
      ['a string', 'sign'],
      ['an empty object', {}],
      ['no message', { address: PAYS }],
      [
        'a message and a PSBT that are bytes',
        { address: PAYS, message: new Uint8Array([1]), psbt: new Uint8Array([1]) },
      ],
      ['no address', { message: 'Tide' }],
      ['an address that is a number', { address: 7, message: 'Tide', psbt: 7 }],
    ])(
      '[D50] rejects a malformed request with an explanation, before the wallet is asked: %s',
      async (_, request) => {
        const { asked, signMessage, signPsbt } = await open()
        for (const ask of [signMessage, signPsbt])
          expect(await failure(ask(request))).toMatchObject({
            name: 'BillfoldError',
            code: 'transaction_bad',
          })
        expect(asked).toEqual([])
      },
    )

    it.each<[string, object]>([
      ['text that is not a PSBT', { psbt: 'AAAA' }],
      ['hexadecimal instead of base64', { psbt: hex.encode(base64.decode(psbt)) }],
      ['a broadcast flag that is a string', { psbt, broadcast: 'false' }],
      ['a broadcast flag that is a number', { psbt, broadcast: 1 }],
      ['inputs that are not an array', { psbt, inputs: input }],
      ['an empty array of inputs', { psbt, inputs: [] }],
      ['an input that is null', { psbt, inputs: [null] }],
      ['an input that does not exist', { psbt, inputs: [{ ...input, index: 1 }] }],
      ['an input index that is a string', { psbt, inputs: [{ ...input, index: '0' }] }],
      ['a negative input index', { psbt, inputs: [{ ...input, index: -1 }] }],
      ['a fractional input index', { psbt, inputs: [{ ...input, index: 0.5 }] }],
      ['sighash types that are not an array', { psbt, inputs: [{ ...input, sighashTypes: 1 }] }],
      ['sighash types that are strings', { psbt, inputs: [{ ...input, sighashTypes: ['ALL'] }] }],
    ])('[D50] rejects, before the wallet is asked, a PSBT request with %s', async (_, request) => {
      const { asked, signPsbt } = await open()
      expect(await failure(signPsbt(request))).toMatchObject({ code: 'transaction_bad' })
      expect(asked).toEqual([])
    })

    it('keeps its session while the wallet is locked, and can sign once it is unlocked', async () => {
      const all = await open()
      all.share()
      await eventually(() => expect(all.read()).toEqual([]))
      for (const [, ask] of each(all)) expect(await failure(ask())).toMatchObject({ code: 'wallet_missing' })
      expect(all.connections.remembered.peek()).toHaveLength(1)
      all.share(PAYS)
      await eventually(() => expect(all.read()).toEqual([PAYS]))
      expect(await all.signMessage({ address: PAYS, message: 'Tide' })).toBe(base64.encode(SIGNATURE))
      expect(all.asked).toHaveLength(1)
      expect(all.getEnded()).toBe(0)
    })

    it('can be disconnected by the page while it is locked, and is told to disconnect', async () => {
      const all = await open()
      all.share()
      await eventually(() => expect(all.read()).toEqual([]))
      await all.connections.disconnect('bip122')
      expect(all.getEnded()).toBe(1)
      expect(all.connections.remembered.peek()).toEqual([])
    })

    it('stays on its network if the wallet does not support the requested network', async () => {
      const { connections, account, read } = await open()
      const going = connections.switchNetwork(networks[1]!)
      expect(await failure(going)).toMatchObject({ code: 'wallet_failed' })
      expect(account.peek()).toMatchObject({ caipNetworkId: MAINNET })
      expect(read()).toEqual([PAYS])
    })
  },
)

function failure(promise: Promise<unknown>): Promise<Thrown> {
  return promise.then(
    (value) => expect.unreachable(`It gave ${JSON.stringify(value)}`) as never,
    (error: Thrown) => error,
  )
}
