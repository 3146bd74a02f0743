/** Swapping, from the click to the balance and to Activity, on real pools. What the wallet signed is read by others. */
import { encodeDeployData, type Hex } from 'viem'
import { formatUnits, Interface, JsonRpcProvider, parseUnits } from 'ethers'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { treasury } from '../../sandbox/people/accounts.ts'
import type { Anvil } from '../../sandbox/chains/anvil.ts'
import compiled from '../../sandbox/chains/contracts/compiled.json' with { type: 'json' }
import type { Journey } from '../../sandbox/people/journey.ts'
import { createSender } from '../../sandbox/chains/sender.ts'
import { ROUTER } from '../../sandbox/chains/uniswap.ts'
import { type NewPerson, useWorld } from './use-world.ts'

const world = useWorld()
/** A slow machine is no defect. */
const timeout = 30_000
/** The account that swaps: a new person in each test, without allowances and without a past. */
let person: NewPerson
beforeEach(async () => {
  person = await world.createPerson({ ETH: '5', HUSD: '500', LTRN: '10' })
})
const calls = new Interface([
  'function approve(address spender, uint256 amount)',
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
])

async function begin(): Promise<Journey> {
  const journey = await world.visit({ harborSeed: person.seed })
  await journey.goto()
  await journey.connect('Harbor')
  await openSwap(journey)
  return journey
}

async function openSwap({ modal, open }: Journey): Promise<void> {
  await open()
  await modal.getByRole('button', { name: 'Swap', exact: true }).click()
  await modal.getByRole('textbox', { name: 'Amount you pay' }).waitFor({ timeout })
}

async function choose({ modal }: Journey, side: 'pay' | 'receive', symbol: string): Promise<void> {
  const verb =
    side === 'pay' ? /You pay \w+\. Choose|token you pay/ : /You receive \w+\. Choose|token you receive/
  await modal.getByRole('button', { name: verb }).click()
  await modal.getByRole('textbox', { name: 'Search tokens' }).fill(symbol)
  const row = modal.locator('.swap-tokens').getByRole('button', { name: symbol }).first()
  await row.click({ timeout })
}

async function fill(journey: Journey, pay: string, receive: string, amount: string): Promise<void> {
  await choose(journey, 'receive', receive)
  if (pay !== 'ETH') await choose(journey, 'pay', pay)
  await journey.modal.getByRole('textbox', { name: 'Amount you pay' }).fill(amount)
}

async function review({ modal }: Journey): Promise<void> {
  await modal.getByRole('button', { name: 'Review swap' }).click({ timeout })
  await modal.getByText(/signatures? in Harbor/).waitFor({ timeout })
}

/** Base units of what comes at least, as the preview says it to the last digit. */
async function readMinimum({ modal }: Journey, decimals: number): Promise<bigint> {
  const full = await modal.locator('.sum').nth(1).getAttribute('title')
  return parseUnits(full!.split('\u00a0')[0]!, decimals)
}

const isSwapped = ({ modal }: Journey) =>
  modal.getByRole('heading', { name: 'Swapped', exact: true }).waitFor({ timeout })

const getToken = (symbol: string) => world.sandbox.world.tokens.find((one) => one.symbol === symbol)!

/** All that the account has signed for a contract, the newest first: what it calls, and with what. */
async function readSigned(to: string) {
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const last = await node.getBlockNumber()
  const found = []
  for (let number = last; number > last - 12 && number > 0; number -= 1) {
    const { prefetchedTransactions: all } = (await node.getBlock(number, true))!
    const own = all.filter(
      (one) => one.from === person.account.address && one.to?.toLowerCase() === to.toLowerCase(),
    )
    found.push(...own.map(({ data, value }) => ({ value, ...read(data) })))
  }
  node.destroy()
  return found
}

function read(data: string): { name: string; args: Record<string, unknown> } {
  const { name, args } = calls.parseTransaction({ data })!
  return { name, args: args.toObject() }
}

