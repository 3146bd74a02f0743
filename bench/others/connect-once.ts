/** The visit before the measured one: connects an account and shows its tokens, so that Billfold stores them. */
import type { BrowserContext, Page } from 'playwright-core'
import { openModal } from './watch-opening.ts'

/** Name of the account's token in the API's response. */
export const TOKEN = 'Driftwood Dollar'

const balance = {
  balances: [
    {
      name: TOKEN,
      symbol: 'DRIFT',
      chainId: 'eip155:1',
      address: 'eip155:1:0x6b175474e89094c44da98b954eedeac495271d0f',
      value: 1_204.5,
      price: 1,
      quantity: { decimals: '18', numeric: '1204.5' },
      iconUrl: '',
    },
  ],
}
/** Milliseconds after which the shown data is stored. */
const STORED = 3_000

/** Connects, waits until the responses are stored, and cuts off the API. */
export async function connectOnce(page: Page, context: BrowserContext): Promise<void> {
  const answers = { '/v1/supported-chains': { http: ['eip155:1'], ws: [] }, '/balance': balance }
  for (const [path, json] of Object.entries(answers))
    await context.route(`**${path}*`, (route) =>
      route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } }),
    )
  await openModal(page, 'Harbor')
  await page.getByText('Harbor', { exact: true }).click()
  await page.locator('billfold-button').getByText(/^0x71/).waitFor()
  await openModal(page, TOKEN)
  await page.waitForTimeout(STORED)
  await context.unrouteAll()
}
