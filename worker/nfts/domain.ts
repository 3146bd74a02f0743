/** What of the NFTs is there from the start; their code is loaded when somebody first looks at them. */
import { BillfoldError } from '../../src/core/errors.ts'
import { accountTopic } from '../topics/account-topic.ts'
import type { Domain } from '../context.ts'
import type * as Nfts from './source.ts'

export const nfts = {
  topics: {
    nfts: accountTopic<'nfts'>(async (context) => {
      try {
        return (await context.load<typeof Nfts>('nfts')).createNftsSource
      } catch (error) {
        throw new BillfoldError('nfts_unavailable', 'The code for NFTs could not be loaded. Try again.', {
          cause: error,
        })
      }
    }),
  },
  commands: {},
} satisfies Domain