async function call(to: string, name: string, args: readonly string[]): Promise<bigint> {
  const data = calls.encodeFunctionData(name, args)
  return BigInt(await world.sandbox.rpc<Hex>('eth_call', { to, data }, 'latest'))
}
const readBalance = (symbol: string) => call(getToken(symbol).address, 'balanceOf', [person.account.address])
const readLimit = (symbol: string) =>
  call(getToken(symbol).address, 'allowance', [person.account.address, ROUTER])

/** Sends what somebody else, or this person elsewhere, has signed. */
const createElsewhere = () => createSender({ rpc: world.sandbox.rpc, chainId: 31337 } as Anvil)

it('[F30] A swap of ether for a token signs what the review shows', { tags: 'quick' }, async () => {
  const journey = await begin()
  const { modal, trouble, complaints } = journey
  await fill(journey, 'ETH', 'HUSD', '0.0123')
  await review(journey)
  await modal.getByText('1 signature in Harbor').waitFor()
  await modal.getByText('Simulation passed').waitFor()
  expect(await modal.locator('.leaf .whole-address').getAttribute('aria-label')).toBe(ROUTER)
  const minimum = await readMinimum(journey, 6)
  const before = await readBalance('HUSD')
  await modal.getByRole('button', { name: 'Sign swap', exact: true }).click()
  await journey.answer('Harbor', 'approve')
  await isSwapped(journey)

  const [signed] = await readSigned(ROUTER)
  expect(signed).toMatchObject({
    name: 'swapExactETHForTokens',
    value: parseUnits('0.0123', 18),
    args: { least: minimum, to: person.account.address },
  })
  expect((signed!.args['path'] as string[]).at(-1)).toBe(getToken('HUSD').address)
  expect((await readBalance('HUSD')) - before).toBeGreaterThanOrEqual(minimum)

  await modal.getByRole('button', { name: 'Done' }).click()
  await journey.showTab('Activity')
  await modal.getByText('Swapped').first().waitFor({ timeout })
  await modal.getByText('−0.012\u00a0ETH').first().waitFor({ timeout })
  await modal.getByRole('tab', { name: 'Tokens' }).click()
  await modal.getByRole('button', { name: 'Swap', exact: true }).click()
  expect(await modal.getByRole('textbox', { name: 'Amount you pay' }).inputValue()).toBe('')
  expect([...trouble, ...complaints]).toEqual([])
})

it('[F29] [T15] A swap between tokens sets a spending cap of exactly the amount, then swaps, and leaves no allowance', async () => {
  const journey = await begin()
  const { modal } = journey
  await fill(journey, 'HUSD', 'DRIFT', '120.5')
  await review(journey)
  await modal.getByText('2 signatures in Harbor').waitFor()
  await modal.getByText('Spending cap of exactly 120.5\u00a0HUSD').waitFor()
  await modal.getByRole('button', { name: 'Approve 120.5 HUSD (1 of 2)' }).click()
  await modal.getByText('Step 1 of 2').waitFor()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('button', { name: 'Sign swap (2 of 2)' }).waitFor({ timeout })
  expect(await readLimit('HUSD')).toBe(120_500_000n)
  const minimum = await readMinimum(journey, 18)
  const [paid, got] = [await readBalance('HUSD'), await readBalance('DRIFT')]
  await modal.getByRole('button', { name: 'Sign swap (2 of 2)' }).click()
  await journey.answer('Harbor', 'approve')
  await isSwapped(journey)
  const told = modal.locator('.sent-payment dd bdi[title$="DRIFT"]').first()
  const came = (await readBalance('DRIFT')) - got
  await modal.getByText('You received', { exact: true }).waitFor({ timeout })
  expect(await told.getAttribute('title')).toBe(`${formatUnits(came, 18)}\u00a0DRIFT`)

  const approvals = await readSigned(getToken('HUSD').address)
  expect(approvals).toEqual([{ name: 'approve', value: 0n, args: { spender: ROUTER, amount: 120_500_000n } }])
  const [signed] = await readSigned(ROUTER)
  expect(signed).toMatchObject({
    name: 'swapExactTokensForTokens',
    value: 0n,
    args: { amount: 120_500_000n, least: minimum, to: person.account.address },
  })
  expect(paid - (await readBalance('HUSD'))).toBe(120_500_000n)
  expect((await readBalance('DRIFT')) - got).toBeGreaterThanOrEqual(minimum)
  expect(await readLimit('HUSD')).toBe(0n)
})

