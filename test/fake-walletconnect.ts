/** A minimal fake of the worker's WalletConnect and of a wallet behind it, controlled by the test. */
import { signal } from '@preact/signals-core'
import type { AdapterContext } from '../src/wallets/adapter.ts'
import type { CaipNetworkId } from '../src/core/chains/caip.ts'
import { BillfoldError } from '../src/core/base/errors.ts'
import type { Network } from '../src/core/chains/networks.ts'
import type { CommandInput, CommandName, Snapshot } from '../src/core/contract/protocol.ts'
import type {
  WalletConnectEvent,
  WalletConnectProposal,
  WalletConnectSession,
  WalletConnectSigned,
  WalletConnectSignIn,
  WalletConnectState,
} from '../src/core/contract/walletconnect.ts'
import { readSignedSolana } from '../worker/payments/transfer/solana-signed.ts'

export interface FakePairing {
  id: string
  namespaces: WalletConnectProposal
  signIn: WalletConnectSignIn | undefined
  signal: AbortSignal | undefined
  approve(session?: WalletConnectSession): void
  fail(error: BillfoldError): void
}

/** Milliseconds for which a pairing link is valid. */
const CODE_LIFE = 240_000

export function createFakeWalletConnect(networks: readonly Network[], approved: WalletConnectSession) {
  const nothing: Snapshot<WalletConnectState> = { data: undefined, fetchedAt: undefined, status: 'loading' }
  const state = signal(nothing, {
    watched: () => fake.watched.push(true),
    unwatched: () => fake.watched.push(false),
  })
  const listeners = new Set<(event: WalletConnectEvent) => void>()
  const fake = {
    /** Signatures that the wallet returned together with the connection. */
    signed: [] as WalletConnectSigned[],
    pairings: [] as FakePairing[],
    /** Requests that the wallet received, in order. */
    requests: [] as CommandInput<'walletConnectRequest'>[],
    ended: [] as string[],
    /** The wallet's answer to each request. */
    answer: (async () => {
      throw new BillfoldError('wallet_declined', 'Declined.')
    }) as (request: CommandInput<'walletConnectRequest'>) => Promise<unknown>,
    /** Requests that the page's node received, and its answer. */
    asked: [] as CommandInput<'askNode'>[],
    tell: (async () => null) as (question: CommandInput<'askNode'>) => Promise<unknown>,
    /** A session that was approved while another session is in use. */
    waiting: undefined as WalletConnectSession | undefined,
    canReach: true,
    state,
    /** Whether the session topic has subscribers, recorded at each change. */
    watched: [] as boolean[],
    /** Sets the session in the worker and in every tab. */
    set(session: WalletConnectSession | undefined) {
      state.value = { data: { session, relay: 'connected' }, fetchedAt: Date.now(), status: 'fresh' }
    },
    emit(caipNetworkId: CaipNetworkId, name: string, data: unknown) {
      for (const listener of listeners) listener({ caipNetworkId, name, data })
    },
    context: undefined as unknown as AdapterContext,
  }

  const commands: { [C in CommandName]?: (input: never, abort?: AbortSignal) => Promise<unknown> } = {
    async walletConnectPair({ namespaces, signIn }: CommandInput<'walletConnectPair'>) {
      if (!fake.canReach) throw new BillfoldError('relay_unreachable', 'The relay does not answer.')
      const id = `pairing-${fake.pairings.length + 1}`
      fake.pairings.push({ id, namespaces, signIn, signal: undefined, approve() {}, fail() {} })
      return { id, uri: `wc:${id}@2?symKey=ab`, expiresAt: Date.now() + CODE_LIFE }
    },
    walletConnectApproval: ({ id }: CommandInput<'walletConnectApproval'>, abort) =>
      new Promise((resolve, reject) => {
        const pairing = fake.pairings.find((one) => one.id === id)!
        Object.assign(pairing, {
          signal: abort,
          approve(session = approved) {
            const isWaiting = state.peek().data?.session !== undefined
            if (isWaiting) fake.waiting = session
            else fake.set(session)
            resolve({ session, signed: fake.signed, ...(isWaiting && { isWaiting }) })
          },
          fail: reject,
        })
        abort?.addEventListener('abort', () => reject(new BillfoldError('aborted', 'Given up.')))
      }),
    async walletConnectAdopt({ id }: CommandInput<'walletConnectAdopt'>) {
      const before = state.peek().data?.session
      if (fake.waiting?.id !== id) throw new BillfoldError('session_ended', 'There is no such session.')
      fake.set(fake.waiting)
      if (before) fake.ended.push(before.id)
    },
    async walletConnectRequest(request: CommandInput<'walletConnectRequest'>) {
      fake.requests.push(request)
      return fake.answer(request)
    },
    readSignedSolana: async (answer: CommandInput<'readSignedSolana'>) => readSignedSolana(answer),
    async askNode(question: CommandInput<'askNode'>) {
      fake.asked.push(question)
      return fake.tell(question)
    },
    async walletConnectEnd({ id }: CommandInput<'walletConnectEnd'>) {
      fake.ended.push(id)
      if (state.peek().data?.session?.id === id) fake.set(undefined)
    },
  }
  fake.context = {
    metadata: { name: 'Driftwood' },
    networks,
    locale: 'en-US',
    call: async (command, input, { signal: abort } = {}) => {
      const run = commands[command]
      if (!run) throw new Error(`Unexpected command: ${command}`)
      return run(input as never, abort) as Promise<never>
    },
    topic(_topic, _params, onEvent) {
      if (onEvent) listeners.add(onEvent as never)
      return state as never
    },
  }
  return fake
}
