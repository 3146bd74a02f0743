/** Buying, from the click to what arrives: in the modal, in the provider's window and on real chains. */
import { Contract, JsonRpcProvider } from 'ethers'
import type { Page } from 'playwright-core'
import { expect, it, test } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import { hasSolana, readSol } from './solana-chain.ts'
import { readTokens } from './read-modal.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
/** A slow machine is no defect. */
const timeout = 30_000

async function openBuy(journey: Journey, token?: string): Promise<void> {
  const { modal } = journey
  await journey.open()
  await modal.getByRole('button', { name: 'Buy', exact: true }).click()
  await modal.getByRole('button', { name: /^You buy/ }).waitFor({ timeout })
  if (token) {
    await modal.getByRole('button', { name: /^You buy/ }).click()
    await modal.getByRole('button', { name: token }).click()
  }
}

/** The window of the provider. */
async function goOn({ page, modal }: Journey): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    modal.getByRole('button', { name: /^Continue to/ }).click(),
  ])
  await popup.getByText('Simulation').waitFor({ timeout })
  return popup
}

/** Mara buys dollars. */
async function begin(): Promise<{ journey: Journey; popup: Page }> {
  const journey = await world.visit()
  await journey.goto()
  await journey.connect('Harbor')
  await openBuy(journey, 'Harbor Dollar HUSD · Driftwood Local')
  return { journey, popup: await goOn(journey) }
}

const says = ({ modal }: Journey, words: string | RegExp) =>
  modal.getByRole('heading', { name: words }).waitFor({ timeout })

/** Of Mara's dollars, on the chain: base units. */
async function readHeld(): Promise<bigint> {
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const { address } = world.sandbox.world.tokens.find(({ symbol }) => symbol === 'HUSD')!
  const dollars = new Contract(address, ['function balanceOf(address) view returns (uint256)'], node)
  const held = (await dollars['balanceOf']!(world.sandbox.accounts.mara)) as bigint
  node.destroy()
  return held
}

test(
  '[A41] A purchase is shown in the modal and in Activity, and the tokens arrive on the chain',
  { tags: 'quick' },
  async () => {
    const { journey, popup } = await begin()
    const { modal, trouble, complaints } = journey
    expect(await popup.evaluate(() => [innerWidth, innerHeight, window.opener])).toEqual([600, 800, null])
    expect(new URL(popup.url()).origin).toBe(world.sandbox.urls.checkout)
    await says(journey, 'Pay at Coinbase')
    expect(await popup.getByText('98.010000 HUSD').isVisible()).toBe(true)
    // Whom the provider pays is who is connected, as another library reads it from the chain.
    expect(await popup.getByText(world.sandbox.accounts.mara).isVisible()).toBe(true)
    const before = await readHeld()
    await popup.getByRole('button', { name: 'Pay $100.00' }).click()
    await popup.getByRole('heading', { name: 'Paid' }).waitFor()
    await says(journey, /^98\.010\sHUSD arrived$/)
    expect((await readHeld()) - before).toBe(98_010_000n)
    await modal.getByRole('button', { name: 'Done' }).click()
    await journey.showTab('Activity')
    await modal.getByText('+98.010\u00a0HUSD').first().waitFor({ timeout })
    expect([...trouble, ...complaints]).toEqual([])
  },
)

test('[V17] A purchase by token amount delivers that amount, and the token list shows pictures', async () => {
  const journey = await world.visit()
  const { modal } = journey
  await journey.goto()
  await journey.connect('Harbor')
  await openBuy(journey)
  await modal.getByRole('button', { name: /^You buy/ }).click()
  const search = modal.getByRole('textbox', { name: 'Search tokens' })
  await search.fill('ltrn')
  const found = modal.getByRole('list', { name: 'Choose a token' }).getByRole('button')
  await expect.poll(() => found.count(), { timeout }).toBe(1)
  const picture = found.locator('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout })
    .toBeGreaterThan(0)
  await found.click()
  await modal.getByRole('button', { name: 'Enter in LTRN' }).click()
  await modal.getByRole('textbox', { name: 'Amount in LTRN' }).fill('20')
  await modal.getByText('$282').waitFor({ timeout })
  const popup = await goOn(journey)
  await popup.getByText('20.000').waitFor({ timeout })
  await popup.getByRole('button', { name: /^Pay \$/ }).click()
  await says(journey, /^20\.000\sLTRN arrived$/)
})

test('A purchase is shown when the tokens arrive, even after the user closed the checkout window', async () => {
  const { journey, popup } = await begin()
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await popup.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await popup.close()
  await says(journey, 'Coinbase’s window was closed')
  await world.sandbox.control.transfer({ token: 'HUSD', to: world.sandbox.accounts.mara, amount: '7.5' })
  await says(journey, /^7\.500\sHUSD arrived$/)
})

it.runIf(hasSolana)('SOL can be bought from Coinbase and from Meld', async () => {
  const journey = await world.visit({ query: { wallets: 'harbor,metamask,burner,reef' } })
  const { page, modal } = journey
  await journey.goto()
  await journey.open()
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Reef' }).click()
  await page.waitForFunction(() => window.reef?.getPending() !== undefined)
  await page.evaluate(() => window.reef!.approve())
  await modal.waitFor({ state: 'hidden' })
  await openBuy(journey)
  const popup = await goOn(journey)
  await popup.getByText(solanaPeople.mara.publicKey.toBase58()).waitFor()
  await popup.getByRole('button', { name: 'Pay $100.00' }).click()
  await says(journey, /^0\.582\sSOL arrived$/)
  await modal.getByRole('button', { name: 'Done' }).click()
  const held = await readSol(world.sandbox, solanaPeople.mara.publicKey)
  await expect.poll(() => readTokens(journey), { timeout }).toContain(`${held} SOL`)

  await modal.getByRole('button', { name: 'Buy', exact: true }).click()
  await modal.getByRole('radio', { name: /Meld/ }).click()
  const meld = await goOn(journey)
  await meld.getByRole('button', { name: 'Pay $100.00' }).click()
  await says(journey, /^0\.593\sSOL arrived$/)
})