it('[F29] A swap that the user declines after approving its spending cap says that the cap is set, and asks for no second approval', async () => {
  const journey = await begin()
  const { modal } = journey
  await fill(journey, 'HUSD', 'ETH', '40')
  await review(journey)
  await modal.getByRole('button', { name: 'Approve 40 HUSD (1 of 2)' }).click()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('button', { name: 'Sign swap (2 of 2)' }).click({ timeout })
  await journey.answer('Harbor', 'reject')
  await modal.getByText('You declined in Harbor. Nothing was sent.').waitFor({ timeout })
  await modal.locator('.alert', { hasText: /40\sHUSD.? approved\. You don’t need/ }).waitFor()

  // Also who comes back to it later.
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await review(journey)
  await modal.getByText('1 signature in Harbor').waitFor()
  const minimum = await readMinimum(journey, 18)
  await modal.getByRole('button', { name: 'Sign swap', exact: true }).click()
  await journey.answer('Harbor', 'approve')
  await isSwapped(journey)
  const [signed] = await readSigned(ROUTER)
  expect(signed).toMatchObject({
    name: 'swapExactTokensForETH',
    value: 0n,
    args: { amount: 40_000_000n, least: minimum, to: person.account.address },
  })
})

it('[F29] A swap of a token whose old spending cap must be revoked asks to sign the revocation before the new spending cap', async () => {
  const { address, name, symbol, decimals } = getToken('LTRN')
  // What it holds stays; its contract is another one until the end of this test.
  const code = await world.sandbox.rpc('eth_getCode', address, 'latest')
  onTestFinished(() => world.sandbox.rpc('anvil_setCode', address, code).then(() => {}))
  const { abi, bytecode } = compiled.StubbornToken
  const args = [name, symbol, decimals, 0n, treasury.account.address]
  const data = encodeDeployData({ abi, bytecode: bytecode as Hex, args })
  await world.sandbox.rpc('anvil_setCode', address, await world.sandbox.rpc('eth_call', { data }, 'latest'))
  await createElsewhere().call(person.account, 'Token', address, { name: 'approve', args: [ROUTER, 5n] })

  const journey = await begin()
  const { modal } = journey
  await fill(journey, 'LTRN', 'ETH', '1.5')
  await review(journey)
  await modal.getByText('3 signatures in Harbor').waitFor()
  for (const step of ['Revoke old cap (1 of 3)', 'Approve 1.5 LTRN (2 of 3)', 'Sign swap (3 of 3)']) {
    await modal.getByRole('button', { name: step }).click({ timeout })
    await journey.answer('Harbor', 'approve')
  }
  await isSwapped(journey)
  const approvals = await readSigned(address)
  expect(approvals.map(({ args }) => args['amount'])).toEqual([parseUnits('1.5', 18), 0n, 5n])
  expect(await readLimit('LTRN')).toBe(0n)
})

it('[F28] [F29] A pending spending cap approval of a swap is followed across a reload, and is not requested again', async () => {
  const journey = await begin()
  const { modal } = journey
  await fill(journey, 'HUSD', 'ETH', '33')
  await review(journey)
  await world.sandbox.control.withhold({ on: true })
  await modal.getByRole('button', { name: 'Approve 33 HUSD (1 of 2)' }).click()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('heading', { name: 'Waiting for the approval to be confirmed' }).waitFor({ timeout })

  await journey.reload()
  await openSwap(journey)
  await fill(journey, 'HUSD', 'ETH', '33')
  await modal.getByRole('button', { name: 'Review swap' }).click({ timeout })
  await modal.getByRole('heading', { name: 'Waiting for the approval to be confirmed' }).waitFor({ timeout })
  await world.sandbox.control.withhold({ on: false })
  await modal.getByRole('button', { name: 'Sign swap (2 of 2)' }).click({ timeout })
  await journey.answer('Harbor', 'approve')
  await isSwapped(journey)
  const approvals = await readSigned(getToken('HUSD').address)
  expect(approvals.filter(({ args }) => args['amount'] === 33_000_000n)).toHaveLength(1)
})

