/** Signing in: whether what a wallet signed holds, and what the page's own server says. The code comes with the first. */
import { isEvmAddress } from '../../src/core/address.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { Domain, WorkerContext } from '../context.ts'
import { toChecksumAddress } from '../../src/core/checksum-address.ts'
import type * as Server from './ask-server.ts'
import type * as Verify from './verify.ts'

export const siwx = {
  topics: {},
  commands: {
    /** Code or a node that cannot be had says nothing of the signature (T17). */
    verifySignature: (input, context) =>
      load(context)
        .then((code) => code.verifySignature(input, context))
        .catch(() => ({ outcome: 'unknown' })),
    askSignIn: async (question, context) => (await load(context)).askSignIn(question, context),
    /** @throws bad_account */
    async checksumAddress({ address }) {
      if (!isEvmAddress(address)) throw new BillfoldError('bad_account', 'This is no EVM address.')
      return toChecksumAddress(address)
    },
  },
} satisfies Domain

const load = (context: WorkerContext) => context.load<typeof Server & typeof Verify>('siwx')
