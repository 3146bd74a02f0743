import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import * as ethers from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { MAX_RECEIVER_LENGTH, readReceiver } from '../../../src/core/payments/receiver.ts'
import { useRandom } from '../../seed.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(10_000)
const NADIA = '0x9fA341B7C08e5D26e7F130aB84c9D25E6F07b1E4'
const nadia = toChecksumAddress(NADIA)
const bare = nadia.toLowerCase()

describe('A receiver on an EVM network', () => {
  test('[T8] may be typed without 0x or in one letter case, and gets 0x and its checksum', () => {
    for (const text of [bare, bare.slice(2), `0x${bare.slice(2).toUpperCase()}`, `0X${bare.slice(2)}`])
      expect(readReceiver(text, 'eip155'), text).toEqual({
        status: 'address',
        address: nadia,
        isChecked: false,
      })
    expect(readReceiver(nadia, 'eip155')).toEqual({ status: 'address', address: nadia, isChecked: true })
    expect(readReceiver(nadia.slice(2), 'eip155')).toMatchObject({ address: nadia, isChecked: true })
  })

  test('can be typed with spaces between groups of four characters, the way Billfold shows addresses', () => {
    const grouped = `0x ${nadia.slice(2).match(/.{4}/g)!.join(' ')}\n`
    expect(readReceiver(grouped, 'eip155')).toMatchObject({
      status: 'address',
      address: nadia,
      isChecked: true,
    })
  })

  test('[T8] [F25] is blocked if its checksum is wrong, until the person confirms its digits', () => {
    const flip = (letter: string) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    const at = [...nadia].findIndex((one, index) => index > 1 && /[a-f]/i.test(one))
    const typed = nadia.slice(0, at) + flip(nadia[at]!) + nadia.slice(at + 1)
    expect(readReceiver(typed, 'eip155')).toEqual({
      status: 'wrong',
      fault: { code: 'checksum', address: nadia },
    })
    expect(readReceiver(typed, 'eip155', nadia)).toEqual({
      status: 'address',
      address: nadia,
      isChecked: false,
    })
    const other = toChecksumAddress(`0x${'ab'.repeat(20)}`)
    expect(readReceiver(typed, 'eip155', other)).toMatchObject({ status: 'wrong' })
  })

  test('[F25] gets the same checksum that another library computes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const address = ethers.getAddress(ethers.hexlify(bytes))
        expect(readReceiver(address.toLowerCase(), 'eip155')).toMatchObject({ address })
        expect(readReceiver(address, 'eip155')).toMatchObject({ status: 'address', address })
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  test('[F25] passes the checksum in at most 10 of 10,000 cases if one character is wrong', () => {
    const { hex, between } = useRandom()
    let taken = 0
    for (let run = 0; run < runs; run += 1) {
      let address = ''
      do address = toChecksumAddress(`0x${hex(40)}`)
      while (!/[a-f]/.test(address) || !/[A-F]/.test(address))
      const at = between(2, 41)
      let other = address[at]!
      while (other === address[at]) other = '0123456789abcdefABCDEF'[between(0, 21)]!
      const typed = address.slice(0, at) + other + address.slice(at + 1)
      if (readReceiver(typed, 'eip155').status === 'address') taken += 1
      expect(readReceiver(address, 'eip155')).toMatchObject({ status: 'address', isChecked: true })
    }
    console.log(`typing errors taken: ${taken} of ${runs}`)
    // About one in 4,000 is right by chance: of few, three are no sign of anything.
    expect(taken).toBeLessThanOrEqual(Math.max(3, runs / 1_000))
  })

  test('is refused if it is too short or too long, with the number of missing or extra digits', () => {
    expect(readReceiver(nadia.slice(0, 24), 'eip155')).toEqual({
      status: 'wrong',
      fault: { code: 'incomplete', missing: 18 },
    })
    expect(readReceiver(`${nadia}a`, 'eip155')).toMatchObject({ fault: { code: 'too_long', extra: 1 } })
    // A transaction's hash, or an address of Sui.
    expect(readReceiver(`0x${'a1'.repeat(32)}`, 'eip155')).toMatchObject({
      fault: { code: 'too_long', extra: 24 },
    })
    expect(readReceiver('0x', 'eip155')).toMatchObject({ fault: { code: 'incomplete', missing: 40 } })
    for (const text of ['hello', 'a@b.c', '0.0.1234', `${nadia} x`, '$'.repeat(400)])
      expect(readReceiver(text, 'eip155'), text).toEqual({ status: 'wrong', fault: { code: 'form' } })
  })

  test('may be a name', () => {
    for (const name of ['nadia.eth', 'pay.nadia.eth', 'náðía.eth', '🦊.eth', 'nadia.reown.id'])
      expect(readReceiver(` ${name} `, 'eip155')).toEqual({ status: 'name', name })
  })
})

describe('A receiver on Solana', () => {
  test('[T9] is a key of 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const address = base58.encode(bytes)
        expect(readReceiver(address, 'solana')).toEqual({ status: 'address', address, isChecked: false })
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  test('can’t be a name', () => {
    expect(readReceiver('nadia.sol', 'solana')).toEqual({ status: 'wrong', fault: { code: 'name' } })
  })
})

/** Genuine ones, from the documents of each network, and what each is called. */
const foreign: readonly (readonly [string, string])[] = [
  ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['Bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['Bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['Bitcoin', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
  ['Bitcoin', 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'],
  ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['Dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['Litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['Cosmos', 'cosmos1vlthgax23ca9syk7xgaz347xmf4nunefw3cnv8'],
  // Read as base58 it is 32 bytes.
  ['Cosmos', 'osmo1zmpyazjkxmwkxx3jwzakezzmffvze6nqavenv6'],
  ['XRP Ledger', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['Polkadot', '1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg'],
  ['Polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  ['Stellar', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['Tezos', 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb'],
]

describe('A receiver address of a different blockchain family than the payment’s network', () => {
  test.each(foreign)('[F25] is rejected, and the error names the family: %s (%s)', (family, address) => {
    for (const namespace of ['eip155', 'solana'] as const)
      expect(readReceiver(address, namespace)).toEqual({ status: 'wrong', fault: { code: 'family', family } })
  })

  test('[F25] is rejected, and the error names the family, if it is a Solana address on an EVM network, or an EVM address on Solana', () => {
    const solana = Keypair.generate().publicKey.toBase58()
    expect(readReceiver(solana, 'eip155')).toMatchObject({ fault: { code: 'family', family: 'Solana' } })
    expect(readReceiver(nadia, 'solana')).toMatchObject({ fault: { code: 'family', family: 'Ethereum' } })
  })

  test('[F25] [T9] is rejected for all of 500 random addresses in each family', () => {
    const { between } = useRandom()
    const bytes = (length: number) => Uint8Array.from({ length }, () => between(0, 255))
    const text = (length: number, letters: string) =>
      Array.from({ length }, () => letters[between(0, letters.length - 1)]).join('')
    const bech32 = '023456789acdefghjklmnpqrstuvwxyz'
    const makers = [
      ...[0x00, 0x05, 0x6f, 0x41, 0x1e, 0x30].map(
        (first) => () => base58.encode(Uint8Array.of(first, ...bytes(24))),
      ),
      () => base58.encode(Uint8Array.of(42, ...bytes(34))),
      () => `bc1q${text(38, bech32)}`,
      () => `bc1p${text(58, bech32)}`,
      () => `ltc1q${text(38, bech32)}`,
      () => `addr1q${text(97, bech32)}`,
      () => `osmo1${text(38, bech32)}`,
      () => `bitcoincash:q${text(41, bech32)}`,
      () => `G${text(55, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
      () => text(58, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
      () => `0x${text(64, '0123456789abcdef')}`,
      () => `tz1${text(33, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')}`,
      () => `4${text(94, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')}`,
    ]
    for (let run = 0; run < propertyRuns(500) * makers.length; run += 1) {
      const address = makers[run % makers.length]!()
      for (const namespace of ['eip155', 'solana'] as const)
        expect(readReceiver(address, namespace), address).toMatchObject({ status: 'wrong' })
    }
  })
})

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v'
const PERSON = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

describe('A receiver with a link or prefix', () => {
  const on = (id: number) => ({ caipNetworkId: `eip155:${id}` })

  test.each([
    ['EIP-3770', `eth:${nadia}`, on(1)],
    ['EIP-3770', `base:${nadia}`, on(8453)],
    ['EIP-3770', `arb1:${nadia}`, on(42161)],
    ['EIP-3770', `BNB:${nadia}`, on(56)],
    ['EIP-681', `ethereum:${nadia}`, undefined],
    ['EIP-681', `ethereum:${nadia}@1`, on(1)],
    ['EIP-681', `ethereum:pay-${nadia}@0137`, on(137)],
    ['EIP-681', `ethereum://${nadia}@10`, on(10)],
    ['EIP-681', `ethereum:${nadia}@8453?value=2.014e18`, { ...on(8453), token: 'native', hasMore: true }],
    ['EIP-681', `ethereum:${nadia}?gas=21000`, { hasMore: true }],
    ['EIP-681', `ethereum:${nadia}?gasLimit=21000&gasPrice=1&label=Cafe&message=Hi`, { hasMore: true }],
    [
      'EIP-681',
      `ethereum:${USDC}@8453/transfer?address=${nadia}&uint256=1e6`,
      { ...on(8453), token: USDC, hasMore: true },
    ],
    ['CAIP-10', `eip155:1:${nadia}`, on(1)],
    ['CAIP-10', `eip155:8453:${nadia}`, on(8453)],
  ])('[D10] is read in the format %s: %s', (_, text, link) => {
    expect(readReceiver(text, 'eip155')).toEqual({
      status: 'address',
      address: nadia,
      isChecked: true,
      ...(link && { link }),
    })
  })

  test.each([
    ['CAIP-10', `${SOLANA}:${PERSON}`, { caipNetworkId: SOLANA }],
    ['Solana Pay', `solana:${PERSON}`, undefined],
    ['Solana Pay', `solana:${PERSON}?amount=0.01&label=Cafe`, { token: 'native', hasMore: true }],
    ['Solana Pay', `solana:${PERSON}?amount=1&spl-token=${MINT}`, { token: MINT, hasMore: true }],
  ])('[D10] is read on Solana in the format %s: %s', (_, text, link) => {
    expect(readReceiver(text, 'solana')).toEqual({
      status: 'address',
      address: PERSON,
      isChecked: false,
      ...(link && { link }),
    })
  })

  test('[D10] may contain a name instead of an address', () => {
    expect(readReceiver('ethereum:nadia.eth@10?value=1', 'eip155')).toEqual({
      status: 'name',
      name: 'nadia.eth',
      link: { ...on(10), token: 'native', hasMore: true },
    })
    expect(readReceiver('eth:nadia.eth', 'eip155')).toEqual({
      status: 'name',
      name: 'nadia.eth',
      link: on(1),
    })
    expect(readReceiver('ethereum:pay-nadia.eth', 'eip155')).toEqual({ status: 'name', name: 'nadia.eth' })
    expect(readReceiver('ethereum:pay-my-nadia.eth', 'eip155')).toEqual({
      status: 'name',
      name: 'my-nadia.eth',
    })
  })

  test('[D10] may contain invisible characters, quotes and spaces', () => {
    for (const text of [
      `\u200B${nadia}`,
      `${nadia.slice(0, 20)}\u200B${nadia.slice(20)}`,
      `\uFEFF${nadia}\u200E`,
      `\u2066${nadia}\u2069`,
      `\u200F${nadia.slice(0, 9)}\u200D${nadia.slice(9)}\u00AD`,
      `"${nadia}"`,
      ` “${nadia}” `,
      `<${nadia}>`,
      `'${nadia}'\n`,
    ])
      expect(readReceiver(text, 'eip155'), JSON.stringify(text)).toEqual({
        status: 'address',
        address: nadia,
        isChecked: true,
      })
    expect(readReceiver(`\u200B"${PERSON}"`, 'solana')).toMatchObject({ address: PERSON })
    expect(readReceiver('\u200Enadia.eth\u200B', 'eip155')).toEqual({ status: 'name', name: 'nadia.eth' })
    expect(readReceiver(`\u200Beth:${nadia}`, 'eip155')).toMatchObject({ address: nadia, link: on(1) })
    expect(readReceiver('\u200B \u2060', 'eip155')).toEqual({ status: 'empty' })
  })

  test('[D10] keeps the joiners of an emoji in a name', () => {
    const name = '\u{1F468}\u200D\u{1F33E}.eth'
    expect(readReceiver(name, 'eip155')).toEqual({ status: 'name', name })
    expect(readReceiver(`eth:${name}`, 'eip155')).toMatchObject({ name })
  })

  test('[D10] is refused if its text, including invisible characters, is longer than the limit', () => {
    const link = `solana:${PERSON}?label=`
    const fill = 'x'.repeat(MAX_RECEIVER_LENGTH - link.length)
    expect(readReceiver(link + fill, 'solana')).toMatchObject({ status: 'address' })
    for (const text of [`${link}${fill}x`, `\u200B${link}${fill}`, `${link}${fill} `])
      expect(readReceiver(text, 'solana')).toEqual({ status: 'wrong', fault: { code: 'form' } })
  })

  test('[D10] is refused if the checksum of its address is wrong', () => {
    const at = [...nadia].findIndex((one, index) => index > 1 && /[a-f]/.test(one))
    const typed = nadia.slice(0, at) + nadia[at]!.toUpperCase() + nadia.slice(at + 1)
    for (const text of [`eth:${typed}`, `ethereum:${typed}@1`, `eip155:1:${typed}`, `"${typed}"`]) {
      expect(readReceiver(text, 'eip155'), text).toEqual({
        status: 'wrong',
        fault: { code: 'checksum', address: nadia },
      })
      expect(readReceiver(text, 'eip155', nadia)).toMatchObject({ address: nadia, isChecked: false })
    }
    expect(readReceiver(`ethereum:${USDC}/transfer?address=${typed}`, 'eip155')).toMatchObject({
      fault: { code: 'checksum' },
    })
  })

  test.each([
    [`unknownnet:${nadia}`, 'prefix'],
    [`ethereum:${USDC}@1/approve?address=${nadia}&uint256=1`, 'link'],
    [`ethereum:${USDC}@1/transfer?uint256=1`, 'link'],
    [`ethereum:${USDC}@1/transfer?address=${nadia}&address=${USDC}`, 'link'],
    [`ethereum:${USDC}@1?address=${nadia}`, 'link'],
    ['ethereum:', 'link'],
    [`ethereum:${nadia}@mainnet`, 'link'],
    [`solana:${PERSON}`, 'family'],
    [`${SOLANA}:${PERSON}`, 'family'],
    ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.5', 'family'],
    ['bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'family'],
    ['litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'family'],
    ['cosmos:cosmoshub-3:cosmos1vlthgax23ca9syk7xgaz347xmf4nunefw3cnv8', 'family'],
    [`eth:${nadia.slice(0, 30)}`, 'incomplete'],
    // A call in its query: EIP-67, and wallets that read `data`.
    [`ethereum:${nadia}@1?data=0xa9059cbb`, 'link'],
    [`ethereum:${nadia}@1?value=0&DATA=0xa9059cbb`, 'link'],
    [`ethereum:${USDC}?function=transfer(address%20${nadia},uint256%201)`, 'link'],
    [`ethereum:${nadia}?bytecode=0x60`, 'link'],
    [`ethereum:${nadia}?value=1&amp;data=0xa9059cbb`, 'link'],
    [`ethereum:${nadia}?value=1?data=0xa9059cbb`, 'link'],
    [`ethereum:${USDC}@1/transfer?address=${nadia}&uint256=1&data=0x00`, 'link'],
    // EIP-831: what stands before the hyphen says what to do with the rest.
    ['ethereum:approve-nadia.eth', 'link'],
    ['ethereum:my-nadia.eth@1', 'link'],
    ['ethereum:approve%2Dnadia.eth', 'link'],
    [`ethereum:approve-${USDC}@1/transfer?address=${nadia}&uint256=1`, 'link'],
    [`https://etherscan.io/address/${nadia}`, 'form'],
    [`eth:${nadia} base:${nadia}`, 'form'],
  ])('[D10] is refused on an EVM network: %s (fault: %s)', (text, code) => {
    expect(readReceiver(text, 'eip155')).toMatchObject({ status: 'wrong', fault: { code } })
  })

  test.each([
    [`eth:${nadia}`, 'family'],
    [`ethereum:${nadia}@1`, 'family'],
    [`eip155:1:${nadia}`, 'family'],
    ['solana:https://merchant.example/pay?id=1', 'link'],
    ['solana:https%3A%2F%2Fmerchant.example', 'link'],
    [`solana:${PERSON}?amount=1&memo=1234`, 'memo'],
    [`solana:${PERSON}?spl-token=${MINT}&spl-token=${PERSON}`, 'link'],
    [`solana:${PERSON}?amount=1&reference=${MINT}`, 'memo'],
    [`solana:${PERSON}?reference=${MINT}&reference=${PERSON}&label=Cafe`, 'memo'],
    [`solana:${PERSON}?amount=1&Reference=${MINT}`, 'memo'],
    [`solana:${PERSON}?amount=1&MEMO=1234`, 'memo'],
    // Damaged links: the memo would be lost.
    [`solana:${PERSON}?amount=1?memo=1234`, 'link'],
    [`solana:${PERSON}?amount=1&amp;memo=1234`, 'link'],
    [`solana:${PERSON}?amount=1&destination-tag=7`, 'link'],
  ])('[D10] is refused on Solana: %s (fault: %s)', (text, code) => {
    expect(readReceiver(text, 'solana')).toMatchObject({ status: 'wrong', fault: { code } })
  })
})
