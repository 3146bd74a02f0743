/** Names under which the code of Solana uses base58. */
import { base58 } from '@scure/base'

export { fromBase58 as decodeBase58 } from './byte-text.ts'
export const encodeBase58 = base58.encode
