/** From the question to the balance, on real pools: what the worker hands over is signed and sent as it is. */
import { Interface } from 'ethers'
import { createWalletClient, erc20Abi, getAddress, type Hex, http, publicActions } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '../../../../sandbox/people/accounts.ts'
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts'
import { ROUTER } from '../../../../sandbox/chains/uniswap.ts'
import type { SwapDraft, SwapToken } from '../../../../src/core/payments/swap.ts'
import { assertSamePayment } from '../../../../src/payments/assert-same-payment.ts'
import { toSwapIntent } from '../../../../src/payments/to-swap-intent.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import { isSwapPayment } from '../../../../worker/market/swap/check-swap.ts'
import { prepareSwap } from '../../../../worker/market/swap/prepare-swap.ts'
import { swapTokens } from '../../../../worker/market/swap/swap-tokens.ts'
import { systemClock } from '../../../../worker/base/system-clock.ts'
import { config } from '../../create-tab.ts'

let sandbox: Sandbox
let context: CommandContext
const mara = people.mara.account

beforeAll(async () => {
  sandbox = await startSandbox()
  const own = {
    ...config,
    projectId: 'swap on chain',
    urls: { ...config.urls, api: sandbox.urls.api },
    networks: [{ caipNetworkId: 'eip155:31337', rpcUrls: [sandbox.urls.rpc], forkOf: 'eip155:1' }],
  } as unknown as CommandContext['config']
  context = {
    config: own,
    clock: systemClock,
    http: createHttp({ config: own, clock: systemClock, fetch }),
    signal: new AbortController().signal,
  } as unknown as CommandContext
}, 60_000)
afterAll(() => sandbox?.stop())

const openWallet = () =>
  createWalletClient({ account: mara, transport: http(sandbox.urls.rpc) }).extend(publicActions)

async function getToken(symbol: string): Promise<SwapToken> {
  const input = { caipNetworkId: 'eip155:31337', words: symbol, held: [] } as const
  const { popular, others } = await swapTokens(input, context)
  return [...popular, ...others].find((one) => one.symbol === symbol)!
}

async function readBalance(token: SwapToken): Promise<bigint> {
  const address = getAddress(token.token.slice(token.token.lastIndexOf(':') + 1))
  const wallet = openWallet()
  if (token.symbol === 'ETH') return wallet.getBalance({ address: mara.address })
  return wallet.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [mara.address] })
}

async function makeDraft(from: string, to: string, amount: bigint): Promise<SwapDraft> {
  const account: SwapDraft['account'] = `eip155:31337:${mara.address.toLowerCase()}`
  return { account, from: await getToken(from), to: await getToken(to), amount }
}

async function send(intent: ReturnType<typeof toSwapIntent>): Promise<void> {
  const transaction = intent.transaction as { to: Hex; value: bigint; data: Hex }
  const { to, value, data } = transaction
  const isPayment = isSwapPayment(intent, transaction, Date.now(), context.config.networks)
  assertSamePayment(intent, transaction, { transaction, isPayment })
  const wallet = openWallet()
  // With a margin, as wallets do. In the first block of a second each of two pools writes 45,000 gas more than in the next.
  const gas = (await wallet.estimateGas({ to, value, data })) * 2n
  const hash = await wallet.sendTransaction({ to, value, data, gas, chain: null })
  const { status } = await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  expect(status).toBe('success')
}

describe('[F29] [F30] [T15] A swap on real pools', () => {
  test('approves exactly the amount if it pays with a token, receives at least the minimum and leaves no allowance', async () => {
    const draft = await makeDraft('HUSD', 'DRIFT', 100_000_000n)
    const prepared = await prepareSwap(draft, context)
    expect(prepared.router).toBe(ROUTER)
    expect(prepared.approvals.map(({ amount }) => amount)).toEqual([draft.amount])
    const abi = new Interface(['function approve(address,uint256)'])
    const [spender, units] = abi.decodeFunctionData('approve', prepared.approvals[0]!.transaction.data)
    expect([spender, units]).toEqual([ROUTER, draft.amount])
    const [paidBefore, gotBefore] = [await readBalance(draft.from), await readBalance(draft.to)]
    await send(toSwapIntent(prepared, draft))
    const again = await prepareSwap(draft, context)
    expect(again.approvals).toEqual([])
    await send(toSwapIntent(again, draft))
    expect(paidBefore - (await readBalance(draft.from))).toBe(draft.amount)
    expect((await readBalance(draft.to)) - gotBefore).toBeGreaterThanOrEqual(again.minimum)
    expect((await prepareSwap(draft, context)).approvals).toHaveLength(1)
  }, 60_000)

  test('needs no approval if it pays with the native token, and sends the amount as value', async () => {
    const draft = await makeDraft('ETH', 'HUSD', 10_000_000_000_000_000n)
    const prepared = await prepareSwap(draft, context)
    expect(prepared.approvals).toEqual([])
    expect(prepared.transaction.value).toBe(draft.amount)
    const before = await readBalance(draft.to)
    await send(toSwapIntent(prepared, draft))
    expect((await readBalance(draft.to)) - before).toBeGreaterThanOrEqual(prepared.minimum)
  }, 60_000)

  test('has no quote if a token has no pool', async () => {
    await expect(prepareSwap(await makeDraft('ETH', 'FERRY', 1_000n), context)).rejects.toThrow(
      'cannot be swapped now',
    )
  }, 60_000)
})
