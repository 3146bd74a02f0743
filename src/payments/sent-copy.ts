/**
 * The second copy of what was sent and is still open, and of what a wallet was asked for, in localStorage: it is written in
 * the very moment in which that happens, and is there where the worker's disk is not (F31). Where there is neither, it lasts
 * as long as the page.
 */
import { type AskedPayment, readAsked, readSent, type SentTransaction } from '../core/sent.ts'
import { readStored } from '../connections/storage.ts'
import { SENT } from './sent-key.ts'

export interface SentCopy {
  list(): readonly SentTransaction[]
  listAsked(): readonly AskedPayment[]
  /** In place of what a wallet was asked for. */
  add(sent: SentTransaction): void
  /** @returns whether it outlives the page */
  ask(asked: AskedPayment): boolean
  /** @param key hash, or the id of what was asked for */
  remove(key: string): void
}

type Kept = SentTransaction | AskedPayment

export function createSentCopy(storage: Storage | undefined): SentCopy {
  /** What could not be written. */
  let own: readonly Kept[] = []

  function read(): readonly Kept[] {
    const stored = readStored(storage, SENT)
    const kept = Array.isArray(stored) ? stored.flatMap((one) => readSent(one) ?? readAsked(one) ?? []) : []
    const known = new Set(kept.map(toKey))
    return [...kept, ...own.filter((one) => !known.has(toKey(one)))]
  }

  function write(all: readonly Kept[]): boolean {
    try {
      if (all.length > 0) storage?.setItem(SENT, JSON.stringify(all))
      else storage?.removeItem(SENT)
      own = storage ? [] : all
    } catch {
      // It is full or forbidden: the page holds it, and the worker.
      own = all
    }
    return own.length === 0
  }

  return {
    list: () => read().filter(isSent),
    listAsked: () => read().filter((one): one is AskedPayment => !isSent(one)),
    add(sent) {
      const gone = [sent.hash, sent.asked]
      write([...read().filter((one) => !gone.includes(toKey(one))), sent])
    },
    ask: (asked) => write([...read(), asked]),
    remove: (key) => void write(read().filter((one) => toKey(one) !== key)),
  }
}

function isSent(kept: Kept): kept is SentTransaction {
  return 'hash' in kept
}

function toKey(kept: Kept): string {
  return isSent(kept) ? kept.hash : kept.id
}
