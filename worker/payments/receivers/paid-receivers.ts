/**
 * Reads from the node's transactions which receivers the account has paid, newest first. The history does not suffice.
 * For a token transfer, it contains at most the token's contract. A transfer that looks native may be of a token with
 * the native token's name. Answers are stored, since they do not change.
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
  /** Set if only a payment in the native token is accepted. */
  mustBeNative?: boolean
  /** The receiver according to the history, which may be wrong. */
  claimed?: string
}

/**
 * What the node answered, by transaction hash in lower case: the receiver's address, or empty text if the transaction paid
 * nobody. A number is the time at which the node did not know the transaction (milliseconds since 1970).
 */
type Receivers = Readonly<Record<string, string | number>>

export interface LearnedReceivers {
  paid: readonly { address: string; sentAt: number }[]
  /** Receivers that the history names, but that no node has confirmed. */
  claimed: readonly string[]
  /** Whether some receivers have not been requested yet, or their request failed. */
  isPartial: boolean
}

/** Upper limit of transactions that one run asks about. The next run continues. */
const MAX_ASKED = 20
const PART = 'paid'
/** Pause before the node is asked again about the same transaction. Milliseconds. */
const RETRY_PAUSE = 30_000
/**
 * A transaction younger than this may not have reached the node yet. If the node does not know an older transaction, it
 * may have left the node's index: geth keeps about a year. Milliseconds.
 */
const FRESH = 600_000
/**
 * Longest pause before the node is asked again about a transaction that the node did not know. The pause ends sooner if
 * the transaction's age has doubled. The page may use another node by then. Milliseconds.
 */
const DAY = 86_400_000
/** Upper limit of transactions whose receivers are stored; the newest are kept. */
const MAX_KEPT = 500

export type NodeContext = Pick<
  CommandContext,
  'config' | 'clock' | 'http' | 'load' | 'store' | 'signal' | 'isSupported'
>

/** Time of the last request that found no receiver, by the transaction's hash. Milliseconds since 1970. */
const asked = new WeakMap<Store, Map<string, number>>()

/**
 * The receivers of these payments, as far as they are known. Asks the node about some of the payments whose receiver is
 * unknown.
 * @param payments the account's payments on this network, newest first
 */
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
  // Partial if no answer for a transaction is stored. A stored number counts as an answer: the node did not know the
  // transaction.
  const isPartial = unknown.some(({ hash }) => known[hash] === undefined)
  return { paid, claimed, isPartial }
}

function toEntry(known: Receivers, hash: string): [hash: string, address: string | number][] {
  const address = known[hash]
  return address === undefined ? [] : [[hash, address]]
}

/**
 * Asks the node about the payments and adds the answers to `learned`. Answers that do not arrive in time are requested by
 * the next run.
 */
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

const keptReceiver = v.union([v.pipe(v.string(), v.regex(/^(0x[0-9a-f]{40})?$/)), v.number()])
