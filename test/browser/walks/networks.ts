/** Walks to other networks, and to another chain. */
import { ACCOUNT } from '../button-words.ts'
import { answer, goBack, type Walk } from './walk.ts'

/** Text of the page's button for Reef's account. */
const SOLANA_ACCOUNT = /…/

export async function switchNetwork({ visit, goto, stop }: Walk): Promise<void> {
  await goto({ networks: 'many' })
  await visit.choose(ACCOUNT)
  await visit.choose(/^Network:/)
  await visit.waitFor('may not support every network')
  await stop('Networks')
  await visit.tabTo('Search networks')
  await visit.type('Xy')
  await visit.waitFor('No network found')
  await stop('Networks, none found')
  await visit.choose('Show all networks')
  await visit.waitForFocus('Search networks')

  await visit.evaluate(() => window.harbor!.setCondition('silent'))
  for (let row = 0; row < 3; row += 1) await visit.press('ArrowDown')
  await visit.waitForFocus('Breakwater')
  await visit.press('Enter')
  await visit.waitFor('Approve in Harbor')
  await stop('Switch network')
  await visit.choose('Cancel')
  await visit.waitForFocus('Breakwater')
  await visit.evaluate(() => window.harbor!.setCondition('ready'))
  await visit.press('Enter')
  await answer(visit, 'Add', 'Decline')
  await visit.waitForFocus('Breakwater')
  await visit.waitFor('You declined in Harbor')
  await stop('Networks, declined')
  // Choose the network again: `stop` may leave the focus one stop away, since a message adds a stop while it is shown.
  await visit.choose('Breakwater')
  await visit.waitForFocus('Add')
  await visit.evaluate(() => window.harbor!.approve())
  await visit.press('Escape')

  // After a reload the page has only one network, and the wallet is on another.
  await visit.evaluate(() => window.harbor!.goTo(10))
  await goto()
  await visit.choose('Switch network')
  await visit.waitFor('isn’t available on this network')
  await stop('Network that the page does not have')
  await visit.choose(/^Switch to/)
  await answer(visit, 'Switch', 'Decline')
  await visit.waitFor('You declined in Harbor')
  await visit.waitForFocus(/^Switch to/)
  await visit.press('Enter')
  await answer(visit, 'Switch')
  await visit.waitForFocus(ACCOUNT)

  await goto({ anywhere: '' })
  await visit.tabTo(ACCOUNT)
  await visit.evaluate(() => window.harbor!.goTo(10))
  await visit.press('Enter')
  await visit.waitFor('You’re on another network')
  await stop('You’re on another network')
  await visit.choose('Switch network')
  await visit.choose('Driftwood Local')
  await answer(visit, 'Switch')
  await visit.waitFor('Harbor Dollar')
  await stop('Tokens after another network')
}

export async function goBetweenChains({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  // Skip this without Solana, whose validator has no build for some platforms.
  if (!sandbox.solana) return
  await goto({ wallets: 'harbor,reef' })
  await visit.tabTo(ACCOUNT)
  await visit.evaluate(announceTwin)
  await visit.press('Enter')
  await visit.choose(/^Network:/)
  await visit.choose('Solana Local')
  await visit.waitFor('No account on Solana Local yet')
  await stop('A chain without an account')
  await visit.choose('Choose a wallet')
  await visit.waitFor('Connect to')
  await stop('Connect, for one chain')
  await goBack(visit, 'Choose a wallet')
  await goBack(visit, 'Solana Local')
  await goBack(visit, /^Network:/)

  await visit.choose('Account settings')
  await visit.choose('Wallet')
  await visit.waitFor('Add a wallet')
  await stop('Wallets, one')
  await visit.choose('Add a wallet')
  await visit.waitFor('Ethereum, Solana')
  await stop('Connect, several chains')
  await visit.choose('Twin')
  await visit.waitFor('Which accounts?')
  await stop('A wallet of several chains')
  await goBack(visit, 'Twin')
  await visit.choose('Reef')
  await answer(visit, 'Connect')
  await visit.waitForFocus(SOLANA_ACCOUNT)

  await visit.press('Enter')
  await visit.choose(/^Network:/)
  await visit.waitFor('With Harbor')
  await stop('Networks of two chains')
  await goBack(visit, /^Network:/)
  await visit.choose('Account settings')
  await visit.choose('Wallets')
  await visit.waitFor('Disconnect all')
  await stop('Wallets, two')
  await visit.choose(ACCOUNT)
  await visit.choose('Disconnect Reef')
  await visit.waitFor('Disconnect all', 'gone')
  await visit.press('Escape')
  await visit.waitForFocus(ACCOUNT)
}

/** Announces a wallet for two chains under the same name and icon. */
function announceTwin(): void {
  const icon = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  const provider = { request: () => Promise.resolve([]), on() {}, removeListener() {} }
  const info = { uuid: crypto.randomUUID(), name: 'Twin', rdns: 'example.twin', icon }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  const wallet = {
    version: '1.0.0',
    name: 'Twin',
    icon,
    chains: ['solana:localnet'],
    features: { 'standard:connect': { version: '1.0.0', connect: () => Promise.resolve({ accounts: [] }) } },
    accounts: [],
  }
  const register = (page: { register(wallet: unknown): unknown }) => void page.register(wallet)
  window.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<Parameters<typeof register>[0]>).detail),
  )
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