it('[F28] A swap that reverts is shown as failed, in its own view and in Activity', async () => {
  const journey = await begin()
  const { modal } = journey
  await fill(journey, 'ETH', 'HUSD', '0.011')
  await review(journey)
  const { rpc, control } = world.sandbox
  await control.withhold({ on: true })
  await modal.getByRole('button', { name: 'Sign swap', exact: true }).click()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('heading', { name: 'On its way', exact: true }).waitFor({ timeout })
  // Whatever is called fails while its block is made.
  const code = await rpc('eth_getCode', ROUTER, 'latest')
  await rpc('anvil_setCode', ROUTER, '0xfe')
  await control.withhold({ on: false })
  await rpc('anvil_setCode', ROUTER, code)
  // Its block does not go away any more.
  await control.mine({ blocks: 2 })
  await modal.getByRole('heading', { name: 'Swap failed' }).waitFor({ timeout })
  await modal.getByRole('button', { name: 'Done' }).click()
  await journey.showTab('Activity')
  await modal.getByText('Failed').first().waitFor({ timeout })
})

it('[F30] A swap whose price gets worse says so, and is signed only after the new price was accepted', async () => {
  const journey = await begin()
  const { modal, page } = journey
  await fill(journey, 'ETH', 'DRIFT', '0.05')
  await review(journey)
  const before = await readMinimum(journey, 18)
  // Somebody buys a lot of it.
  const { address } = getToken('DRIFT')
  const weth = await world.sandbox.rpc<Hex>('eth_call', { to: ROUTER, data: '0xad5c4648' }, 'latest')
  const path = [`0x${weth.slice(-40)}`, address]
  const args = [0n, path, treasury.account.address, 10n ** 12n]
  const data = calls.encodeFunctionData('swapExactETHForTokens', args) as Hex
  await createElsewhere().send(treasury.account, { to: ROUTER, value: 10n ** 18n, data })
  await modal.getByText('The price has changed').waitFor({ timeout: 60_000 })
  expect(await modal.getByRole('button', { name: /^Sign/ }).count()).toBe(0)
  expect(await page.evaluate(() => window.harbor!.getPending())).toBeUndefined()
  await modal.getByRole('button', { name: 'Use new price' }).click()
  const minimum = await readMinimum(journey, 18)
  expect(minimum).toBeLessThan(before)
  await modal.getByRole('button', { name: 'Sign swap', exact: true }).click()
  await journey.answer('Harbor', 'approve')
  await isSwapped(journey)
  const [signed] = await readSigned(ROUTER)
  expect(signed!.args['least']).toBe(minimum)
}, 120_000)

it('[F29] A swap whose quote pays an address other than the account is rejected, and the wallet is not asked', async () => {
  const journey = await begin()
  const { modal, context, page } = journey
  const own = person.account.address.slice(2).toLowerCase()
  await context.route('**/v1/convert/build-transaction*', async (route) => {
    const answer = await route.fetch()
    const { tx } = (await answer.json()) as { tx: { data: string } }
    const data = tx.data.toLowerCase().replaceAll(own, 'deadbeef'.repeat(5))
    await route.fulfill({ response: answer, json: { tx: { ...tx, data } } })
  })
  await fill(journey, 'ETH', 'HUSD', '0.01')
  await modal.getByRole('button', { name: 'Review swap' }).click({ timeout })
  await modal.getByRole('heading', { name: 'We rejected this quote' }).waitFor({ timeout })
  await modal.getByText(/someone else would receive the tokens/).waitFor()
  expect(await modal.getByRole('button', { name: /^Sign/ }).count()).toBe(0)
  expect(await page.evaluate(() => window.harbor!.getPending())).toBeUndefined()
})
