import { expect, it } from 'vitest'
import type { Network } from '../../../src/core/chains/networks.ts'
import { checkPayRequest, type PayRequest } from '../../../src/core/payments/pay-request.ts'

const toNetwork = (caipNetworkId: Network['caipNetworkId'], name: string) =>
  ({ caipNetworkId, name }) as Network
const networks = [
  toNetwork('eip155:1', 'Ethereum'),
  toNetwork('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
  toNetwork('bip122:000000000019d6689c085ae165831e93', 'Bitcoin'),
]
const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const onEvm: PayRequest = { caipNetworkId: 'eip155:1', asset: 'native', amount: 1n, recipient: nadia }
const onSolana: PayRequest = {
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: mint,
  amount: 1n,
  recipient: 'So11111111111111111111111111111111111111112',
}
const check = (request: object) => checkPayRequest(request as PayRequest, networks)

it('[S4] `pay` accepts a payment in the native token or another token, and freezes the request', () => {
  for (const request of [
    onEvm,
    onSolana,
    { ...onEvm, asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', memo: 'Order 1042, thank you 👩‍🚀' },
    { ...onEvm, recipient: nadia.toLowerCase(), amount: 2n ** 256n - 1n },
    { ...onSolana, asset: 'native', amount: 2n ** 64n - 1n },
  ]) {
    const checked = check(request)
    expect(checked).toEqual(request)
    expect(Object.isFrozen(checked)).toBe(true)
  }
  expect(check({ ...onEvm, memo: '' })).toEqual(onEvm)
})

it.each([
  ['an unknown network', { ...onEvm, caipNetworkId: 'eip155:137' }, 'caipNetworkId', /eip155:1, solana/],
  ['no network', { ...onEvm, caipNetworkId: undefined }, 'caipNetworkId', /undefined/],
  [
    'a network without payments',
    { ...onEvm, caipNetworkId: networks[2]!.caipNetworkId },
    'caipNetworkId',
    /bip122/,
  ],
  ['an amount that is a number', { ...onEvm, amount: 5 }, 'amount', /bigint.*number/],
  ['an amount that is a string', { ...onEvm, amount: '5' }, 'amount', /bigint/],
  ['no amount', { ...onEvm, amount: undefined }, 'amount', /bigint/],
  ['an amount of zero', { ...onEvm, amount: 0n }, 'amount', /more than zero/],
  ['a negative amount', { ...onEvm, amount: -1n }, 'amount', /more than zero/],
  ['an amount of more than 256 bits', { ...onEvm, amount: 2n ** 256n }, 'amount', /at most/],
  ['an amount of more than 64 bits on Solana', { ...onSolana, amount: 2n ** 64n }, 'amount', /at most/],
  [
    'a recipient with a wrong checksum',
    { ...onEvm, recipient: nadia.replace('5aA', '5Aa') },
    'recipient',
    /checksum/,
  ],
  [
    'a Solana recipient on an EVM network',
    { ...onEvm, recipient: onSolana.recipient },
    'recipient',
    /Ethereum/,
  ],
  ['an EVM recipient on Solana', { ...onSolana, recipient: nadia }, 'recipient', /Solana/],
  [
    'a Bitcoin recipient',
    { ...onEvm, recipient: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    'recipient',
    /address/,
  ],
  ['a name as recipient', { ...onEvm, recipient: 'nadia.eth' }, 'recipient', /address/],
  ['a link as recipient', { ...onEvm, recipient: `ethereum:${nadia}` }, 'recipient', /address/],
  ['a recipient with hidden characters', { ...onEvm, recipient: `${nadia}\u200b` }, 'recipient', /address/],
  ['a recipient without 0x', { ...onEvm, recipient: nadia.slice(2) }, 'recipient', /address/],
  [
    'the zero address as recipient',
    { ...onEvm, recipient: `0x${'0'.repeat(40)}` },
    'recipient',
    /zero address/,
  ],
  [
    'Solana’s zero address as recipient',
    { ...onSolana, recipient: '1'.repeat(32) },
    'recipient',
    /zero address/,
  ],
  ['no recipient', { ...onEvm, recipient: undefined }, 'recipient', /undefined/],
  ['a token with a wrong checksum', { ...onEvm, asset: nadia.replace('5aA', '5Aa') }, 'asset', /checksum/],
  ['a Solana token on an EVM network', { ...onEvm, asset: mint }, 'asset', /address/],
  [
    'the zero address for the native token',
    { ...onEvm, asset: `0x${'0'.repeat(40)}` },
    'asset',
    /zero address/,
  ],
  [
    'the address 0xEeee… for the native token',
    { ...onEvm, asset: `0x${'Ee'.repeat(20)}` },
    'asset',
    /native/,
  ],
  ['a symbol as token', { ...onEvm, asset: 'USDC' }, 'asset', /address/],
  ['no token', { ...onEvm, asset: undefined }, 'asset', /undefined/],
  ['a memo that is too long', { ...onEvm, memo: 'x'.repeat(201) }, 'memo', /200/],
  ['a memo of several lines', { ...onEvm, memo: 'a\nb' }, 'memo', /one line/],
  ['a memo with a right-to-left override', { ...onEvm, memo: 'a\u202eb' }, 'memo', /control/],
  ['a memo that is a number', { ...onEvm, memo: 5 }, 'memo', /text/],
])('[S4] `pay` rejects %s and names the field', (_, request, field, message) => {
  let thrown: unknown
  try {
    check(request)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: 'options_invalid', context: { field } })
  expect((thrown as Error).message).toMatch(message)
  expect((thrown as Error).message).toContain(`pay() needs ${field} to be`)
})
