/** Signs and sends Solana messages and transactions for the sandbox's wallets. */
import { ed25519 } from '@noble/curves/ed25519'
import { type Keypair, VersionedTransaction } from '@solana/web3.js'
import { createRpcError } from './rpc-error.ts'

export interface SignedTransaction {
  bytes: Uint8Array
  /** The fee payer's signature, which is also the transaction's id. */
  signature: Uint8Array
}

export function signSolanaMessage(message: Uint8Array, { secretKey }: Keypair): Uint8Array {
  return ed25519.sign(message, secretKey.slice(0, 32))
}

/** @param bytes serialized transaction of any version */
export function signSolanaTransaction(bytes: Uint8Array, keypair: Keypair): SignedTransaction {
  // `VersionedTransaction` reads legacy transactions as well.
  const transaction = VersionedTransaction.deserialize(bytes)
  transaction.sign([keypair])
  return { bytes: transaction.serialize(), signature: transaction.signatures[0]! }
}

/** @throws the node's error */
export async function sendSolanaTransaction(
  bytes: Uint8Array,
  { rpcUrl, fetch }: { rpcUrl: string; fetch: typeof globalThis.fetch },
): Promise<void> {
  const params = [btoa(String.fromCharCode(...bytes)), { encoding: 'base64' }]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrl, { method: 'POST', headers, body })
  const { error } = (await response.json()) as { error?: { code: number; message: string } }
  if (error) throw createRpcError(error.code, error.message)
}
