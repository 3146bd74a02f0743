/** By the vectors of BIP-173 and BIP-350, and against another library. */
import { bech32 } from '@scure/base'
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BitcoinPrefix,
  getScriptKind,
  toBitcoinScript,
} from '../../../src/core/chains/bitcoin-address.ts'
import { propertyRuns } from '../../property-runs.ts'

const MAIN_KEY = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const MAIN_SCRIPT = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'
const MAIN_SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const MAIN_TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const TEST_SEGWIT = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
const TEST_TAPROOT = 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'

const toHex = (script: Uint8Array | undefined) => script && Buffer.from(script).toString('hex')

test.each<[BitcoinPrefix, string, string, string]>([
  ['bc', MAIN_SEGWIT, '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'segwit'],
  ['bc', MAIN_TAPROOT, '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'taproot'],
  ['tb', TEST_SEGWIT, '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262', 'segwit'],
  ['tb', TEST_TAPROOT, '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433', 'taproot'],
  ['bc', MAIN_KEY, '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac', 'key'],
  ['bc', MAIN_SCRIPT, 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87', 'script'],
])('A Bitcoin address with the prefix %s decodes to its script: %s', (prefix, address, script, kind) => {
  expect(toHex(toBitcoinScript(address, prefix))).toBe(script)
  expect(getScriptKind(toBitcoinScript(address, prefix)!)).toBe(kind)
})

test('A Bitcoin address is rejected if its network is not the requested network', () => {
  const own: Record<BitcoinPrefix, string[]> = {
    bc: [MAIN_KEY, MAIN_SCRIPT, MAIN_SEGWIT, MAIN_TAPROOT],
    tb: [TEST_SEGWIT, TEST_TAPROOT],
    bcrt: [],
  }
  for (const prefix of ['bc', 'tb', 'bcrt'] as const) {
    for (const address of Object.values(own).flat())
      expect(toBitcoinScript(address, prefix) !== undefined).toBe(own[prefix].includes(address))
  }
  // A sidechain that writes as Bitcoin does, and one of Litecoin.
  expect(toBitcoinScript('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'bc')).toBeUndefined()
})

test.each([
  ['', 'empty'],
  ['bc1', 'only a prefix'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'a wrong checksum'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'in capitals (an account has one spelling)'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xW7kv8f3t4', 'mixed case'],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'a Taproot address with the older checksum',
  ],
  [
    'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54kaev',
    'a SegWit address with the newer checksum',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'a witness program of 40 bytes',
  ],
  ['bc1sw50qgdz25j', 'a witness version that is not in use'],
  ['bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p', 'a witness program of 16 bytes'],
  ['bc1gmk9yu', 'no witness program'],
  ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'a character that is not bech32'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'witness version 2'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'a wrong checksum in base58'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'a Solana address'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'a Tron address'],
  ['0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a', 'an Ethereum address'],
  [`${MAIN_SEGWIT}\n`, 'a line break after the address'],
  [` ${MAIN_KEY}`, 'a space before the address'],
  ['1'.repeat(100_000), '100,000 characters'],
])('[T9] The text %s is not a Bitcoin address: %s', (text) => {
  for (const prefix of ['bc', 'tb', 'bcrt'] as const) expect(toBitcoinScript(text, prefix)).toBeUndefined()
})

test('A Bitcoin address that another library encoded is decoded, and is rejected if one character is changed', () => {
  const hash = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
  const script = fc.oneof(
    fc.record({ type: fc.constantFrom('pkh', 'sh', 'wpkh'), hash: hash(20) }),
    fc.record({ type: fc.constant('wsh'), hash: hash(32) }),
  )
  const signs = '023456789acdefghjklmnpqrstuvwxyz1ABCDEFGHJKLMNPQRSTUVWXYZioO'
  fc.assert(
    fc.property(script, fc.boolean(), fc.nat(), fc.nat(), (output, isMain, at, other) => {
      const encoded = Address(isMain ? NETWORK : TEST_NETWORK).encode(output as never)
      const expected = Buffer.from(OutScript.encode(output as never)).toString('hex')
      const prefix = isMain ? 'bc' : 'tb'
      expect(toHex(toBitcoinScript(encoded, prefix))).toBe(expected)
      const place = at % encoded.length
      const typo = encoded.slice(0, place) + signs[other % signs.length] + encoded.slice(place + 1)
      if (typo !== encoded) expect(toBitcoinScript(typo, prefix)).toBeUndefined()
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('[T9] A Bitcoin address with a wrong prefix is rejected, even if the prefix starts with bc1', () => {
  const segwit = bech32.decode(MAIN_SEGWIT)
  const disguised = bech32.encode(`${MAIN_SEGWIT.slice(0, 30)}`, segwit.words, false)
  expect(disguised.startsWith('bc1')).toBe(true)
  expect(toBitcoinScript(disguised, 'bc')).toBeUndefined()
  fc.assert(
    fc.property(fc.stringMatching(/^bc1[02-9ac-hj-np-z]{0,40}$/), (prefix) => {
      expect(toBitcoinScript(bech32.encode(prefix, segwit.words, false), 'bc')).toBeUndefined()
    }),
    { numRuns: propertyRuns(300) },
  )
})
