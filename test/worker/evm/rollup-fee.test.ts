import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi, size } from 'viem'
import { describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import { fetchRollupFee } from '../../../worker/evm/rollup-fee.ts'
import type { Rpc } from '../../../worker/http/rpc.ts'
import { prepareTransfer, transferFee } from '../../../worker/payments/transfer/prepare-transfer.ts'
import { createPaymentContext } from '../payments/transfer/create-context.ts'

const abi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
  'function getOperatorFee(uint256 gas) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])
type Oracle = Partial<Record<'getL1Fee' | 'getL1FeeUpperBound' | 'getOperatorFee' | 'tokenRatio', bigint>>
const OPTIMISM = '0x420000000000000000000000000000000000000f'
const SCROLL = '0x5300000000000000000000000000000000000002'

/** `oracles`: by address; others are no contracts. */
function answerCall(oracles: Record<string, Oracle>, { to, data }: { to: string; data: Hex }): Hex {
  const oracle = oracles[to.toLowerCase()]
  if (!oracle) return '0x'
  const { functionName, args } = decodeFunctionData({ abi, data })
  const result = oracle[functionName]
  if (result === undefined)
    throw new BillfoldError('bad_envelope', 'no', {
      context: { rpcCode: 3, description: 'execution reverted' },
    })
  if (functionName === 'getL1Fee') expect(size(args[0])).toBe(131 + 4)
  if (functionName === 'getL1FeeUpperBound') expect(args[0]).toBe(135n)
  return encodeFunctionResult({ abi, functionName, result })
}

const ask = (oracles: Record<string, Oracle>) =>
  fetchRollupFee((async (_, [call]) => answerCall(oracles, call as never)) as Rpc, {
    data: '0x12345678',
    gas: 21_000n,
  })

describe('[D13] The rollup fee of a transaction', () => {
  test('is zero on a network without a fee oracle', async () => {
    await expect(ask({})).resolves.toEqual({ expected: 0n, max: 0n })
  })

  test('is the L1 fee of the OP stack’s oracle plus the operator fee, with the oracle’s upper bound as the maximum', async () => {
    await expect(
      ask({ [OPTIMISM]: { getL1Fee: 5n, getL1FeeUpperBound: 7n, getOperatorFee: 2n } }),
    ).resolves.toEqual({ expected: 7n, max: 9n })
    await expect(ask({ [OPTIMISM]: { getL1Fee: 5n, getL1FeeUpperBound: 7n } })).resolves.toEqual({
      expected: 5n,
      max: 7n,
    })
    await expect(ask({ [OPTIMISM]: { getL1Fee: 400n, getL1FeeUpperBound: 7n } })).resolves.toEqual({
      expected: 400n,
      max: 400n,
    })
    await expect(ask({ [OPTIMISM]: { getL1Fee: 400n } })).resolves.toEqual({ expected: 400n, max: 400n })
  })

  test('is converted on Mantle from ether to the native token, except for the operator fee', async () => {
    const mantle = { getL1Fee: 5n, getL1FeeUpperBound: 7n, getOperatorFee: 2n, tokenRatio: 3_000n }
    await expect(ask({ [OPTIMISM]: mantle })).resolves.toEqual({ expected: 15_002n, max: 21_002n })
  })

  test('is the L1 fee from the oracle on Scroll', async () => {
    await expect(ask({ [SCROLL]: { getL1Fee: 400n } })).resolves.toEqual({ expected: 400n, max: 400n })
  })

  test('is an error, not zero, when the node does not answer', async () => {
    const down: Rpc = async () => {
      throw new BillfoldError('http_network', 'down')
    }
    await expect(fetchRollupFee(down, { data: '0x', gas: 1n })).rejects.toMatchObject({
      code: 'http_network',
    })
  })
})

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const scroll = toNetwork({
  id: 534_352,
  name: 'Scroll',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://node.example'] } },
})
const account = 'eip155:534352:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const ETHER = 10n ** 18n

/** A node of Scroll: gas costs nothing, so that the fee is the first layer's alone. `code`: of the sender. */
function createScroll({ code = '0x', coins = ETHER }: { code?: unknown; coins?: bigint } = {}) {
  const rpc = async (_: string, method: string, [call]: readonly [{ to: string; data: Hex }]) => {
    const hex = (value: bigint) => `0x${value.toString(16)}`
    if (method === 'eth_estimateGas') return hex(21_000n)
    if (method === 'eth_gasPrice' || method === 'eth_maxPriorityFeePerGas') return hex(0n)
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: hex(0n) }
    if (method === 'eth_getBalance') return hex(coins)
    if (method === 'eth_getCode') return code
    if (method !== 'eth_call' || call.data === '0x') return '0x'
    return call.to.toLowerCase() === SCROLL ? `0x${1_000n.toString(16).padStart(64, '0')}` : '0x'
  }
  return createPaymentContext([scroll], { http: { rpc } as never }).context
}

test('[D13] on Scroll, the Max button leaves the L1 fee in the account', async () => {
  await expect(transferFee({ account }, createScroll())).resolves.toMatchObject({
    expected: 1_000n,
    max: 1_250n,
  })
})

test('[D13] on Scroll, the balance of a transfer must also cover the L1 fee', async () => {
  const token = { id: 'eip155:534352', kind: 'native', symbol: 'ETH', decimals: 18, amount: ETHER } as const
  const draft = {
    account,
    locale: 'en',
    token,
    amountText: '1',
    receiverText: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  } as const
  const prepare = (coins: bigint) => prepareTransfer({ draft, own: [] }, createScroll({ coins }))
  expect(await prepare(ETHER + 999n)).toMatchObject({ fee: { expected: 1_000n }, shortage: 'fee' })
  expect(await prepare(ETHER + 1_000n)).not.toHaveProperty('shortage')
})
