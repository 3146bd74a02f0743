/** The Solana chain of the sandbox, for tests of its wallets. */
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { formatUnits } from 'viem'
import type { Sandbox } from '../../sandbox/start.ts'
import { hasSurfpool } from '../../sandbox/chains/surfpool/start-surfpool.ts'

/** Where the platform has no build of the chain there is no Solana in the sandbox. */
export const hasSolana = hasSurfpool()

/** What an account holds, as the network's node says: whole SOL with all digits. */
export async function readSol({ solana }: Sandbox, account: PublicKey): Promise<string> {
  const lamports = await new Connection(solana!.rpc, 'confirmed').getBalance(account)
  return formatUnits(BigInt(lamports), 9)
}

interface Transfer {
  /** Unsigned, as it goes over the wire. */
  bytes: number[]
  lamports: number
  /** Nobody's yet. */
  to: PublicKey
  connection: Connection
}

/** A transfer out of an account, which is given what it takes. */
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
