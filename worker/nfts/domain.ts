/** What of the NFTs is there from the start; their code is loaded when somebody first looks at them. */
import { BillfoldError } from '../../src/core/errors.ts'
import type { NftRow, NftsHead } from '../../src/core/nfts.ts'
import { assertMessageSize } from '../calls/message-size.ts'
import type { Domain, ListSource, WorkerContext } from '../context.ts'
import { toChecksumAddress } from '../../src/core/checksum-address.ts'
import { accountTopic, readAccountParams } from '../topics/account-topic.ts'
import type * as Details from './details.ts'
import type * as Source from './source.ts'

type NftsModule = typeof Source & typeof Details

export const nfts = {
  topics: {
    nfts: accountTopic<'nfts'>(async (context) => {
      const { createNftsSource } = await load(context)
      return (...args) => withChecksums(createNftsSource(...args) as ListSource<NftsHead>)
    }),
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

/** Rows give addresses with their checksum. It is made here: the worker has the code for it, theirs would need it too. */
function withChecksums(source: ListSource<NftsHead>): ListSource<NftsHead> {
  return {
    ...source,
    async page(index) {
      const { version, rows } = await source.page(index)
      return { version, rows: (rows as NftRow[]).map(withChecksum) }
    },
  }
}

function withChecksum(row: NftRow): NftRow {
  return row.contract === undefined ? row : { ...row, contract: toChecksumAddress(row.contract) }
}

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
