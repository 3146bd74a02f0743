/** Lazy domain: all code that needs the EVM libraries, such as contracts, names, payments, swaps and signatures. */
import * as node from '../../evm/ask-node.ts'
import * as contracts from '../../evm/encode-call.ts'
import { registerDomain } from '../domain-registry.ts'
import * as token from '../../evm/token.ts'
import * as ens from '../../names/ens.ts'
import { resolveAddress, resolveAvatar } from '../../names/resolve.ts'
import * as nfts from '../../nfts/chain.ts'
import { checkContract } from '../../evm/evm-receiver.ts'
import * as rollupFee from '../../evm/rollup-fee.ts'
import * as paid from '../../payments/receivers/fetch-receiver.ts'
import * as transfer from '../../payments/transfer/evm-transfer.ts'
import * as allowances from '../../payments/allowances/fetch-allowance.ts'
import { prepareRevocation } from '../../payments/allowances/prepare-revocation.ts'
import * as nonces from '../../payments/sent/find-by-nonce.ts'
import * as replacement from '../../payments/sent/prepare-replacement.ts'
import * as sent from '../../payments/sent/check-evm-payment.ts'
import * as look from '../../portfolio/account-reader.ts'
import * as fromWallet from '../../portfolio/from-wallet.ts'
import * as siwx from '../../siwx/verify-evm.ts'
import { isSwapPayment } from '../../market/swap/check-swap.ts'
import * as swap from '../../market/swap/prepare-swap.ts'
import * as facts from '../../activity/transaction/fetch-facts.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export const domain = registerDomain('evm', {
  ...node,
  ...contracts,
  ...token,
  ...ens,
  resolveAddress,
  resolveAvatar,
  ...nfts,
  checkContract,
  ...rollupFee,
  ...paid,
  ...transfer,
  ...allowances,
  prepareRevocation,
  ...nonces,
  ...sent,
  ...replacement,
  ...look,
  ...fromWallet,
  ...siwx,
  ...swap,
  isSwapPayment,
  ...facts,
})
