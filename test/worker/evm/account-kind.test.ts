/** What a connected account is, by its network's node. */
import { expect, it } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { CommandContext } from '../../../worker/base/context.ts'
import { readAccountKind } from '../../../worker/evm/account-kind.ts'

const ADDRESS = `0x${'a1'.repeat(20)}`
const ACCOUNT = `eip155:1:${ADDRESS}` as const
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

function create(answer: () => unknown) {
  const asked: unknown[] = []
  let now = 1_000_000
  const network = toNetwork({
    id: 1,
    name: 'Ethereum',
    nativeCurrency,
    rpcUrls: { default: { http: ['https://node.example'] } },
  })
  const context = {
    config: { networks: [network] },
    clock: { now: () => now },
    http: {
      rpc: async (_: string, method: string, params: readonly unknown[]) => {
        asked.push([method, ...params])
        return answer()
      },
    },
    signal: new AbortController().signal,
  } as unknown as CommandContext
  return { context, asked, wait: (ms: number) => void (now += ms) }
}

it.each([
  ['0x', 'plain'],
  [`0xef0100${'12'.repeat(20)}`, 'delegated'],
  [`0xEF0100${'AB'.repeat(20)}`, 'delegated'],
  [`0xef0100${'12'.repeat(19)}`, 'contract'],
  [`0xef0100${'12'.repeat(21)}`, 'contract'],
  ['0x6001', 'contract'],
])('[S15] the code %s makes an account of kind %s', async (code, kind) => {
  const { context, asked } = create(() => code)
  await expect(readAccountKind(ACCOUNT, context)).resolves.toBe(kind)
  expect(asked).toEqual([['eth_getCode', ADDRESS, 'latest']])
})

it('[S15] the kind of an account is cached without a time limit for a contract, but only for 30 s for a plain account', async () => {
  let code = '0x'
  const { context, asked, wait } = create(() => code)
  await readAccountKind(ACCOUNT, context)
  wait(29_999)
  await readAccountKind(ACCOUNT, context)
  expect(asked).toHaveLength(1)
  wait(1)
  code = '0x6001'
  await expect(readAccountKind(ACCOUNT, context)).resolves.toBe('contract')
  wait(1_000_000)
  await expect(readAccountKind(ACCOUNT, context)).resolves.toBe('contract')
  expect(asked).toHaveLength(2)
})

it('[S15] the kind of an account is an error when the node fails or its answer is invalid, and is requested again at the next check', async () => {
  let answer: () => unknown = () => {
    throw new BillfoldError('http_network', 'gone')
  }
  const { context } = create(() => answer())
  await expect(readAccountKind(ACCOUNT, context)).rejects.toMatchObject({ code: 'http_network' })
  answer = () => 7
  await expect(readAccountKind(ACCOUNT, context)).rejects.toMatchObject({ code: 'bad_envelope' })
  answer = () => '0x6001'
  await expect(readAccountKind(ACCOUNT, context)).resolves.toBe('contract')
})

it('[S15] the kind of an account is not requested for an account outside EVM, or on a network without a node', async () => {
  const { context, asked } = create(() => '0x6001')
  await expect(readAccountKind('solana:1:abc', context)).resolves.toBeUndefined()
  await expect(readAccountKind(`eip155:5:${ADDRESS}`, context)).resolves.toBeUndefined()
  expect(asked).toEqual([])
})
