/** [D5] Accounts whose fees somebody else may pay. */
import { describe, expect, test } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { TransferDraft, TransferToken } from '../../../src/core/payments/transfer.ts'
import { prepareTransfer, transferFee } from '../../../worker/payments/transfer/prepare-transfer.ts'
import { createPaymentContext } from '../payments/transfer/create-context.ts'

const base = toNetwork({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example'] } },
})
const account = 'eip155:8453:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const dollars: TransferToken = {
  id: `eip155:8453:${USDC.toLowerCase()}`,
  kind: 'token',
  contract: USDC,
  symbol: 'USDC',
  decimals: 6,
  amount: 10n ** 12n,
}
const coin: TransferToken = {
  id: 'eip155:8453',
  kind: 'native',
  symbol: 'ETH',
  decimals: 18,
  amount: 10n ** 18n,
}
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const codes = {
  plain: '0x',
  contract: '0x6080',
  delegated: `0xef0100${'ab'.repeat(20)}`,
}

/** `code`: of the sender. An Error: the node does not say. `coins`: of the sender, in wei. */
function createNode(code: string | Error, coins: bigint) {
  const sender = account.split(':')[2]
  const rpc = async (_: string, method: string, [call]: readonly [never]) => {
    if (method === 'eth_getCode') {
      if (call !== sender) return '0x6080'
      if (code instanceof Error) throw code
      return code
    }
    if (method === 'eth_getBalance') return `0x${coins.toString(16)}`
    if (method === 'eth_estimateGas') return '0xea60'
    if (method === 'eth_maxPriorityFeePerGas') return '0x1'
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x7' }
    const { data } = call as { data: string }
    if (data.startsWith('0x313ce567')) return word(6n)
    if (data.startsWith('0x70a08231')) return word(10n ** 12n)
    if (data.startsWith('0xa9059cbb')) return word(1n)
    return '0x'
  }
  return createPaymentContext([base], { http: { rpc } as never }).context
}

function prepare(code: string | Error, coins: bigint, token = dollars, amountText = '100') {
  const draft: TransferDraft = {
    account,
    locale: 'en',
    token,
    amountText,
    receiverText: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  }
  return prepareTransfer({ draft, own: [] }, createNode(code, coins))
}

describe('[D5] The check of the network fee of a transfer', () => {
  test('reports a shortage if a plain account, or an account of unknown kind, has no native token', async () => {
    for (const code of [codes.plain, new Error('down')]) {
      const prepared = await prepare(code, 0n)
      expect(prepared).toMatchObject({ simulation: { status: 'passed' }, shortage: 'fee' })
      expect(prepared).not.toHaveProperty('isFeeUncovered')
    }
  })

  test.each(['contract', 'delegated'] as const)(
    'only warns, without a shortage, if a %s account has no native token',
    async (kind) => {
      const prepared = await prepare(codes[kind], 0n)
      expect(prepared).toMatchObject({ simulation: { status: 'passed' }, isFeeUncovered: true })
      expect(prepared).not.toHaveProperty('shortage')
    },
  )

  test.each(['contract', 'delegated'] as const)(
    'lets a %s account send its whole native balance, and warns that the fee is not covered',
    async (kind) => {
      expect(await prepare(codes[kind], 10n ** 18n, coin, '1')).toMatchObject({ isFeeUncovered: true })
      expect(await prepare(codes[kind], 10n ** 18n - 1n, coin, '1')).toMatchObject({ shortage: 'funds' })
      expect(await prepare(codes.plain, 10n ** 18n, coin, '1')).toMatchObject({ shortage: 'fee' })
    },
  )

  test('gives no warning when the balance covers the fee', async () => {
    const prepared = await prepare(codes.contract, 10n ** 18n)
    expect(prepared).not.toHaveProperty('shortage')
    expect(prepared).not.toHaveProperty('isFeeUncovered')
  })

  test('marks the network fee as optional in the payment form of a contract account', async () => {
    await expect(transferFee({ account }, createNode(codes.contract, 0n))).resolves.toMatchObject({
      isOptional: true,
    })
    await expect(transferFee({ account }, createNode(codes.plain, 0n))).resolves.not.toHaveProperty(
      'isOptional',
    )
  })
})
