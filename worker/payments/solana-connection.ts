/** The library's connection over the page's own nodes: what it asks goes the way of all requests, with their limits and errors. */
import { Connection } from '@solana/web3.js'
import { BillfoldError } from '../../src/core/errors.ts'
import { type Rpc, unusable } from '../http/rpc.ts'

export function openConnection(rpc: Rpc): Connection {
  return new Connection('https://node.invalid', {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
    fetch: (async (_: unknown, { body }: { body: string }) => {
      const { id, method, params } = JSON.parse(body) as { id: string; method: string; params?: unknown[] }
      const result = await rpc(method, params ?? [])
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }) as never,
  })
}

/** @throws bad_envelope for what the library cannot read */
export async function named<T>(method: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof BillfoldError ? error : unusable(method)
  }
}

/** JSON knows lamports as numbers; above 2^53 their last digits are not told apart, and only a fee depends on them. */
export function toAmount(value: number, method: string): bigint {
  if (!Number.isInteger(value) || value < 0) throw unusable(method)
  return BigInt(value)
}
