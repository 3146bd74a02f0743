import type { ActivityReason } from '../../src/core/assets/activity.ts'
import type { UnverifiedNft } from '../../src/core/assets/nfts.ts'
import type { UnverifiedToken } from '../../src/core/assets/portfolio.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

/** A reason, with what is known about the token or NFT. */
type Seen = { reason: ActivityReason } & Omit<UnverifiedToken & UnverifiedNft, 'reason'>

/** Why an item is unverified, in words. @param unusual whether its name has letters that imitate others */
export function formatReason({ reason, imitates, receivers }: Seen, unusual = false): string {
  if (imitates !== undefined)
    return t(unusual ? texts.foreignLetters : texts.sameSymbol, { symbol: imitates })
  return receivers === undefined ? texts.reasons[reason] : t(texts.receivers, { n: receivers })
}
