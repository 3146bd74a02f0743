/**
 * The ways through all views with the keyboard alone. Each stops at every state that it comes to, for whoever wants to
 * judge it there, and whoever goes back finds the focus where it was.
 */
import { expect } from 'vitest'
import { ACCOUNT } from './button-words.ts'
import { allowAnyOrigin, type LocalServer, sendJson, startLocalServer } from '../../sandbox/local-server.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import type { KeyboardVisit } from './engines/keyboard-visit.ts'
import { swap } from './walks/swap.ts'
import type { Walk } from './walks/walk.ts'

/** In this order: each begins with the wallet as the last one has left it. */
export const walks: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  'from Connect to a wallet': connect,
  // Each page is left in the middle of what it asks: the next one must not wait for it.
  'to signing in': signIn,
  'to what an account holds': lookAround,
  'to buying and receiving': buyAndReceive,
  'to a swap': swap,
  'to other networks': switchNetwork,
  'among wallets of several chains': goBetweenChains,
  'through what is not there': suffer,
}

/** The page's button, as it is called for Reef's account. */
const SOLANA_ACCOUNT = /…/
const SPAM = /^claim-reward/
const VOUCHER = /VOUCHER/
const UNVERIFIED = /^Unverified/

/** Of somebody who has none. */
async function lookForAWallet({ visit, goto, stop }: Pick<Walk, 'visit' | 'goto' | 'stop'>): Promise<void> {
  await goto({ wallets: 'none' })
  await visit.choose('Connect wallet')
  await visit.waitFor('Northvault')
  await stop('Connect, wallets of the directory')
  await visit.choose('What is a wallet?')
  await visit.choose('Find a wallet')
  await visit.waitFor('Compare more wallets')
  await stop('Find a wallet')
  await visit.choose('Tern')
  await visit.waitFor('Copies exist')
  await stop('Where a wallet is to be had')
  await visit.choose('Back')
  await visit.waitForFocus('Tern')
  await visit.choose('Back')
  await visit.waitForFocus('Find a wallet')
  await goBack(visit, 'What is a wallet?')
  await visit.choose('All wallets')
  await visit.waitFor('Foldwell')
  await stop('All wallets')
  await visit.tabTo(/^Search /)
  await visit.type('zzq')
  await visit.waitFor('No wallet of that name')
  await stop('All wallets, none of that name')
  await visit.choose('Show all wallets')
  await visit.waitFor('Foldwell')
}

async function connect({ visit, goto, stop }: Walk): Promise<void> {
  await goto({ wallets: 'none', directory: 'none', walletconnect: 'none' })
  await visit.choose('Connect wallet')
  await visit.waitFor('No wallet found')
  await stop('Connect, no wallet')
  await lookForAWallet({ visit, goto, stop })

  await goto()
  await visit.evaluate(announceOthers)
  await visit.choose('Connect wallet')
  await visit.waitFor('Connect to')
  await visit.press('Escape')
  await visit.waitForFocus('Connect wallet')
  await visit.press('Space')
  await visit.waitFor('Connect to')
  await stop('Connect')
  await visit.choose('What is a wallet?')
  await visit.waitFor('An app that keeps your key')
  await stop('What is a wallet?')
  await goBack(visit, 'What is a wallet?')

  await visit.choose('Broken')
  await visit.waitFor('Broken did not connect')
  await stop('Failed')
  await visit.choose('Choose another wallet')
  await visit.waitForFocus('Broken')
  await visit.choose('Busy')
  await visit.waitFor('already open in Busy')
  await stop('Busy')
  await goBack(visit, 'Busy')

  await visit.evaluate(() => window.harbor!.setCondition('silent'))
  await visit.choose('Harbor')
  await visit.waitFor('Approve in Harbor')
  await stop('Connecting')
  await visit.choose('Cancel')
  await visit.waitForFocus('Harbor')

  await visit.evaluate(() => window.harbor!.setCondition('ready'))
  await visit.press('Enter')
  await answer(visit, 'Connect', 'Reject')
  await visit.waitFor('You declined in Harbor')
  await stop('Declined')
  await visit.choose('Ask again')
  await answer(visit, 'Connect')
  await visit.waitForFocus(ACCOUNT)
}

async function signIn({ visit, goto, stop }: Walk): Promise<void> {
  await goto({ 'sign-in': 'required' })
  // Who is connected and not signed in is asked without being asked for.
  await visit.waitFor('Signing is free.')
  await stop('Sign in')
  await visit.choose('Read the exact message')
  await stop('Sign in, the message')
  await visit.choose('Sign message')
  await visit.waitFor('Approve in Harbor')
  await answer(visit, 'Sign', 'Reject')
  await visit.waitFor('Signature declined')
  await stop('Sign in, declined')
  await visit.choose('Sign message')
  await answer(visit, 'Sign')
  await visit.waitFor('Signing is free.', 'gone')
}

