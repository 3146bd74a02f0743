/**
 * Finds possible approvals of an account, from the receipts of its stored history and from approvals that Billfold has
 * sent. The tokens and spenders of a receipt are stored, since they do not change.
 */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { evmAddress, json, listOf, recordOf } from '../../../src/core/contract/schemas.ts'
import { readItems, readLedgerHead } from '../../activity/ledger.ts'
import type { Store, WorkerContext } from '../../base/context.ts'
import { askNode, keepAnswers, readAnswers } from '../history/node-answers.ts'
import { getSentRecords } from '../sent/sent-records.ts'
import type * as Evm from './fetch-allowance.ts'
import type { Approval } from './fetch-allowance.ts'

export type FoundApproval = Approval & { app?: string | undefined }

/** Upper limit of transactions of the history that are checked, beginning with the newest. */
const MAX_HISTORY = 500
/** Upper limit of receipts that one run requests. The next run continues. */
const MAX_ASKED = 60
const PART = 'approvals'
/** Upper limit of pairs of token and spender in the result; the newest are kept. */
const MAX_PAIRS = 200
/** Pause before asking again for a transaction that the node does not know. Milliseconds. */
const RETRY_PAUSE = 600_000

type Context = Pick<WorkerContext, 'clock' | 'config' | 'durable' | 'http' | 'store' | 'tabs'>
/** Approvals by transaction hash in lower case. */
type Receipts = Readonly<Record<string, readonly Approval[]>>

interface OwnTransaction {
  hash: string
  app?: string | undefined
}

/**
 * Possible approvals, newest first. `isPartial`: a part of the history or of its receipts has not been loaded, or there are
 * more than MAX_PAIRS pairs. @throws store_unavailable
 */
export async function findApprovals(
  context: Context,
  account: CaipAddress,
  { fetchApprovals }: Pick<typeof Evm, 'fetchApprovals'>,
  signal: AbortSignal,
): Promise<{ approvals: readonly FoundApproval[]; isPartial: boolean }> {
  const { store, clock } = context
  const { address } = parseCaipAddress(account)
  const history = await readHistory(store, account)
  const kept = await readReceipts(store, account)
  const vain = getVain(store)
  const isDue = ({ hash }: OwnTransaction) =>
    !kept[hash] && !(Math.abs(clock.now() - (vain.get(hash) ?? -Infinity)) < RETRY_PAUSE)
  const waiting = history.transactions.filter(isDue).slice(0, MAX_ASKED)
  const learned: Record<string, readonly Approval[]> = {}
  await askNode({ ...context, signal }, account, waiting, async (rpc) => async ({ hash }) => {
    const found = await fetchApprovals(rpc, hash, address).catch(() => undefined)
    if (found) learned[hash] = found
    // The node does not know the transaction: pause before asking again. A failed request is repeated by the next run.
    if (found === null) vain.set(hash, clock.now())
  })
  const known = { ...kept, ...learned }
  if (Object.keys(learned).length > 0) await keepReceipts(store, account, known, history.transactions)
  const all = [
    ...(await readSent(context, account)),
    ...history.transactions.flatMap(({ hash, app }) => (known[hash] ?? []).map((one) => ({ ...one, app }))),
  ]
  const pairs = new Map<string, FoundApproval>()
  for (const one of all) {
    const key = `${one.token}/${one.spender}`
    pairs.set(key, { ...one, app: pairs.get(key)?.app ?? one.app })
  }
  const isUnread = history.transactions.some(({ hash }) => !known[hash])
  return {
    approvals: [...pairs.values()].slice(0, MAX_PAIRS),
    isPartial: !history.isWhole || isUnread || pairs.size > MAX_PAIRS,
  }
}

interface History {
  /** Version of the stored history. It changes with each change of rows. */
  version: number
  transactions: readonly OwnTransaction[]
  isWhole: boolean
}

/** Transactions by history key. Cached, so that a long history is read only once for each version. */
const histories = new WeakMap<Store, Map<string, History>>()

async function readHistory(store: Store, account: CaipAddress): Promise<Omit<History, 'version'>> {
  const key = `activity/${account}`
  const head = await readLedgerHead(store, key)
  if (!head) return { transactions: [], isWhole: false }
  const known = histories.get(store) ?? new Map<string, History>()
  histories.set(store, known)
  const { version } = head
  let history = known.get(key)
  if (history?.version !== version) {
    const found: OwnTransaction[] = []
    for await (const items of readItems(store, key))
      for (const { kind, status, hash, app } of items)
        // `executed` is a call of unknown type. It may contain an approval, for example if a contract account made the
        // call.
        if ((kind === 'approved' || kind === 'executed') && status === 'confirmed' && isHash(hash))
          found.push({ hash: hash.toLowerCase(), app: kind === 'approved' ? app : undefined })
    const transactions = found.slice(0, MAX_HISTORY)
    history = { version, transactions, isWhole: found.length === transactions.length }
    known.set(key, history)
  }
  return { ...history, isWhole: history.isWhole && head.gaps.length === 0 }
}

function isHash(hash: string | undefined): hash is string {
  return /^0x[0-9a-f]{64}$/i.test(hash ?? '')
}

/** Approvals that Billfold has sent. Includes pending ones, which may be confirmed at any time. */
async function readSent(context: Context, account: CaipAddress): Promise<readonly FoundApproval[]> {
  const { sent } = await getSentRecords(context).list()
  return sent
    .toSorted((one, other) => other.sentAt - one.sentAt)
    .flatMap(({ account: sender, row }) => {
      const isApproval = sender === account && row?.kind === 'approve' && row.out.token
      if (!isApproval || !v.is(evmAddress, row.to)) return []
      const { address } = parseCaipAddress(row.out.token!)
      return [{ token: address.toLowerCase(), spender: row.to.toLowerCase() }]
    })
}

/**
 * Time of the last request for a transaction that the node did not know, by the transaction's hash. Milliseconds since
 * 1970.
 */
const unknown = new WeakMap<Store, Map<string, number>>()

function getVain(store: Store): Map<string, number> {
  const vain = unknown.get(store) ?? new Map<string, number>()
  unknown.set(store, vain)
  return vain
}

/** Stored form: for each transaction hash, pairs of token and spender in lower case. */
const keptReceipts = json(recordOf(listOf(v.tuple([evmAddress, evmAddress]))))

async function readReceipts(store: Store, account: CaipAddress): Promise<Receipts> {
  const entries = Object.entries((await readAnswers(store, account, PART, keptReceipts)) ?? {})
  return Object.fromEntries(
    entries.map(([hash, pairs]) => [hash, pairs.map(([token, spender]) => ({ token, spender }))]),
  )
}

function keepReceipts(
  store: Store,
  account: CaipAddress,
  known: Receipts,
  transactions: readonly OwnTransaction[],
): Promise<void> {
  const entries = transactions.flatMap(({ hash }) => {
    const approvals = known[hash]
    return approvals ? [[hash, approvals.map(({ token, spender }) => [token, spender])] as const] : []
  })
  return keepAnswers(store, account, PART, Object.fromEntries(entries))
}
