/**
 * Whether a wallet reports that the account need not pay the fee itself (EIP-5792): a paymaster pays (ERC-7677), or the
 * wallet has funds elsewhere. The wallet is asked without a prompt.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
import { pageClock } from '../base/page-clock.ts'
import type { Readable } from '../base/readable.ts'
import { withTimeout } from '../core/base/wait.ts'
import { type CaipAddress, parseCaipAddress } from '../core/chains/caip.ts'
import type { AccountState } from '../wallets/account.ts'
import type { Capabilities } from '../wallets/namespace-calls.ts'

export interface FeePayerShell {
  /** The connected account. Without it, or without `wallet`, no wallet is asked. */
  account?: Readable<AccountState>
  wallet?(): Promise<{ getCapabilities(): Promise<Capabilities> }>
}

/** How long to wait for the wallet's answer, once the wallet code is loaded. Milliseconds. */
const LIMIT = 2_000

/** Answers of wallets by account. Kept, since some wallets on phones prompt the person at each request. */
const answers = new WeakMap<AccountState, Promise<Capabilities | undefined>>()

/**
 * Whether another party may pay the fee. False if the wallet does not answer in time. An answer that comes later is
 * used by the next call. Never rejects.
 */
export function hasFeePayer(shell: FeePayerShell, account: CaipAddress): Promise<boolean> {
  return readFeePayer(shell, account, LIMIT)
}

/**
 * Like `hasFeePayer`, but without a time limit by default, for use in the background: the person may first have to look
 * at a phone. Never rejects.
 */
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
    // Loading the code takes a moment: another account may be connected now.
    const connected = getConnected()
    if (!connected) return false
    const asked = answers.get(connected) ?? calls.getCapabilities()
    answers.set(connected, asked)
    asked.catch(() => answers.delete(connected))
    const answer = await (limit === undefined ? asked : withTimeout(pageClock, limit, asked))
    // Capabilities of chain 0 apply to every network (EIP-5792).
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

/**
 * Turns a shortage for the fee into a warning if another party may pay the fee. Asks the wallet only for such a
 * shortage.
 */
export async function waiveSponsoredFee<P extends FeeFacts & { draft: { account: CaipAddress } }>(
  prepared: P,
  shell: FeePayerShell,
): Promise<P> {
  if (prepared.shortage !== 'fee' || !(await hasFeePayer(shell, prepared.draft.account))) return prepared
  const { shortage: _, ...rest } = prepared
  return { ...rest, isFeeUncovered: true } as P
}
