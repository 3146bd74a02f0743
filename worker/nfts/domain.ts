/** NFTs of an account. */
import { assertMessageSize } from '../calls/message-size.ts'
import type { Domain } from '../context.ts'
import { accountTopic, readAccountParams } from '../topics/account-topic.ts'
import { getNftDetails } from './details.ts'
import { createNftsSource } from './source.ts'

export const nfts = {
  topics: { nfts: accountTopic<'nfts'>(createNftsSource) },
  commands: {
    async nft(input, context) {
      const { id, show } = input
      const { account } = readAccountParams(input)
      const details = await getNftDetails(context, { account, id: String(id), show: show === true })
      assertMessageSize(details, 'The NFT')
      return details
    },
  },
} satisfies Domain
