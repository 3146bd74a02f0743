/** What needs the libraries for EVM: contracts, names, payments, swaps, signatures, and what wallets know themselves. */
import * as node from '../contracts/ask-node.ts'
import * as contracts from '../contracts/encode-call.ts'
import { registerDomain } from '../domain-registry.ts'
import * as token from '../evm/token.ts'
import * as ens from '../names/ens.ts'
import { resolveAddress, resolveAvatar } from '../names/resolve.ts'
import * as nfts from '../nfts/chain.ts'
import * as receiver from '../payments/evm-receiver.ts'
import * as paid from '../payments/fetch-receiver.ts'
import * as transfer from '../payments/evm-transfer.ts'
import * as nonces from '../payments/find-by-nonce.ts'
import * as sent from '../payments/look-at-evm.ts'
import * as look from '../portfolio/create-look.ts'
import * as fromWallet from '../portfolio/from-wallet.ts'
import * as siwx from '../siwx/verify-evm.ts'
import * as swap from '../swap/prepare-swap.ts'
import * as facts from '../transaction/fetch-facts.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('evm', {
  ...node,
  ...contracts,
  ...token,
  ...ens,
  resolveAddress,
  resolveAvatar,
  ...nfts,
  ...receiver,
  ...paid,
  ...transfer,
  ...nonces,
  ...sent,
  ...look,
  ...fromWallet,
  ...siwx,
  ...swap,
  ...facts,
})
