/** [A78][A79] What a person reads of what will be signed is what other libraries wrote into it. */
import * as ethers from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeEvm } from '../../src/payments/decode-evm.ts'
import { propertyRuns } from '../property-runs.ts'

const runs = { numRuns: propertyRuns(300) }
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => ethers.hexlify(bytes))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })

describe('A decoded EVM transaction', () => {
  const abi = [
    'function transfer(address to, uint256 value)',
    'function approve(address spender, uint256 value)',
  ]
  const contract = new ethers.Interface(abi)

  test('[A78] has no function, only a receiver and an amount in wei, if it sends the native token', () => {
    fc.assert(
      fc.property(address, uint(256), (to, value) => {
        expect(decodeEvm({ namespace: 'eip155', to, value, data: '0x' })).toEqual({
          to: ethers.getAddress(to),
          value,
          data: '0x',
          name: undefined,
          inputs: [],
        })
      }),
      runs,
    )
  })

  test('[A79] names the function and its arguments if it calls transfer or approve of a token', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('transfer', 'approve'),
        address,
        address,
        uint(256),
        (name, to, other, value) => {
          const data = contract.encodeFunctionData(name, [other, value])
          const step = decodeEvm({ namespace: 'eip155', to, value: 0n, data })
          expect(step.name).toBe(`${name}(address,uint256)`)
          expect(step.inputs.map((input) => input.value)).toEqual([ethers.getAddress(other), String(value)])
        },
      ),
      runs,
    )
  })

  test('shows its raw data without a function name if its length, function or padding is unexpected', () => {
    const to = ethers.ZeroAddress
    const data = contract.encodeFunctionData('transfer', [to, 7n])
    const dirty = `${data.slice(0, 10)}01${data.slice(12)}`
    for (const odd of [
      `${data}00`,
      data.slice(0, -2),
      `0xdeadbeef${data.slice(10)}`,
      dirty,
      '0x',
      '0xa9059cbb',
    ])
      expect(decodeEvm({ namespace: 'eip155', to, value: 0n, data: odd })).toMatchObject({
        name: undefined,
        inputs: [],
        data: odd,
      })
  })
})
