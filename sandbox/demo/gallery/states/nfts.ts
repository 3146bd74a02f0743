/** States of the NFT list, and of one NFT. */
import type { NftRow } from '../../../../src/core/assets/nfts.ts'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { nftAt, nftsHead } from '../sample-data.ts'
import type { State } from '../state.ts'
import { draw } from '../wallets.ts'
import { empty, ofAccount, unknown } from './account.ts'

const golden: NftRow = {
  id: 'golden',
  name: 'Golden Pass #88120',
  collection: 'Golden Pass',
  contract: '0x4bE2E92bA17f02D4a3e0A7E5bC9B41d27De37C0E',
  tokenId: '88120',
  count: 1n,
  unverified: { reason: 'mass', receivers: 40_000 },
}

function receiveScams(worker: PreparedWorker): void {
  const scams: NftRow[] = [
    {
      ...golden,
      id: '1',
      name: '$5,000 VOUCHER - claim at voucher-91.example',
      unverified: { reason: 'link' },
    },
    golden,
    { ...golden, id: '2', name: 'Claim your reward', unverified: { reason: 'lure' } },
  ]
  worker.rows.nfts = (index) => scams[index - 3] ?? nftAt(index)
  worker.set('nfts', { data: nftsHead(6, { unverifiedFrom: 3 }) })
  worker.answers.nft = () => ({
    description: 'Claim $5,000 at pass-claim·example',
    traits: [],
    host: 'pass-claim.example',
  })
}

/** Fills the list with seven NFTs that can be opened. */
function collect(worker: PreparedWorker, part: Partial<NftRow> = {}): void {
  worker.rows.nfts = (index) => ({
    ...nftAt(index),
    imageUrl: draw(`NFT ${index}`),
    contract: `0x${'8c05e92b'.repeat(5)}`,
    tokenId: '114',
    ...part,
  })
  worker.answers.nft = () => ({
    description: 'One stretch of coast at every hour of a year.\nThe number is the hour of ebb.',
    traits: [
      { name: 'Sky', value: 'Dusk' },
      { name: 'Weather in the afternoon', value: 'A storm from the north-west' },
    ],
  })
}

function list(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return ofAccount({ steps: ['NFTs'], ...part })
}

function one(part: Pick<State, 'name' | 'when'> & Partial<State>): State {
  return list({ view: 'Nft', worker: collect, steps: ['NFTs', /^Low Tide 1/], see: 'Token ID', ...part })
}

const wide =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 24"><rect width="80" height="24" fill="#446"/></svg>'

export const nftStates: readonly State[] = [
  list({ name: 'NFTs', when: 'An account with a few NFTs.', worker: collect, see: 'Low Tide 3' }),
  list({
    name: 'NFTs, loading',
    when: 'The NFTs haven’t loaded yet.',
    worker: (worker) => worker.set('nfts', { status: 'loading', ...unknown }),
    see: 'NFTs',
  }),
  list({ name: 'NFTs, none', when: 'A new account without NFTs.', worker: empty, see: 'No NFTs yet' }),
  list({
    name: 'NFTs, failed',
    when: 'The source of NFTs isn’t responding.',
    worker: (worker) =>
      worker.set('nfts', {
        status: 'failed',
        error: { code: 'nfts_unavailable', message: 'No.', category: 'API_ERROR', context: {} },
        ...unknown,
      }),
    see: 'Couldn’t load NFTs',
  }),
  list({
    name: 'NFTs, long names',
    when: 'Names that don’t fit under their pictures.',
    worker(worker) {
      worker.rows.nfts = (index): NftRow => ({
        id: `${index}`,
        name: 'A picture whose name is far longer than its place in any gallery',
        collection: 'A collection whose name is just as long as that of the picture',
        count: 10n ** 12n,
      })
    },
    see: 'A picture whose name',
  }),
  list({
    name: 'NFTs, some unverified',
    when: 'Unsolicited NFTs are grouped in one row.',
    worker: receiveScams,
    see: 'Unverified (3)',
  }),
  list({
    name: 'Unverified NFTs',
    view: 'Unverified',
    when: 'Unsolicited NFTs, each with the reason why it is unverified.',
    worker: receiveScams,
    steps: ['NFTs', /^Unverified/],
    see: 'You didn’t request these',
  }),
  one({ name: 'NFT', when: 'One NFT with its creator’s description.' }),
  one({
    name: 'NFT, wide picture',
    when: 'The picture is much wider than it is high.',
    worker: (worker) =>
      collect(worker, { imageUrl: `data:image/svg+xml,${encodeURIComponent(wide)}`, count: 12n }),
  }),
  one({
    name: 'NFT, details failed',
    when: 'The creator’s server isn’t responding, and there is no picture.',
    worker(worker) {
      collect(worker, { imageUrl: '', tokenId: String(2n ** 255n) })
      worker.answers.nft = () => {
        throw new BillfoldError('nfts_unavailable', 'No.', { context: { reason: 'http_network' } })
      }
    },
    see: 'Couldn’t load the description',
  }),
  one({
    name: 'NFT, unverified',
    when: 'An unsolicited NFT. Its picture loads only on request.',
    worker: receiveScams,
    steps: ['NFTs', /^Unverified/, /^Golden Pass/],
    see: 'Picture not loaded',
  }),
]
