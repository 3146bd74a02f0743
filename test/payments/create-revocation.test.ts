/** What reaches the wallet when a spending cap is revoked, and what the review makes of the answer. */
import { Interface } from 'ethers'
import { beforeEach, expect, test } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { PreparedRevocation, RevocationDraft } from '../../src/core/payments/allowance.ts'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import type { SwapCall } from '../../src/core/payments/swap.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import { createRevocation } from '../../src/payments/create-revocation.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { isSwapPayment } from '../../worker/market/swap/check-swap.ts'

const account: CaipAddress = 'eip155:1:0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const THIEF = '0x000000000000000000000000000000000000dEaD'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const abi = new Interface([
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function transfer(address,uint256)',
])
const draft: RevocationDraft = { account, token: `eip155:1:${USDC.toLowerCase()}`, spender: SPENDER }
const call = (to = USDC, data = abi.encodeFunctionData('approve', [SPENDER, 0n]), value = 0n) =>
  ({ namespace: 'eip155', to, value, data }) as const

let given: unknown[]
let sent: SentTransaction[]
let prepared: PreparedRevocation
let answer: () => Promise<unknown>

beforeEach(() => {
  given = []
  sent = []
  prepared = {
    draft,
    allowance: { token: draft.token, spender: SPENDER, symbol: 'USDC', decimals: 6, amount: 2n ** 256n - 1n },
    transaction: call(),
    simulation: { status: 'passed' },
  }
  answer = async () => `0x${'5e'.repeat(32)}`
})

function createPage(connected = account) {
  const payments = createPayments({
    storage: undefined,
    getAccount: () => ({ status: 'connected', caipAddress: connected }) as never,
    loadWalletCalls: async () => ({
      sendTransaction: async (transaction) => {
        given.push(transaction)
        return (await answer()) as string
      },
    }),
    call: (async (command: string, input: { transaction: SwapCall; payment: PaymentIntent }) =>
      command === 'readSwap'
        ? {
            transaction: input.transaction,
            isPayment: isSwapPayment(input.payment, input.transaction, Date.now()),
          }
        : undefined) as never,
    topic: (() => ({ subscribe: () => () => {} })) as never,
    snacks: { show() {} },
  })
  const shell = { call: async () => prepared, payments: async () => payments }
  return createRevocation(draft, { shell: shell as never, onSent: (_, one) => void sent.push(one) })
}

async function revoke(connected?: CaipAddress) {
  const revocation = createPage(connected)
  await revocation.prepare()
  const state = revocation.state.peek()
  if (state.status === 'ready') await revocation.revoke(state.prepared)
  return revocation.state.peek()
}

test('A revocation asks the wallet only for an approval of 0 for the spender', async () => {
  expect(await revoke()).toMatchObject({ status: 'sent' })
  expect(given).toEqual([call()])
  expect(sent).toMatchObject([
    {
      account,
      kind: 'approve',
      to: SPENDER,
      out: { symbol: 'USDC', text: '0', units: '0', token: draft.token },
    },
  ])
})

test.each([
  ['an approval of more than 0', call(USDC, abi.encodeFunctionData('approve', [SPENDER, 1n]))],
  ['an approval for another spender', call(USDC, abi.encodeFunctionData('approve', [THIEF, 0n]))],
  ['an approval of another token', call(DAI)],
  ['a call of increaseAllowance', call(USDC, abi.encodeFunctionData('increaseAllowance', [SPENDER, 0n]))],
  ['a transfer', call(USDC, abi.encodeFunctionData('transfer', [SPENDER, 0n]))],
  ['a revocation followed by extra bytes', call(USDC, `${call().data}00`)],
  ['a revocation that also sends the native token', call(USDC, call().data, 1n)],
])('A revocation is refused before the wallet is asked if its transaction is %s', async (_, transaction) => {
  prepared = { ...prepared, transaction }
  expect(await revoke()).toMatchObject({ status: 'ready', failure: { code: 'payment_changed' } })
  expect(given).toEqual([])
})

test('A revocation does not ask the wallet if the allowance is gone, or if the prepared spender or token differs from the review', async () => {
  const { allowance, ...rest } = prepared
  for (const other of [
    rest,
    { ...prepared, draft: { ...draft, spender: THIEF } },
    { ...prepared, allowance: { ...allowance!, spender: THIEF } },
    { ...prepared, allowance: { ...allowance!, token: `eip155:1:${DAI.toLowerCase()}` as const } },
  ]) {
    prepared = other
    expect(await revoke()).toMatchObject({ status: 'ready', failure: { code: 'payment_changed' } })
  }
  expect(given).toEqual([])
})

test('A revocation does not ask the wallet if the account or network has changed since the preparation', async () => {
  for (const connected of [`eip155:10:${account.slice(9)}`, `eip155:1:${THIEF.toLowerCase()}`] as const)
    expect(await revoke(connected)).toMatchObject({ failure: { code: 'account_changed' } })
  expect(given).toEqual([])
})

test('A declined revocation says that nothing was sent, and a revocation without a clear answer has an unknown outcome', async () => {
  answer = () => Promise.reject(new BillfoldError('wallet_declined', 'No.'))
  expect(await revoke()).toMatchObject({ status: 'ready', failure: { code: 'wallet_declined' } })
  answer = () => Promise.reject(new Error('Gone.'))
  expect(await revoke()).toMatchObject({ status: 'unknown' })
  expect(sent).toEqual([])
})
