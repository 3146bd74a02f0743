/** Checks a receiver on Solana with the network's node. */
import { PublicKey, SystemProgram } from '@solana/web3.js'
import type { ReceiverWarning } from '../../../src/core/payments/transfer.ts'
import type { Rpc } from '../../http/rpc.ts'
import { fetchAccount, readMint, readTokenAccount } from '../transfer/solana-accounts.ts'
import { openConnection } from '../transfer/solana-connection.ts'

/** The address at which Solana burns SOL. */
const INCINERATOR = new PublicKey('1nc1nerator11111111111111111111111111111111')

/** The warnings about a receiver on Solana. @throws the node's error */
export async function checkSolanaReceiver(
  address: string,
  rpc: Rpc | undefined,
): Promise<readonly ReceiverWarning[]> {
  const key = new PublicKey(address)
  if (key.equals(SystemProgram.programId) || key.equals(INCINERATOR)) return [{ code: 'zero' }]
  const offCurve: ReceiverWarning[] = PublicKey.isOnCurve(key) ? [] : [{ code: 'off_curve' }]
  if (!rpc) return [...offCurve, { code: 'unknown' }]
  const account = await fetchAccount(openConnection(rpc), key)
  if (!account) return offCurve
  if (readMint(account)) return [{ code: 'token_contract' }]
  if (readTokenAccount(account)) return [{ code: 'token_account' }]
  const isProgram = account.executable || !account.owner.equals(SystemProgram.programId)
  return isProgram ? [{ code: 'contract' }] : offCurve
}
