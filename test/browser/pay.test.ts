/** Paying what a page asks for, from a page without a wallet to the block, on real chains. */
import { Connection } from '@solana/web3.js'
import { JsonRpcProvider, Wallet } from 'ethers'
import { expect, it } from 'vitest'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
/** A slow machine is no defect. */
const timeout = 30_000

interface Asked {
  caipNetworkId: string
  asset: string
  amount: string
  recipient: string
}

/** The page asks; what becomes of it is read with `getResult`. */
async function askToPay({ page }: Journey, { amount, ...asked }: Asked): Promise<void> {
  await page.evaluate(
    ([request, units]) => {
      const { billfold } = window as unknown as {
        billfold: { pay(request: object): Promise<unknown> }
        paid: Promise<unknown>
      }
      const paid = billfold.pay({ ...request, amount: BigInt(units) })
      Object.assign(window, { paid: paid.catch((error: Error) => error.message) })
    },
    [asked, amount] as const,
  )
}

const getResult = ({ page }: Journey) =>
  page.evaluate(() => (window as unknown as { paid: Promise<{ status: string; hash?: string }> }).paid)

it('[S4] [A115] A page without a connected wallet requests a token payment, then an ether payment, and both are confirmed as requested', async () => {
  const person = await world.createPerson({ ETH: '3', HUSD: '20' })
  const journey = await world.visit({ harborSeed: person.seed })
  const { page, modal, trouble, complaints } = journey
  await journey.goto()
  await page.getByRole('button', { name: 'Pay 5 HUSD to the shop' }).click()
  await modal.getByText('Driftwood asks you to pay').waitFor({ timeout })
  expect(await modal.locator('.origin').innerText()).toBe(new URL(world.sandbox.urls.page).origin)
  await modal.getByText('Driftwood Coffee, order 1042').waitFor()
  await modal.getByRole('button', { name: 'Connect wallet' }).click()
  await journey.getWallet('Harbor').click()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('button', { name: /^Pay 5.HUSD/ }).click({ timeout })
  await journey.answer('Harbor', 'approve')
  await page.getByText('Paid. Thank you').waitFor({ timeout })
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)

  const recipient = Wallet.createRandom().address
  const ether = {
    caipNetworkId: world.sandbox.chain,
    asset: 'native',
    amount: '123456789012345678',
    recipient,
  }
  await askToPay(journey, ether)
  await modal.getByRole('button', { name: /^Pay 0\.123456789012345678.ETH/ }).click({ timeout })
  await journey.answer('Harbor', 'approve')
  const { status, hash } = await getResult(journey)
  expect(status).toBe('confirmed')
  expect(await node.getTransaction(hash!)).toMatchObject({
    to: recipient,
    value: 123456789012345678n,
    data: '0x',
  })
  node.destroy()
  expect([...trouble, ...complaints]).toEqual([])
})

async function approveInReef({ page }: Journey): Promise<void> {
  await page.waitForFunction(() => window.reef?.getPending() !== undefined, undefined, { timeout })
  await page.evaluate(() => window.reef!.approve())
}

it.runIf(hasSolana)('[S4] A page requests SOL, and learns that the payment is confirmed', async () => {
  const journey = await world.visit({ query: { wallets: 'harbor,reef' } })
  const { page, modal } = journey
  const connection = new Connection(world.sandbox.solana!.rpc, 'confirmed')
  const to = solanaPeople.wren.publicKey
  const before = await connection.getBalance(to)
  await journey.goto()
  const network = await page.evaluate(
    () =>
      (window as unknown as { billfold: { networks: { caipNetworkId: string }[] } }).billfold.networks.find(
        ({ caipNetworkId }) => caipNetworkId.startsWith('solana:'),
      )!.caipNetworkId,
  )
  await askToPay(journey, {
    caipNetworkId: network,
    asset: 'native',
    amount: '1234567891',
    recipient: to.toBase58(),
  })
  await modal.getByRole('button', { name: 'Connect wallet' }).click({ timeout })
  await modal.getByRole('button', { name: /Reef/ }).click()
  await approveInReef(journey)
  await modal.getByRole('button', { name: /^Pay 1\.234567891.SOL/ }).click({ timeout })
  await approveInReef(journey)
  expect(await getResult(journey)).toMatchObject({ status: 'confirmed' })
  expect(await connection.getBalance(to)).toBe(before + 1_234_567_891)
})
