/** The worker's domain `siwx`: verifies signatures, and sends requests to the page's own server. */
import { isEvmAddress } from '../../src/core/chains/address.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Domain } from '../base/context.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { askSignIn } from './ask-server.ts'
import { verifySignature } from './verify.ts'

export const siwx = {
  topics: {},
  commands: {
    /** `unknown` if the code or the node is unavailable: the signature may still be valid (T17). */
    verifySignature: (input, context) =>
      verifySignature(input, context).catch(() => ({ outcome: 'unknown' })),
    askSignIn,
    /** @throws bad_account */
    async checksumAddress({ address }) {
      if (!isEvmAddress(address)) throw new BillfoldError('bad_account', 'This is not an EVM address.')
      return toChecksumAddress(address)
    },
  },
} satisfies Domain
