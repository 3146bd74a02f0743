/** The text and icon of each kind of activity. */
import type { ActivityKind } from '../../src/core/assets/activity.ts'
import type { IconName } from '../../src/base/icon-name.ts'
import { texts } from './texts.ts'

export interface KindMessages {
  confirmed: string
  pending: string
  failed: string
  icon: IconName
}

const { kinds } = texts

export const kindMessages: Readonly<Record<ActivityKind, KindMessages>> = {
  approved: { ...kinds.approved, icon: 'approve' },
  borrowed: { ...kinds.borrowed, icon: 'receive' },
  bought: { ...kinds.bought, icon: 'receive' },
  burned: { ...kinds.burned, icon: 'send' },
  cancelled: { ...kinds.cancelled, icon: 'close' },
  claimed: { ...kinds.claimed, icon: 'receive' },
  deployed: { ...kinds.deployed, icon: 'spark' },
  deposited: { ...kinds.deposited, icon: 'send' },
  executed: { ...kinds.executed, icon: 'spark' },
  minted: { ...kinds.minted, icon: 'receive' },
  received: { ...kinds.received, icon: 'receive' },
  repaid: { ...kinds.repaid, icon: 'send' },
  sent: { ...kinds.sent, icon: 'send' },
  staked: { ...kinds.staked, icon: 'send' },
  swapped: { ...kinds.swapped, icon: 'swap' },
  unstaked: { ...kinds.unstaked, icon: 'receive' },
  withdrew: { ...kinds.withdrew, icon: 'receive' },
}
