/** What of the NFTs is there from the start; their code is loaded when somebody first looks at them. */
import { BillfoldError } from '../../src/core/errors.ts'
import { assertMessageSize } from '../calls/message-size.ts'
import type { Domain, WorkerContext } from '../context.ts'
import { accountTopic, readAccountParams } from '../topics/account-topic.ts'
import type * as Details from './details.ts'
import type * as Source from './source.ts'

type NftsModule = typeof Source & typeof Details

export const nfts = {
  topics: {
    nfts: accountTopic<'nfts'>(async (context) => (await load(context)).createNftsSource),
  },
  commands: {
    async nft(input, context) {
      const { id, show } = input
      const { account } = readAccountParams(input)
      const { getNftDetails } = await load(context)
      const details = await getNftDetails(context, { account, id: String(id), show: show === true })
      assertMessageSize(details, 'The NFT')
      return details
    },
  },
} satisfies Domain

/** @throws nfts_unavailable */
async function load(context: WorkerContext): Promise<NftsModule> {
  try {
    return await context.load<NftsModule>('nfts')
  } catch (error) {
    throw new BillfoldError('nfts_unavailable', 'The code for NFTs could not be loaded. Try again.', {
      cause: error,
    })
  }
}
