/**
 * Whether a wallet says that somebody else may pay the fees of an account (EIP-5792): a paymaster (ERC-7677), or funds that the
 * wallet holds elsewhere. Wallets are asked without a prompt.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
import { pageClock } from '../base/page-clock.ts'
import { withTimeout } from '../core/base/wait.ts'
import { type CaipAddress, parseCaipAddress } from '../core/chains/caip.ts'
import type { Capabilities } from '../wallets/namespace-calls.ts'

export interface FeePayerShell {
  /** Absent: no wallet can be asked. */
  wallet?(): Promise<{ getCapabilities(): Promise<Capabilities> }>
}

/** How long a wallet is waited for. Milliseconds. */
const LIMIT = 2_000

/** Never rejects: a wallet that does not answer in time offers nothing. */
export async function hasFeePayer({ wallet }: FeePayerShell, account: CaipAddress): Promise<boolean> {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  if (namespace !== 'eip155' || !wallet) return false
  try {
    const asked = wallet().then((calls) => calls.getCapabilities())
    const answer = await withTimeout(pageClock, LIMIT, asked)
    // Those under 0 are for every network.
    const offers = { ...answer?.['eip155:0'], ...answer?.[caipNetworkId] }
    return ['paymasterService', 'auxiliaryFunds'].some((name) => {
      const offer = offers[name] as { supported?: unknown } | undefined
      return offer?.supported === true
    })
  } catch {
    return false
  }
}

interface FeeFacts {
  shortage?: 'funds' | 'fee'
  isFeeUncovered?: true
}

/** A missing fee is only a warning if somebody else may pay it. Asks the wallet only then. */
export async function excuseMissingFee<P extends FeeFacts & { draft: { account: CaipAddress } }>(
  prepared: P,
  shell: FeePayerShell,
): Promise<P> {
  if (prepared.shortage !== 'fee' || !(await hasFeePayer(shell, prepared.draft.account))) return prepared
  const { shortage: _, ...rest } = prepared
  return { ...rest, isFeeUncovered: true } as P
}
