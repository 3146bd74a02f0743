import { describe, expect, test } from 'vitest'
import { excuseMissingFee, hasFeePayer } from '../../src/payments/fee-payer.ts'

const account = 'eip155:8453:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const offering = (capabilities: unknown) => ({
  wallet: async () => ({ getCapabilities: async () => capabilities as never }),
})
const yes = { supported: true }

describe('[D5] A wallet', () => {
  test.each([
    [{ 'eip155:8453': { paymasterService: yes } }, true],
    [{ 'eip155:8453': { auxiliaryFunds: yes } }, true],
    [{ 'eip155:0': { paymasterService: yes } }, true],
    [
      { 'eip155:0': { paymasterService: yes }, 'eip155:8453': { paymasterService: { supported: false } } },
      false,
    ],
    [{ 'eip155:1': { paymasterService: yes } }, false],
    [{ 'eip155:8453': { paymasterService: { supported: 'yes' } } }, false],
    [{ 'eip155:8453': { paymasterService: true } }, false],
    [{ 'eip155:8453': { atomic: { status: 'supported' } } }, false],
    [{}, false],
    [undefined, false],
  ])('that answers %j has somebody to pay the fee: %s', async (capabilities, expected) => {
    await expect(hasFeePayer(offering(capabilities), account)).resolves.toBe(expected)
  })

  test('that refuses or does not answer has nobody', async () => {
    const refusing = { wallet: () => Promise.reject(new Error('no')) }
    await expect(hasFeePayer(refusing, account)).resolves.toBe(false)
    await expect(hasFeePayer({ wallet: () => new Promise(() => {}) }, account)).resolves.toBe(false)
    await expect(hasFeePayer({}, account)).resolves.toBe(false)
    const solana = 'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    await expect(
      hasFeePayer(offering({ 'solana:localnet': { paymasterService: yes } }), solana),
    ).resolves.toBe(false)
  })

  test('turns a missing fee into a warning, and nothing else', async () => {
    const shell = offering({ 'eip155:8453': { paymasterService: yes } })
    const draft = { account } as const
    const asked = { draft, shortage: 'fee' } as const
    await expect(excuseMissingFee(asked, shell)).resolves.toEqual({ draft, isFeeUncovered: true })
    await expect(excuseMissingFee(asked, offering({}))).resolves.toBe(asked)
    const short = { draft, shortage: 'funds' } as const
    await expect(excuseMissingFee(short, shell)).resolves.toBe(short)
  })
})
