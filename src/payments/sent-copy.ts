/**
 * The second copy of what was sent and is still open, in localStorage: it is written in the very moment in which the wallet
 * gives the hash, and is there where the worker's disk is not (F31). Where there is neither, it lasts as long as the page.
 */
import { readSent, type SentTransaction } from '../core/sent.ts'
import { readStored } from '../connections/storage.ts'
import { SENT } from './sent-key.ts'

export interface SentCopy {
  list(): readonly SentTransaction[]
  add(sent: SentTransaction): void
  remove(hash: string): void
}

export function createSentCopy(storage: Storage | undefined): SentCopy {
  /** What could not be written. */
  let own: readonly SentTransaction[] = []

  function list(): readonly SentTransaction[] {
    const stored = readStored(storage, SENT)
    const kept = Array.isArray(stored) ? stored.flatMap((one) => readSent(one) ?? []) : []
    const known = new Set(kept.map(({ hash }) => hash))
    return [...kept, ...own.filter(({ hash }) => !known.has(hash))]
  }

  function write(all: readonly SentTransaction[]): void {
    own = all
    try {
      if (all.length > 0) storage?.setItem(SENT, JSON.stringify(all))
      else storage?.removeItem(SENT)
    } catch {
      // It is full or forbidden: the page holds it, and the worker.
    }
  }

  return {
    list,
    add: (sent) => write([...list().filter(({ hash }) => hash !== sent.hash), sent]),
    remove: (hash) => write(list().filter((one) => one.hash !== hash)),
  }
}
