/**
 * Stores open payments and requests to wallets in localStorage, in addition to the worker's store: localStorage is
 * written synchronously, and still works if the worker's disk fails (F31). Without localStorage, the records last until
 * the web page is closed.
 */
import * as v from 'valibot'
import { defined, listOf, orAbsent, parseOrNone } from '../core/contract/schemas.ts'
import {
  type PendingRequest,
  type SentStatus,
  sentStatuses,
  type SentTransaction,
} from '../core/payments/sent.ts'
import { pendingRequest, sentTransaction } from '../core/payments/sent-schemas.ts'
import { readStored, SENT } from '../base/storage.ts'

export interface KeptSent extends SentTransaction {
  /** The outcome that was shown to the person, as long as it may still change. */
  announced?: SentStatus
}

const keptSent = v.pipe(
  v.intersect([sentTransaction, v.object({ announced: orAbsent(v.picklist(sentStatuses)) })]),
  v.transform(defined),
)
const keptPayment = v.union([keptSent, pendingRequest])

export interface PaymentJournal {
  list(): readonly KeptSent[]
  listAsked(): readonly PendingRequest[]
  /** Adds a sent payment, which replaces its request (`sent.asked`). */
  add(sent: KeptSent): void
  ask(request: PendingRequest): void
  /** @param key hash of a payment, or id of a request */
  remove(key: string): void
}

type Kept = KeptSent | PendingRequest

export function createPaymentJournal(storage: Storage | undefined): PaymentJournal {
  /** `own`: records that could not be written. `gone`: all removed keys, in case the storage still has them. */
  let own: readonly Kept[] = []
  const gone = new Set<string | undefined>()

  function read(): readonly Kept[] {
    const kept = parseOrNone(listOf(keptPayment), readStored(storage, SENT)) ?? []
    const newer = new Set(own.map(toKey))
    return [...kept.filter((one) => !newer.has(toKey(one))), ...own].filter((one) => !gone.has(toKey(one)))
  }

  function write(all: readonly Kept[]): void {
    try {
      if (all.length > 0) storage?.setItem(SENT, JSON.stringify(all))
      else storage?.removeItem(SENT)
      own = storage ? [] : all
    } catch {
      // The storage is full or forbidden: the page and the worker keep the records.
      own = all
    }
  }

  return {
    list: () => read().filter(isSent),
    listAsked: () => read().filter((one): one is PendingRequest => !isSent(one)),
    add(sent) {
      gone.add(sent.asked).delete(sent.hash)
      write([...read().filter((one) => toKey(one) !== sent.hash), sent])
    },
    ask: (request) => write([...read(), request]),
    remove(key) {
      gone.add(key)
      write(read())
    },
  }
}

function isSent(kept: Kept): kept is KeptSent {
  return 'hash' in kept
}

function toKey(kept: Kept): string {
  return isSent(kept) ? kept.hash : kept.id
}
