/**
 * Checks whether a Solana transaction made the reviewed payment. Wallets add instructions of their own, and a multisig
 * account pays from within another transaction: in these cases, the changes of the balances decide.
 */
import { VersionedTransaction } from '@solana/web3.js'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import type { Payment } from '../../../src/core/payments/sent.ts'
import type { FetchedSolanaTransaction } from '../sent/fetch-solana-transaction.ts'
import { isSignedPayment } from './solana-payment.ts'

/**
 * @returns whether the payment was made; undefined if the transaction does not show it. Example: the account pays
 *   itself, with other instructions than the reviewed ones.
 */
export function isPaid(payment: Payment, { bytes, meta }: FetchedSolanaTransaction): boolean | undefined {
  if (isSignedPayment(payment, bytes)) return true
  if (payment.kind !== 'send') return false
  const { address } = parseCaipAddress(payment.account)
  if (!meta || payment.to === address) return undefined
  const units = BigInt(payment.out.units)
  const change = payment.out.token ? getTokenChange : getNativeChange
  const arrived = change(payment.to, payment, bytes, meta)
  const left = -change(address, payment, bytes, meta)
  if (arrived >= units) return left >= units || undefined
  // A token may keep a fee, which the review showed: then less arrives, but exactly the amount has left the sender.
  return arrived > 0n && left === units
}

type Meta = NonNullable<FetchedSolanaTransaction['meta']>

/** Change of an owner's balance over all of the owner's accounts of the token. Base units. */
function getTokenChange(owner: string, { out }: Payment, _: Uint8Array, meta: Meta): bigint {
  const mint = parseCaipAddress(out.token!).address
  const sum = (balances: Meta['preTokenBalances']) =>
    balances!
      .filter((one) => one.mint === mint && one.owner === owner)
      .reduce((all, { uiTokenAmount }) => all + BigInt(uiTokenAmount.amount), 0n)
  return sum(meta.postTokenBalances) - sum(meta.preTokenBalances)
}

/** Change of the account's SOL balance. Lamports. */
function getNativeChange(address: string, _: Payment, bytes: Uint8Array, meta: Meta): bigint {
  const { staticAccountKeys } = VersionedTransaction.deserialize(bytes).message
  const { writable, readonly } = meta.loadedAddresses!
  const keys = [...staticAccountKeys.map((key) => key.toBase58()), ...writable, ...readonly]
  const at = keys.indexOf(address)
  const [before, after] = [meta.preBalances[at], meta.postBalances[at]]
  if (before === undefined || after === undefined) return 0n
  return BigInt(after) - BigInt(before)
}
