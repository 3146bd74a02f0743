/**
 * Opens a connection of the Solana library whose requests go to the page's nodes through Billfold's own HTTP code, with its
 * limits and errors.
 */
import * as v from 'valibot'
import { Connection } from '@solana/web3.js'
import { isBillfoldError } from '../../../src/core/base/errors.ts'
import { listOf, parseOrNone, recordOf } from '../../../src/core/contract/schemas.ts'
import { type Rpc, unusable } from '../../http/rpc.ts'

export function openConnection(rpc: Rpc): Connection {
  return new Connection('https://node.invalid', {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
    fetch: (async (_: unknown, { body }: { body: string }) => {
      const { id, method, params } = JSON.parse(body) as { id: string; method: string; params?: unknown[] }
      const answer = await rpc(method, params ?? [])
      const result = method === 'simulateTransaction' ? toTried(answer) : answer
      return new Response(
        JSON.stringify({ jsonrpc: '2.0', id, result }, (name, value: unknown) => {
          if (isTooLong(name, value)) throw unusable(method)
          return value
        }),
      )
    }) as never,
  })
}

/** Whether a base58 key or hash is too long: the library's decoding time grows with the square of the length. */
function isTooLong(name: string, value: unknown): boolean {
  return (
    ['owner', 'pubkey', 'blockhash', 'programId'].includes(name) &&
    typeof value === 'string' &&
    value.length > 44
  )
}

const tried = v.object({
  context: v.fallback(recordOf(v.unknown()), { slot: 0 }),
  value: v.object({
    err: v.optional(v.unknown()),
    logs: v.fallback(v.nullable(listOf(v.string())), null),
    returnData: v.optional(v.unknown()),
  }),
})

/** Keeps only the fields of a simulation that are used: the library rejects an answer with any unexpected field. */
function toTried(answer: unknown): unknown {
  return parseOrNone(tried, answer) ?? answer
}

/** @throws bad_envelope for an answer that the library cannot read */
export async function named<T>(method: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw isBillfoldError(error) ? error : unusable(method)
  }
}

/** Converts lamports from a JSON number. Above 2^53 the last digits are inexact, which affects only fees. */
export function toAmount(value: number, method: string): bigint {
  if (!Number.isInteger(value) || value < 0) throw unusable(method)
  return BigInt(value)
}
