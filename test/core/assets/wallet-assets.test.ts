import { describe, expect, it } from 'vitest'
import { readWalletAssets } from '../../../src/core/assets/wallet-assets.ts'

const metadata = {
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  price: 1,
  iconUrl: 'https://icons.example/usdc.png',
}
const asset = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  balance: '4250000000',
  type: 'ERC20',
  metadata,
}

describe('Assets reported by a wallet', () => {
  it.each([
    {},
    { '0x1': [] },
    {
      '0x1': [asset, { ...asset, address: 'native', type: 'NATIVE', balance: '0xde0b6b3a7640000' }],
      '0xa': [],
    },
    { '0x1': [{ ...asset, metadata: { ...metadata, decimals: 0, price: 0, iconUrl: '', extra: 1 } }] },
  ])('[A104] are accepted unchanged in every valid shape (case %#)', (answer) => {
    expect(readWalletAssets(answer)).toEqual(answer)
  })

  it.each([
    { address: 1 },
    { balance: 4250000000 },
    { balance: 'many' },
    { balance: '-1' },
    { balance: '1e9' },
    { balance: '' },
    { type: 'ERC721' },
    { type: undefined },
    { metadata: undefined },
    { metadata: { ...metadata, name: undefined } },
    { metadata: { ...metadata, symbol: 7 } },
    { metadata: { ...metadata, decimals: '6' } },
    { metadata: { ...metadata, decimals: -1 } },
    { metadata: { ...metadata, decimals: 1.5 } },
    { metadata: { ...metadata, price: '1' } },
    { metadata: { ...metadata, price: Number.NaN } },
    { metadata: { ...metadata, iconUrl: null } },
  ])('[A105] are rejected as a whole if one asset has the invalid field %j', (wrong) => {
    expect(readWalletAssets({ '0x1': [asset, { ...asset, ...wrong }] })).toBeUndefined()
  })

  it.each([null, undefined, [], 'assets', { '0x1': asset }, { '0x1': [null] }])(
    '[A105] are rejected if the answer is %j',
    (answer) => {
      expect(readWalletAssets(answer)).toBeUndefined()
    },
  )
})
