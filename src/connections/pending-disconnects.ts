/** Tells wallets that their connection has ended, and collects their refusals. */
import { batch, signal } from '@preact/signals-core'
import type { Namespace } from '../core/chains/caip.ts'
import { pageClock } from '../base/page-clock.ts'
import { withTimeout } from '../core/base/wait.ts'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import type { Readable } from '../base/readable.ts'
import type { Connector } from '../wallets/connector.ts'
import type { WalletAdapters } from './wallet-adapters.ts'

/** A disconnect: which namespaces have ended, and how their wallets answered. */
export interface PendingDisconnect {
  namespaces: readonly Namespace[]
  /** Reasons of the wallets that refused, by namespace. Absent until all wallets have answered. */
  refusals?: ReadonlyMap<Namespace, string>
}

export interface PendingDisconnects {
  /** The last disconnect. Its wallets may not have answered yet. */
  readonly pendingDisconnect: Readable<PendingDisconnect | undefined>
  /** Whether a disconnect of the namespace is waiting for a wallet's answer. */
  isLeaving(namespace: Namespace): boolean
  /**
   * Begins a disconnect. Returns a function that tells each wallet once that its connection has ended.
   * @throws (by the returned function) disconnect_failed, which names each wallet that refused; also logged to the
   * console
   */
  begin(left: readonly (readonly [Namespace, Connector | undefined])[]): () => Promise<void>
}

/** How long to wait for a wallet's answer to a disconnect. Milliseconds. */
const WALLET_LIMIT = 5_000

export function createPendingDisconnects(adapterOf: WalletAdapters['adapterOf']): PendingDisconnects {
  const pendingDisconnect = signal<PendingDisconnect | undefined>(undefined)
  const running = signal<readonly PendingDisconnect[]>([])

  /**
   * Resolves to the wallet's refusal; to undefined if the wallet agrees or does not answer. Without an answer, the
   * connection has ended on this page all the same.
   */
  async function leaveWallet(connector: Connector): Promise<Refusal | undefined> {
    const asked = adapterOf(connector)
      .disconnect(connector)
      .then(
        () => undefined,
        (error: unknown): Refusal => [connector.name, toErrorRecord(error)],
      )
    return withTimeout(pageClock, WALLET_LIMIT, asked)
  }

  return {
    pendingDisconnect,
    isLeaving: (namespace) => running.value.some(({ namespaces }) => namespaces.includes(namespace)),
    begin(left) {
      const mine = { namespaces: left.map(([namespace]) => namespace) }
      batch(() => {
        running.value = [...running.peek(), mine]
        pendingDisconnect.value = mine
      })
      return async () => {
        const wallets = [...new Set(left.flatMap(([, wallet]) => wallet ?? []))]
        const answers = await Promise.all(wallets.map(leaveWallet))
        const refusals = new Map<Namespace, string>()
        for (const [namespace, wallet] of left) {
          const refusal = wallet && answers[wallets.indexOf(wallet)]
          if (refusal) refusals.set(namespace, `${refusal[0]}: ${refusal[1].message}`)
        }
        batch(() => {
          running.value = running.peek().filter((one) => one !== mine)
          pendingDisconnect.value = { ...mine, refusals }
        })
        if (refusals.size === 0) return
        const error = toDisconnectError(answers.filter((answer) => answer !== undefined))
        console.error(error)
        throw error
      }
    },
  }
}

/** Name of a wallet, and why it refused. */
type Refusal = readonly [wallet: string, error: ErrorRecord]

function toDisconnectError(refusals: readonly Refusal[]): BillfoldError {
  const list = (read: (error: ErrorRecord) => unknown) =>
    refusals.map(([wallet, error]) => (read(error) ? `${wallet}: ${read(error)}` : wallet)).join(' ')
  const reasons = list(({ context }) => context['said'])
  return new BillfoldError('disconnect_failed', `Failed to disconnect. ${list(({ message }) => message)}`, {
    context: { said: reasons },
  })
}
