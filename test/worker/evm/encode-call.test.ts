import { erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeCall } from '../../../worker/evm/encode-call.ts'

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const transfer = { address, abi: erc20Abi, functionName: 'transfer', args: [TO, 4_250_000_000n] }

describe('[A156] encodeCall', () => {
  test('encodes the transfer of an ERC-20 token', () => {
    expect(encodeCall(transfer)).toBe(
      '0xa9059cbb000000000000000000000000d8da6bf26964af9d7eed9e03e53415d37aa9604500000000000000000000000000000000000000000000000000000000fd51da80',
    )
  })

  test.each([
    ['a receiver with a wrong checksum', { args: [TO.replace('d8dA', 'd8da'), 1n] }],
    ['a contract with a wrong checksum', { address: address.replace('0xA0b8', '0xa0b8') }],
    ['a contract without 0x', { address: address.slice(2) }],
    ['too few arguments', { args: [TO] }],
    ['a negative amount', { args: [TO, -1n] }],
    ['an amount of more than 256 bits', { args: [TO, 2n ** 256n] }],
    ['a function that the ABI does not have', { functionName: 'transfr' }],
    ['an empty ABI', { abi: [] }],
  ])('refuses %s', (_, wrong) => {
    expect(() => encodeCall({ ...transfer, ...wrong })).toThrow(
      expect.objectContaining({ code: 'transaction_bad' }),
    )
  })
})
