/** The sandbox's Solana chain, for tests of Solana wallets. */
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { formatUnits } from 'viem'
import type { Sandbox } from '../../sandbox/start.ts'
import { hasSurfpool } from '../../sandbox/chains/surfpool/start-surfpool.ts'

/** Whether the sandbox has Solana: its validator has no build for some platforms. */
export const hasSolana = hasSurfpool()

/** Balance of an account in SOL with all digits, read from the node. */
export async function readSol({ solana }: Sandbox, account: PublicKey): Promise<string> {
  const lamports = await new Connection(solana!.rpc, 'confirmed').getBalance(account)
  return formatUnits(BigInt(lamports), 9)
}

interface Transfer {
  /** The serialized, unsigned transaction. */
  bytes: number[]
  lamports: number
  /** A new account without a balance. */
  to: PublicKey
  connection: Connection
}

/** Creates a transfer out of an account, and gives the account enough SOL for it. */
export async function createTransfer({ solana, control }: Sandbox, from: string): Promise<Transfer> {
  await control.transfer({ to: from, amount: '2' })
  const { rpc, events } = solana!
  const connection = new Connection(rpc, { wsEndpoint: events, commitment: 'confirmed' })
  const { blockhash } = await connection.getLatestBlockhash()
  const lamports = 300_000_000
  const feePayer = new PublicKey(from)
  const to = PublicKey.unique()
  const transfer = SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: to, lamports })
  const unsigned = new Transaction({ feePayer, recentBlockhash: blockhash }).add(transfer)
  return { bytes: [...unsigned.serialize({ requireAllSignatures: false })], lamports, to, connection }
}
