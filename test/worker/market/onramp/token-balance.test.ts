import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import { type NetworkInput, toNetwork } from '../../../../src/core/chains/networks.ts'
import { nativeToken } from '../../../../src/core/assets/prices.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { tokenBalance } from '../../../../worker/market/onramp/token-balance.ts'
import { loadOnlyEvm } from '../../load-evm.ts'

const OWNER = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const network = (input: Partial<NetworkInput>) =>
  toNetwork({
    id: 1,
    name: 'Network',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://node.example'] } },
    ...input,
  })
const networks = [
  network({}),
  network({
    id: 'main',
    chainNamespace: 'solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  }),
]

function read(token: CaipAddress, answer: (method: string, params: unknown) => unknown) {
  const isSolana = token.startsWith('solana:')
  const context = {
    config: { networks },
    http: { rpc: async (_: string, method: string, params: unknown) => answer(method, params) },
    load: loadOnlyEvm,
    signal: new AbortController().signal,
  } as unknown as CommandContext
  const account: CaipAddress = isSolana ? `solana:main:${SOLANA}` : `eip155:1:${OWNER}`
  return tokenBalance({ account, token }, context)
}

const held = (amount: unknown) => ({
  account: { data: { parsed: { info: { tokenAmount: { amount, decimals: 6 } } } } },
})

describe('the request for a token balance', () => {
  test('reads the balance of the native token on Ethereum and Solana', async () => {
    expect(await read(nativeToken('eip155:1')!, () => '0xde0b6b3a7640001')).toEqual({
      amount: 1_000_000_000_000_000_001n,
      decimals: 18,
    })
    expect(await read(nativeToken('solana:main')!, () => ({ value: 5_000 }))).toEqual({
      amount: 5_000n,
      decimals: 9,
    })
  })

  test('reads the balance of an ERC-20 token up to the largest uint256', async () => {
    const calls: string[] = []
    const balance = await read(`eip155:1:0x${'a'.repeat(40)}`, (method, params) => {
      const [{ to, data }] = params as [{ to: string; data: string }]
      calls.push(`${method} ${to} ${data}`)
      return data.startsWith('0x70a08231') ? `0x${'f'.repeat(64)}` : `0x${'6'.padStart(64, '0')}`
    })
    expect(balance).toEqual({ amount: 2n ** 256n - 1n, decimals: 6 })
    expect(calls[0]).toBe(`eth_call 0x${'a'.repeat(40)} 0x70a08231${'0'.repeat(24)}${OWNER.slice(2)}`)
  })

  test('adds up all token accounts of a Solana mint, and returns 0 when there are none', async () => {
    const mint: CaipAddress = `solana:main:${SOLANA}`
    expect(await read(mint, () => ({ value: [held('7'), held('18446744073709551615')] }))).toEqual({
      amount: 18_446_744_073_709_551_622n,
      decimals: 6,
    })
    expect(await read(mint, () => ({ value: [] }))).toEqual({ amount: 0n })
  })

  test.each([
    ['eip155', null],
    ['eip155', '0x'],
    ['eip155', 5],
    ['eip155', '-0x1'],
    ['solana', null],
    ['solana', { value: 'none' }],
    ['solana', { value: [held('-1')] }],
    ['solana', { value: [{}] }],
  ])('fails when the node’s answer is invalid (%s: %j)', async (namespace, answer) => {
    const token: CaipAddress =
      namespace === 'solana' ? `solana:main:${SOLANA}` : `eip155:1:0x${'a'.repeat(40)}`
    await expect(read(token, () => answer)).rejects.toMatchObject({ code: 'bad_envelope' })
  })

  test('is sent only for a token on the account’s own network', async () => {
    await expect(read(nativeToken('eip155:10')!, () => '0x1')).rejects.toMatchObject({
      code: 'call_unsupported',
    })
  })
})
