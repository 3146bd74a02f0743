/** Prepares the revocation of an allowance: the transaction, with its fee and simulation from the network's node. */
import { numberToHex } from 'viem'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import type { PreparedRevocation, RevocationDraft } from '../../../src/core/payments/allowance.ts'
import { toPaymentCall } from '../../../src/core/payments/payment-call.ts'
import { mayHaveFeePayer } from '../../evm/evm-receiver.ts'
import { fetchQuantity, type Rpc } from '../../http/rpc.ts'
import { fetchFee, simulate } from '../transfer/evm-transfer.ts'
import { fetchAllowance } from './fetch-allowance.ts'

/**
 * Prepares a call that sets the allowance to 0. Every token accepts this call. Even USDT does, which refuses to change
 * an allowance from one amount to another.
 * @throws the node's error if the node does not return the allowance
 */
export async function prepareRevocation(draft: RevocationDraft, rpc: Rpc): Promise<PreparedRevocation> {
  const { account, token, spender } = draft
  const { address: own } = parseCaipAddress(account)
  const contract = parseCaipAddress(token).address
  const transaction = encodeRevocation(token, spender)
  const { to, value, data } = transaction
  const call = { from: own, to, value: numberToHex(value), data }
  const maybe = <T>(answer: Promise<T>) => answer.catch(() => undefined)
  const [allowance, simulation, fee, nativeBalance] = await Promise.all([
    fetchAllowance(rpc, account, { token: contract, spender }),
    simulate(rpc, call, true),
    maybe(fetchFee(rpc, call)),
    maybe(fetchQuantity(rpc, 'eth_getBalance', [own, 'latest'])),
  ])
  const lacksFee = fee !== undefined && nativeBalance !== undefined && nativeBalance < fee.expected
  const isUncovered = lacksFee && (await mayHaveFeePayer(rpc, own))
  return {
    draft,
    ...(allowance && { allowance }),
    transaction,
    simulation,
    ...(fee && { fee }),
    ...(lacksFee && !isUncovered && { shortage: 'fee' as const }),
    ...(isUncovered && { isFeeUncovered: true as const }),
  }
}

function encodeRevocation(token: CaipAddress, spender: string): PreparedRevocation['transaction'] {
  const { to, value, data } = toPaymentCall({ kind: 'approve', to: spender, out: { units: '0', token } })!
  return { namespace: 'eip155', to: toChecksumAddress(to), value, data }
}
