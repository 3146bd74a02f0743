/** What was seen that sets an NFT apart, in words. */
import type { UnverifiedNft } from '../../src/core/nfts.ts'
import { say } from '../texts.ts'
import { texts } from './texts.ts'

export function sayReason({ reason, receivers = 0 }: UnverifiedNft): string {
  return reason === 'mass' ? say(texts.reasons.mass, { n: receivers }) : say(texts.reasons[reason])
}
