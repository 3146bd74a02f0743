/** What needs the libraries for EVM: contracts, names, signatures, and what wallets know themselves. */
import { askNode } from '../contracts/ask-node.ts'
import { encodeCall } from '../contracts/encode-call.ts'
import { registerDomain } from '../domain-registry.ts'
import { normalizeName } from '../names/ens.ts'
import { resolveAddress, resolveAvatar } from '../names/resolve.ts'
import { toBalances } from '../portfolio/from-wallet.ts'
import { verifyEvmSignature } from '../siwx/verify-evm.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('evm', {
  askNode,
  encodeCall,
  normalizeName,
  resolveAddress,
  resolveAvatar,
  toBalances,
  verifyEvmSignature,
})
