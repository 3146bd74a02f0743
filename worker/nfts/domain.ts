/** The domain of an account's NFTs. */
import { assertMessageSize } from '../base/message-size.ts'
import type { Domain } from '../base/context.ts'
import { accountTopic, readAccountParams } from '../base/account-topic.ts'
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
