/** A transaction of Solana as its node has it. @see https://solana.com/docs/rpc/http/gettransaction */
import * as v from 'valibot'
import { fromBase64 } from '../../../src/core/chains/byte-text.ts'
import { count, listOf, orAbsent } from '../../../src/core/contract/schemas.ts'
import { readAnswer, type Rpc, unusable } from '../../http/rpc.ts'

/** 1,232 bytes, which is the most that the network takes, in base64. */
const MAX_TRANSACTION_LENGTH = 1_644
/** A transaction locks at most so many accounts. */
const MAX_ACCOUNTS = 256

const key = v.pipe(v.string(), v.maxLength(44))
const tokenBalance = v.object({
  accountIndex: count,
  mint: key,
  owner: orAbsent(key),
  uiTokenAmount: v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
})
const metaShape = v.object({
  /** Lamports, by the account's place in the transaction. */
  preBalances: v.array(v.number()),
  postBalances: v.array(v.number()),
  preTokenBalances: v.nullish(listOf(tokenBalance, MAX_ACCOUNTS), []),
  postTokenBalances: v.nullish(listOf(tokenBalance, MAX_ACCOUNTS), []),
  /** From address lookup tables; they stand behind the transaction's own keys. */
  loadedAddresses: v.nullish(
    v.object({ writable: listOf(key, MAX_ACCOUNTS), readonly: listOf(key, MAX_ACCOUNTS) }),
    { writable: [], readonly: [] },
  ),
})
const transactionShape = v.object({
  transaction: v.looseTuple([v.pipe(v.string(), v.maxLength(MAX_TRANSACTION_LENGTH))]),
  meta: orAbsent(metaShape),
})

export interface FetchedSolanaTransaction {
  bytes: Uint8Array
  /** The changes that it made; absent if the node omits them. */
  meta?: v.InferOutput<typeof metaShape>
}

/** @throws the node's error, or bad_envelope if it does not have the transaction */
export async function fetchSolanaTransaction(rpc: Rpc, signature: string): Promise<FetchedSolanaTransaction> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answer = await rpc('getTransaction', [signature, options])
  const { transaction, meta } = readAnswer(transactionShape, answer, 'getTransaction')
  const bytes = fromBase64(transaction[0])
  if (!bytes) throw unusable('getTransaction')
  return { bytes, ...(meta && { meta }) }
}
