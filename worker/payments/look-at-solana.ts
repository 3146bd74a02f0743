/** What Solana's node says of a transaction. @see https://solana.com/docs/rpc/http/getsignaturestatuses */
import { isCount, isRecord } from '../../src/core/shapes.ts'
import { type Rpc, unusable } from '../http/rpc.ts'
import type { SentRecord, Sighting } from './sent-records.ts'

/** Of one of which it is not known how long it lives: none lives so long. Milliseconds. */
const LONGEST_LIFE = 600_000
/** A wallet may have put a younger block into it: as many blocks as that one can be younger. */
const YOUNGER = 150

/** @throws what the node meets, and bad_envelope: then nothing is known. */
export async function lookAtSolana(record: SentRecord, rpc: Rpc, now: number): Promise<Sighting> {
  const seen = await fetchStatus(record, rpc)
  if (seen) return seen
  const { lastValidBlockHeight: last, minedAt = now } = record
  if (last === undefined) {
    const isOver = now - minedAt > LONGEST_LIFE
    return { status: isOver ? 'expired' : 'pending', minedAt, isSettled: isOver }
  }
  const height = await rpc('getBlockHeight', [{ commitment: 'finalized' }])
  if (!isCount(height)) throw unusable('getBlockHeight')
  if (height <= last + YOUNGER) return { status: 'pending' }
  // It may have come in between the two questions.
  return (await fetchStatus(record, rpc)) ?? { status: 'expired', isSettled: true }
}

/** Undefined while no block holds it for good. */
async function fetchStatus({ hash }: SentRecord, rpc: Rpc): Promise<Sighting | undefined> {
  const answer = await rpc('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])
  const value = isRecord(answer) ? answer['value'] : undefined
  if (!Array.isArray(value) || value.length !== 1) throw unusable('getSignatureStatuses')
  const [status] = value as [unknown]
  if (status === null) return undefined
  if (!isRecord(status)) throw unusable('getSignatureStatuses')
  const { confirmationStatus, err } = status
  // Some other block may still take the place of this one.
  if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return { status: 'pending' }
  return { status: err === null ? 'confirmed' : 'failed', isSettled: true }
}
