/** What needs the library for EVM contracts, and what wallets of EVM know themselves: one file that imports nothing. */
import { askNode } from '../contracts/ask-node.ts'
import { encodeCall } from '../contracts/encode-call.ts'
import { registerDomain } from '../domain-registry.ts'
import { resolveAddress, resolveAvatar } from '../names/resolve.ts'
import { toBalances } from '../portfolio/from-wallet.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('evm', {
  askNode,
  encodeCall,
  resolveAddress,
  resolveAvatar,
  toBalances,
})
