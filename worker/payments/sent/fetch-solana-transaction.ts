/**
 * Fetches a Solana transaction and its balance changes from a node. @see https://solana.com/docs/rpc/http/gettransaction
 */
import * as v from 'valibot'
import { fromBase64 } from '../../../src/core/chains/byte-text.ts'
import { count, listOf, orAbsent } from '../../../src/core/contract/schemas.ts'
import { readAnswer, type Rpc, unusable } from '../../http/rpc.ts'

/** Upper limit of a transaction in base64, in characters: the network accepts at most 1,232 bytes. */
const MAX_TRANSACTION_LENGTH = 1_644
/** Upper limit of the accounts that one transaction can lock. */
const MAX_ACCOUNTS = 256

const key = v.pipe(v.string(), v.maxLength(44))
const tokenBalance = v.object({
  accountIndex: count,
  mint: key,
  owner: orAbsent(key),
  uiTokenAmount: v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,20}$/)) }),
})
const metaShape = v.object({
  /** Balances before and after, in lamports, in the order of the transaction's accounts. */
  preBalances: v.array(v.number()),
  postBalances: v.array(v.number()),
  preTokenBalances: v.nullish(listOf(tokenBalance, MAX_ACCOUNTS), []),
  postTokenBalances: v.nullish(listOf(tokenBalance, MAX_ACCOUNTS), []),
  /** Accounts from address lookup tables. In the order of accounts, they follow the transaction's own keys. */
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
  /** The changes of balances; absent if the node omits them. */
  meta?: v.InferOutput<typeof metaShape>
}

/** @throws the node's error; bad_envelope if the node does not have the transaction */
export async function fetchSolanaTransaction(rpc: Rpc, signature: string): Promise<FetchedSolanaTransaction> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const answer = await rpc('getTransaction', [signature, options])
  const { transaction, meta } = readAnswer(transactionShape, answer, 'getTransaction')
  const bytes = fromBase64(transaction[0])
  if (!bytes) throw unusable('getTransaction')
  return { bytes, ...(meta && { meta }) }
}
