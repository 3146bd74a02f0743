import { signal } from '@preact/signals-core'
import { describe, expect, test, vi } from 'vitest'
import { waiveSponsoredFee, hasFeePayer, readFeePayer } from '../../src/payments/fee-payer.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'

const account = 'eip155:8453:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const connectedAs = (caipAddress: string) => signal({ status: 'connected', caipAddress } as ConnectedAccount)
const offering = (capabilities: unknown) => ({
  account: connectedAs(account),
  wallet: async () => ({ getCapabilities: async () => capabilities as never }),
})
const yes = { supported: true }

describe('[D5] The fee payer of a wallet', () => {
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
  ])('is found in the capabilities %j: %s', async (capabilities, expected) => {
    await expect(hasFeePayer(offering(capabilities), account)).resolves.toBe(expected)
  })

  test('counts as missing if the wallet refuses or does not answer', async () => {
    const there = { account: connectedAs(account) }
    const refusing = { ...there, wallet: () => Promise.reject(new Error('no')) }
    await expect(hasFeePayer(refusing, account)).resolves.toBe(false)
    const silent = { getCapabilities: () => new Promise<never>(() => {}) }
    await expect(hasFeePayer({ ...there, wallet: async () => silent }, account)).resolves.toBe(false)
    await expect(hasFeePayer({}, account)).resolves.toBe(false)
    const solana = 'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    const offer = {
      ...offering({ 'solana:localnet': { paymasterService: yes } }),
      account: connectedAs(solana),
    }
    await expect(hasFeePayer(offer, solana)).resolves.toBe(false)
    const other = offering({ 'eip155:0': { paymasterService: yes } })
    await expect(hasFeePayer(other, account.replace('8453', '1') as CaipAddress)).resolves.toBe(false)
  })

  test('is requested once for each connected account, and requested again only after the wallet has refused', async () => {
    const getCapabilities = vi.fn().mockRejectedValueOnce(new Error('no'))
    getCapabilities.mockResolvedValue({ 'eip155:0': { paymasterService: yes } })
    const shell = { account: connectedAs(account), wallet: async () => ({ getCapabilities }) }
    const answers = []
    for (let at = 0; at < 4; at += 1) answers.push(await hasFeePayer(shell, account))
    expect(answers).toEqual([false, true, true, true])
    expect(getCapabilities).toHaveBeenCalledTimes(2)
    shell.account.value = { ...shell.account.peek() }
    await hasFeePayer(shell, account)
    expect(getCapabilities).toHaveBeenCalledTimes(3)
  })

  test('is awaited for two seconds after the wallet’s code has loaded, and a later answer is used by the next call', async () => {
    vi.useFakeTimers()
    const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const getCapabilities = vi.fn(() => later(3_000).then(() => ({ 'eip155:0': { paymasterService: yes } })))
    const wallet = () => later(5_000).then(() => ({ getCapabilities }))
    const shell = { account: connectedAs(account), wallet: wallet as never }
    const first = hasFeePayer(shell, account)
    await vi.advanceTimersByTimeAsync(6_900)
    expect(getCapabilities).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect(first).resolves.toBe(false)
    const second = hasFeePayer(shell, account)
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(second).resolves.toBe(true)
    expect(getCapabilities).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })

  test('is accepted even if the wallet answers after a minute, as long as no payment waits for the answer', async () => {
    vi.useFakeTimers()
    const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
    const getCapabilities = vi.fn(() => later(60_000).then(() => ({ 'eip155:0': { paymasterService: yes } })))
    const shell = { account: connectedAs(account), wallet: async () => ({ getCapabilities }) }
    const reading = readFeePayer(shell, account)
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(reading).resolves.toBe(true)
    await expect(
      readFeePayer({ ...shell, wallet: () => Promise.reject(new Error('no')) }, account),
    ).resolves.toBe(false)
    vi.useRealTimers()
  })

  test('is not requested if another account has connected while the wallet’s code was loading', async () => {
    const getCapabilities = vi.fn(async () => ({ 'eip155:0': { paymasterService: yes } }))
    let arrive: (calls: { getCapabilities: typeof getCapabilities }) => void = () => {}
    const wallet = () =>
      new Promise<{ getCapabilities: typeof getCapabilities }>((resolve) => (arrive = resolve))
    const shell = { account: connectedAs(account), wallet }
    const asking = hasFeePayer(shell, account)
    const before = shell.account.peek()
    shell.account.value = { ...before, caipAddress: account.replace('0x71', '0x72') as CaipAddress }
    arrive({ getCapabilities })
    await expect(asking).resolves.toBe(false)
    expect(getCapabilities).not.toHaveBeenCalled()
    // The other wallet's answer is not kept for the first account.
    shell.account.value = before
    const again = hasFeePayer(shell, account)
    arrive({ getCapabilities: vi.fn(async () => ({})) as never })
    await expect(again).resolves.toBe(false)
  })

  test('turns a balance too low for the network fee into a warning, but not a balance too low for the amount', async () => {
    const shell = offering({ 'eip155:8453': { paymasterService: yes } })
    const draft = { account } as const
    const asked = { draft, shortage: 'fee' } as const
    await expect(waiveSponsoredFee(asked, shell)).resolves.toEqual({ draft, isFeeUncovered: true })
    await expect(waiveSponsoredFee(asked, offering({}))).resolves.toBe(asked)
    const short = { draft, shortage: 'funds' } as const
    await expect(waiveSponsoredFee(short, shell)).resolves.toBe(short)
  })
})
