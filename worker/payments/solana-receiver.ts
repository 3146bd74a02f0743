/** What a Solana node says of an address that is to get something. */
import type { ReceiverWarning } from '../../src/core/transfer.ts'
import type { Rpc } from '../http/rpc.ts'
import { fetchAccount, readMint, readTokenAccount } from './solana-accounts.ts'
import { isOnCurve, isSameKey, SYSTEM_PROGRAM, toKey } from '../../src/core/solana-programs.ts'

/** Whatever comes there is burned. */
const INCINERATOR = toKey('1nc1nerator11111111111111111111111111111111')

/** @throws what the node's call meets */
export async function lookAtSolanaReceiver(
  address: string,
  rpc: Rpc | undefined,
): Promise<readonly ReceiverWarning[]> {
  const key = toKey(address)
  if (isSameKey(key, SYSTEM_PROGRAM) || isSameKey(key, INCINERATOR)) return [{ code: 'zero' }]
  const offCurve: ReceiverWarning[] = isOnCurve(key) ? [] : [{ code: 'off_curve' }]
  if (!rpc) return [...offCurve, { code: 'unknown' }]
  const account = await fetchAccount(rpc, key)
  if (!account) return offCurve
  if (readMint(account)) return [{ code: 'token_contract' }]
  if (readTokenAccount(account)) return [{ code: 'token_account' }]
  const isProgram = account.isExecutable || !isSameKey(account.program, SYSTEM_PROGRAM)
  return isProgram ? [{ code: 'contract' }] : offCurve
}
