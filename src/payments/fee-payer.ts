/**
 * Whether a wallet says that somebody else may pay the fees of an account (EIP-5792): a paymaster (ERC-7677), or funds that the
 * wallet holds elsewhere. Wallets are asked without a prompt.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
import { pageClock } from '../base/page-clock.ts'
import type { Readable } from '../base/readable.ts'
import { withTimeout } from '../core/base/wait.ts'
import { type CaipAddress, parseCaipAddress } from '../core/chains/caip.ts'
import type { AccountState } from '../wallets/account.ts'
import type { Capabilities } from '../wallets/namespace-calls.ts'

export interface FeePayerShell {
  /** The account that is connected now. Without it, or without `wallet`, no wallet can be asked. */
  account?: Readable<AccountState>
  wallet?(): Promise<{ getCapabilities(): Promise<Capabilities> }>
}

/** How long a wallet is waited for, once its code is there. Milliseconds. */
const LIMIT = 2_000

/** The answers of wallets by account, cached because some phones prompt the user each time. */
const answers = new WeakMap<AccountState, Promise<Capabilities | undefined>>()

/** Never rejects: a wallet that does not answer in time offers nothing. A later answer counts from then on. */
export function hasFeePayer(shell: FeePayerShell, account: CaipAddress): Promise<boolean> {
  return readFeePayer(shell, account, LIMIT)
}

/** The same without a time limit, for the background: the user may have to look at a phone first. Never rejects. */
export async function readFeePayer(
  shell: FeePayerShell,
  account: CaipAddress,
  limit?: number,
): Promise<boolean> {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  const { wallet } = shell
  const getConnected = () => {
    const state = shell.account?.peek()
    return state?.status === 'connected' && state.caipAddress === account ? state : undefined
  }
  if (namespace !== 'eip155' || !wallet || !getConnected()) return false
  try {
    const calls = await wallet()
    // Another account may be connected by now.
    const connected = getConnected()
    if (!connected) return false
    const asked = answers.get(connected) ?? calls.getCapabilities()
    answers.set(connected, asked)
    asked.catch(() => answers.delete(connected))
    const answer = await (limit === undefined ? asked : withTimeout(pageClock, limit, asked))
    // Capabilities under 0 apply to every network.
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
export async function waiveSponsoredFee<P extends FeeFacts & { draft: { account: CaipAddress } }>(
  prepared: P,
  shell: FeePayerShell,
): Promise<P> {
  if (prepared.shortage !== 'fee' || !(await hasFeePayer(shell, prepared.draft.account))) return prepared
  const { shortage: _, ...rest } = prepared
  return { ...rest, isFeeUncovered: true } as P
}
