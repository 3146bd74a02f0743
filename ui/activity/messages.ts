/** The words and the sign of each kind of activity. */
import type { ActivityKind } from '../../src/core/activity.ts'
import type { IconName } from '../components/icon.tsx'

export interface KindMessages {
  confirmed: string
  pending: string
  failed: string
  icon: IconName
}

export const kindMessages: Readonly<Record<ActivityKind, KindMessages>> = {
  approved: { confirmed: 'Approved', pending: 'Approving', failed: 'Approval failed', icon: 'approve' },
  borrowed: { confirmed: 'Borrowed', pending: 'Borrowing', failed: 'Borrowing failed', icon: 'receive' },
  bought: { confirmed: 'Bought', pending: 'Buying', failed: 'Purchase failed', icon: 'receive' },
  burned: { confirmed: 'Burned', pending: 'Burning', failed: 'Burning failed', icon: 'send' },
  cancelled: { confirmed: 'Cancelled', pending: 'Cancelling', failed: 'Cancelling failed', icon: 'close' },
  claimed: { confirmed: 'Claimed', pending: 'Claiming', failed: 'Claim failed', icon: 'receive' },
  deployed: { confirmed: 'Deployed', pending: 'Deploying', failed: 'Deployment failed', icon: 'spark' },
  deposited: { confirmed: 'Deposited', pending: 'Depositing', failed: 'Deposit failed', icon: 'send' },
  executed: {
    confirmed: 'Contract call',
    pending: 'Contract call',
    failed: 'Contract call failed',
    icon: 'spark',
  },
  minted: { confirmed: 'Minted', pending: 'Minting', failed: 'Minting failed', icon: 'receive' },
  received: { confirmed: 'Received', pending: 'Receiving', failed: 'Receiving failed', icon: 'receive' },
  repaid: { confirmed: 'Repaid', pending: 'Repaying', failed: 'Repayment failed', icon: 'send' },
  sent: { confirmed: 'Sent', pending: 'Sending', failed: 'Send failed', icon: 'send' },
  staked: { confirmed: 'Staked', pending: 'Staking', failed: 'Staking failed', icon: 'send' },
  swapped: { confirmed: 'Swapped', pending: 'Swapping', failed: 'Swap failed', icon: 'swap' },
  unstaked: { confirmed: 'Unstaked', pending: 'Unstaking', failed: 'Unstaking failed', icon: 'receive' },
  withdrew: { confirmed: 'Withdrew', pending: 'Withdrawing', failed: 'Withdrawal failed', icon: 'receive' },
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `November`; with the year if it is not this one. @param month 1 to 12 */
export function monthTitle(year: number, month: number, thisYear: number): string {
  const name = months[month - 1] ?? ''
  return year === thisYear ? name : `${name} ${year}`
}
