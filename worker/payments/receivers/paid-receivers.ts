/**
 * Receivers that the account has paid, read from the node's transactions, newest first. The history is not enough: for
 * token transfers it has at most the contract, and a token can use the native token's name. Answers are stored, since
 * they do not change.
 */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { json, recordOf } from '../../../src/core/contract/schemas.ts'
import type * as Evm from './fetch-receiver.ts'
import type { CommandContext, Store } from '../../base/context.ts'
import { askNode, keepAnswers, readAnswers } from '../history/node-answers.ts'

export interface HistoryPayment {
  hash: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** Counts only if it is a payment in the native token. */
  mustBeNative?: boolean
  /** The receiver according to the history. */
  claimed?: string
}

/**
 * The receiver by transaction hash in lower case; empty if the transaction paid nobody. A number: when the node reported
 * the transaction as unknown (milliseconds since 1970).
 */
type Receivers = Readonly<Record<string, string | number>>

export interface LearnedReceivers {
  paid: readonly { address: string; sentAt: number }[]
  /** Receivers from the history that no node has confirmed. */
  claimed: readonly string[]
  /** Some receivers are not known yet. */
  isPartial: boolean
}

/** Most requests per run; the next run continues. */
const MAX_ASKED = 20
/** Under which the receivers are stored. */
const PART = 'paid'
/** Pause before a failed request is repeated. Milliseconds. */
const RETRY_PAUSE = 30_000
/**
 * Below this age, an unknown transaction may not have reached the node yet. An older one may have left the node's index:
 * geth keeps about a year. Milliseconds.
 */
const FRESH = 600_000
/** Ask again for an unknown transaction after this time, or at twice its age: the page may use another node by then. */
const DAY = 86_400_000
/** Most stored receivers; the newest are kept. */
const MAX_KEPT = 500

export type NodeContext = Pick<
  CommandContext,
  'config' | 'clock' | 'http' | 'load' | 'store' | 'signal' | 'isSupported'
>

/** When the last request for a hash failed: milliseconds since 1970. */
const asked = new WeakMap<Store, Map<string, number>>()

/** `payments`: of this account on this network, the newest first. Leaves out receivers that no node returns. */
export async function learnPaidReceivers(
  context: NodeContext,
  account: CaipAddress,
  payments: readonly HistoryPayment[],
): Promise<LearnedReceivers> {
  const { store, clock } = context
  const newest = payments.slice(0, MAX_KEPT)
  const kept = await readKept(store, account)
  const vain = asked.get(store) ?? new Map<string, number>()
  asked.set(store, vain)
  const isSince = (then: number | undefined, ms: number) =>
    then === undefined || Math.abs(clock.now() - then) >= ms
  const isDue = ({ hash, sentAt }: HistoryPayment) => {
    const known = kept[hash]
    if (typeof known === 'string' || !isSince(vain.get(hash), RETRY_PAUSE)) return false
    return known === undefined || isSince(known, Math.min(DAY, known - sentAt))
  }
  const due = newest.filter(isDue).slice(0, MAX_ASKED)
  const learned: Record<string, string | number> = {}
  await askAll(context, account, due, learned, vain)
  const known = { ...kept, ...learned }
  if (Object.keys(learned).length > 0)
    await keepAnswers(
      store,
      account,
      PART,
      Object.fromEntries(newest.flatMap(({ hash }) => toEntry(known, hash))),
    )
  const paid = newest.flatMap(({ hash, sentAt }) => {
    const address = known[hash]
    return address && typeof address === 'string' ? [{ address, sentAt }] : []
  })
  const unknown = newest.filter(({ hash }) => typeof known[hash] !== 'string')
  const claimed = unknown.flatMap(({ claimed }) => claimed ?? [])
  // Transactions that the node does not have do not make the result partial.
  const isPartial = unknown.some(({ hash }) => known[hash] === undefined)
  return { paid, claimed, isPartial }
}

function toEntry(known: Receivers, hash: string): [hash: string, address: string | number][] {
  const address = known[hash]
  return address === undefined ? [] : [[hash, address]]
}

/** The next run requests the receivers that this one does not get in time. */
function askAll(
  context: NodeContext,
  account: CaipAddress,
  payments: readonly HistoryPayment[],
  learned: Record<string, string | number>,
  vain: Map<string, number>,
): Promise<void> {
  const { clock, signal } = context
  const { address } = parseCaipAddress(account)
  return askNode(context, account, payments, async (rpc) => {
    const { fetchReceiver } = await context.load<typeof Evm>('evm')
    return async (payment) => {
      const { hash, sentAt } = payment
      const receiver = await fetchReceiver(rpc, payment, address).catch(() => undefined)
      if (typeof receiver === 'string') learned[hash] = receiver
      else if (!signal.aborted) vain.set(hash, clock.now())
      if (receiver === null && clock.now() - sentAt >= FRESH) learned[hash] = clock.now()
    }
  })
}

async function readKept(store: Store, account: CaipAddress): Promise<Receivers> {
  const entries = Object.entries((await readAnswers(store, account, PART, json(recordOf(v.unknown())))) ?? {})
  return Object.fromEntries(entries.filter(([, receiver]) => v.is(keptReceiver, receiver))) as Receivers
}

/** Empty: not a transfer. A number: see `Receivers`. */
const keptReceiver = v.union([v.pipe(v.string(), v.regex(/^(0x[0-9a-f]{40})?$/)), v.number()])