async function lookAround({ visit, goto, stop }: Walk): Promise<void> {
  await goto()
  await visit.choose(ACCOUNT)
  await visit.waitFor('Updated ')
  await visit.waitFor('Harbor Dollar')
  await stop('Tokens')
  await visit.choose('Harbor Dollar')
  await visit.waitFor('Share of what you hold')
  await stop('Token')
  await goBack(visit, 'Harbor Dollar')
  for (let row = 1; row < 6; row += 1) await visit.press('ArrowDown')
  const sixth = await visit.readFocus()
  expect(sixth).not.toBe('Harbor Dollar')
  await visit.press('Enter')
  await visit.waitFor('Exact balance')
  await goBack(visit, sixth)
  await visit.choose(UNVERIFIED)
  await visit.waitFor('You did not ask for these')
  await stop('Unverified tokens')
  await visit.choose(SPAM)
  await visit.waitFor('Exact balance')
  await stop('Unverified token')
  await goBack(visit, SPAM)
  await goBack(visit, UNVERIFIED)

  await visit.tabTo('Tokens', 'back')
  await visit.press('ArrowRight')
  await visit.waitFor('Signal Flags #3')
  await stop('NFTs')
  await visit.choose(/^Tidelines #5/)
  await visit.waitFor('Token id')
  await stop('NFT')
  await goBack(visit, /^Tidelines #5/)
  await visit.choose(UNVERIFIED)
  await visit.waitFor('You did not ask for these')
  await stop('Unverified NFTs')
  await visit.choose(VOUCHER)
  await visit.waitFor('Picture not loaded')
  await stop('Unverified NFT')
  await goBack(visit, VOUCHER)
  await goBack(visit, UNVERIFIED)

  await visit.tabTo('NFTs', 'back')
  await visit.press('ArrowRight')
  await visit.choose(/^(Received|Sent)$/)
  await visit.waitFor(/^Status$/m)
  await stop('Activity, a row of it open')
  await visit.tabTo('Activity', 'back')
  await visit.press('ArrowRight')
  await visit.press('ArrowRight')
  await visit.press('ArrowRight')
  await visit.waitFor(/^Status$/m, 'gone')
  await stop('Activity')
  await visit.choose(UNVERIFIED)
  await visit.waitFor('You did not ask for these')
  await stop('Unverified activity')
  await goBack(visit, UNVERIFIED)

  await visit.choose('Account settings')
  await visit.waitFor('Connected with Harbor')
  await stop('Settings')
  await visit.choose('Network')
  await visit.waitFor('may not offer every network')
  await stop('Networks, a few')
  await visit.choose('What is a network?')
  await visit.waitFor('Same address, other balance')
  await stop('What is a network?')
  await goBack(visit, 'What is a network?')
  await goBack(visit, 'Network')
  await goBack(visit, 'Account settings')
  await visit.press('Escape')
  await visit.waitForFocus(ACCOUNT)
}

async function buyAndReceive({ visit, goto, stop }: Walk): Promise<void> {
  await goto()
  await visit.choose(ACCOUNT)
  await visit.choose('Buy')
  await visit.waitFor('Continue to Coinbase')
  await visit.waitFor('Price unavailable')
  await stop('Buy')
  await visit.choose(/^You buy/)
  await visit.waitFor('Choose what to buy')
  await stop('What to buy')
  await goBack(visit, /^You buy/)
  await visit.choose(/^You pay in/)
  await visit.waitFor('Choose a currency')
  await stop('What to pay in')
  await goBack(visit, /^You pay in/)
  await goBack(visit, 'Buy')
  await visit.choose('Receive')
  await visit.waitFor('can be lost for good')
  await stop('Receive')
  await visit.choose(/^Works on/)
  await visit.waitFor('This address is the same on each of them')
  await stop('Networks of the address')
  await goBack(visit, /^Works on/)
  await goBack(visit, 'Receive')
}

async function switchNetwork({ visit, goto, stop }: Walk): Promise<void> {
  await goto({ networks: 'many' })
  await visit.choose(ACCOUNT)
  await visit.choose(/^Network:/)
  await visit.waitFor('may not offer every network')
  await stop('Networks')
  await visit.tabTo('Search networks')
  await visit.type('Xy')
  await visit.waitFor('No network of that name')
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
  await answer(visit, 'Add', 'Reject')
  await visit.waitForFocus('Breakwater')
  await visit.waitFor('You declined in Harbor')
  await stop('Networks, declined')
  await visit.press('Enter')
  await visit.evaluate(() => window.harbor!.approve())
  await visit.press('Escape')

  // The page has only one network now, and the wallet is on another.
  await visit.evaluate(() => window.harbor!.goTo(10))
  await goto()
  await visit.choose('Switch network')
  await visit.waitFor('does not run on this network')
  await stop('Network that the page does not have')
  await visit.choose(/^Switch to/)
  await answer(visit, 'Switch', 'Reject')
  await visit.waitFor('You declined in Harbor')
  await visit.waitForFocus(/^Switch to/)
  await visit.press('Enter')
  await answer(visit, 'Switch')
  await visit.waitForFocus(ACCOUNT)

  await goto({ anywhere: '' })
  await visit.tabTo(ACCOUNT)
  await visit.evaluate(() => window.harbor!.goTo(10))
  await visit.press('Enter')
  await visit.waitFor('Another network')
  await stop('Another network')
  await visit.choose('Switch network')
  await visit.choose('Driftwood Local')
  await answer(visit, 'Switch')
  await visit.waitFor('Harbor Dollar')
  await stop('Tokens after another network')
}

async function goBetweenChains({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  // Where the platform has no build of the chain there is no second one.
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

async function suffer({ visit, sandbox, goto, stop }: Walk): Promise<void> {
  await goto()
  await visit.tabTo(ACCOUNT)
  await visit.evaluate(() => window.harbor!.select(1))
  await visit.press('Enter')
  await visit.waitFor('No tokens yet')
  await stop('Tokens, none')
  await visit.tabTo('Tokens')
  await visit.press('ArrowRight')
  await visit.waitFor('No NFTs yet')
  await stop('NFTs, none')
  await visit.press('ArrowRight')
  await visit.waitFor('No activity yet')
  await stop('Activity, none')

  await visit.evaluate(() => window.harbor!.select(0))
  await visit.waitFor('Harbor Savings')
  await sandbox.control.stop()
  await visit.evaluate(setOffline)
  await visit.choose('Reload balances and activity')
  await visit.waitFor('You are offline')
  await visit.waitFor('Next try')
  await stop('Offline, the last known figures')
}

/** As the browser says it when the network goes. */
function setOffline(): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  window.dispatchEvent(new Event('offline'))
}

/** With Back, to what was pressed before. */
async function goBack(visit: KeyboardVisit, pressed: string | RegExp): Promise<void> {
  await visit.choose('Back', 'back')
  await visit.waitForFocus(pressed)
}

/**
 * In the window of the wallet, which stands above the modal and keeps the focus as long as it is there.
 * @param yes its first button in the tab order says it
 */
async function answer(visit: KeyboardVisit, yes: string, answer = yes): Promise<void> {
  await visit.waitForFocus(yes)
  // Names of what belongs to the modal, and nothing for all else.
  expect(new Set(await visit.tab(4))).toEqual(new Set(['']))
  await visit.choose(answer, 'back')
}

/** The sandbox's API, and one token more that nobody asked for. */
export function startApiWithSpam({ urls, chain }: Sandbox): Promise<LocalServer> {
  return startLocalServer(async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    const upstream = await fetch(`${urls.api}${url.pathname}${url.search}`).catch(() => undefined)
    if (!upstream) return void response.destroy()
    const body = (await upstream.json()) as { balances?: object[] }
    if (body.balances && body.balances.length > 0)
      body.balances.push({ ...spam, chainId: chain, address: `${chain}:0x${'5'.repeat(40)}` })
    sendJson(response, upstream.status, body)
  })
}

const spam = {
  name: 'claim-reward.example',
  symbol: 'CLAIM',
  quantity: { decimals: '18', numeric: '1000.0' },
  iconUrl: '',
}

/** Two more wallets, of which one asks somebody else already and one answers nonsense. */
function announceOthers(): void {
  const refuse = (name: string, code: number) => {
    const provider = {
      request: ({ method }: { method: string }) =>
        method === 'eth_accounts'
          ? Promise.resolve([])
          : Promise.reject(Object.assign(new Error('The wallet’s own words.'), { code })),
      on() {},
      removeListener() {},
    }
    const info = { uuid: crypto.randomUUID(), name, rdns: `example.${name.toLowerCase()}`, icon: 'data:,' }
    const tell = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    window.addEventListener('eip6963:requestProvider', tell)
    tell()
  }
  refuse('Broken', -32_603)
  refuse('Busy', -32_002)
}

/** A wallet that has a way in for each of two chains, told by the same name and picture. */
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
