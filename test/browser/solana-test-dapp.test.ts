/**
 * MetaMask's test dapp for Solana over a wallet and over Billfold: each of its buttons shows the same, and its requests end
 * in the same way. Left out are those that follow the chain: the dapp looks for the node's events at a port of its own choice.
 * @see https://github.com/MetaMask/test-dapp-solana
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Frame } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import { type Answer, loginByEmail, startAnswering } from './answer-wallets.ts'
import { copyLink, openPhonePage, paste } from './phone-page.ts'
import { hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

type Route = 'direct' | 'injected' | 'WalletConnect' | 'email'
/** For each action: what the dapp shows, and what became of its requests. */
type Outcome = Record<string, readonly unknown[]>

interface StandardWallet {
  version: string
  icon: string
  chains: readonly string[]
  accounts: readonly object[]
  features: Record<string, Record<string, unknown>>
}

declare global {
  interface Window {
    solanaDapp?: { wallet: StandardWallet; heard: unknown[]; waiting: number }
  }
}

const PACKAGE = '@metamask/test-dapp-solana@0.3.1'
const world = useWorld()
const folder = fileURLToPath(new URL('../../.cache/test-dapp-solana', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** The built dapp alone: what its package depends on is in it already, and is hundreds of packages. */
function fetchDapp(): string {
  const dist = join(folder, 'package/dist')
  if (existsSync(join(dist, 'index.html'))) return dist
  mkdirSync(folder, { recursive: true })
  const [file] = execFileSync('npm', ['pack', '--silent', '--prefer-offline', PACKAGE], { cwd: folder })
    .toString()
    .trim()
    .split('\n')
  execFileSync('tar', ['xzf', file!], { cwd: folder })
  return dist
}

/** Registers the wallet by the Wallet Standard, and records what becomes of the dapp's requests. */
function registerWallet(): void {
  const dapp = parent.solanaDapp!
  const { wallet } = dapp
  const toOutcome = (error: unknown) => ({ code: (error as { code?: unknown }).code })
  const record =
    (name: string, ask: (...inputs: unknown[]) => Promise<unknown>) =>
    async (...inputs: unknown[]) => {
      dapp.waiting += 1
      try {
        const result = await ask(...inputs)
        dapp.heard.push([name, 'done'])
        return result
      } catch (error) {
        dapp.heard.push([name, toOutcome(error)])
        throw error
      } finally {
        dapp.waiting -= 1
      }
    }
  const features = Object.fromEntries(
    Object.entries(wallet.features).map(([name, feature]) => {
      const method = name.split(':')[1]!
      const ask = feature[method]
      if (name === 'standard:events' || typeof ask !== 'function') return [name, feature]
      return [name, { ...feature, [method]: record(method, ask.bind(feature) as never) }]
    }),
  )
  const { version, icon } = wallet
  const recorded = {
    version,
    icon,
    features,
    name: 'Wallet',
    get chains() {
      return wallet.chains
    },
    get accounts() {
      return wallet.accounts
    },
  }
  const register = (api: { register(wallet: object): void }) => api.register(recorded)
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

/** Opens the dapp in the demo page, at its origin: both have the same wallets. */
async function openDapp({ page }: Journey, route: Route): Promise<Frame> {
  const dist = fetchDapp()
  await page.route('**/solana-dapp/**', async (asked) => {
    const path = new URL(asked.request().url()).pathname.split('/solana-dapp/')[1]!
    let body = readFileSync(join(dist, path))
    if (path === 'index.html') {
      const html = body.toString().replaceAll('"/assets/', '"./assets/')
      body = Buffer.from(html.replace('<script', () => `<script>(${registerWallet})()</script><script`))
    }
    return asked.fulfill({ body, contentType: types[extname(path)]! })
  })
  await page.evaluate(
    ([from, rpc]) => {
      const announced: StandardWallet[] = []
      const api = { register: (...wallets: StandardWallet[]) => announced.push(...wallets) }
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      const reef = announced.find((wallet) => (wallet as unknown as { name: string }).name === 'Reef')
      const wallet = from === 'direct' ? reef : window.billfold!.getProvider('solana')
      window.solanaDapp = { wallet: wallet as StandardWallet, heard: [], waiting: 0 }
      localStorage.setItem('rpc_http_endpoint', rpc)
      const frame = document.createElement('iframe')
      Object.assign(frame, { src: '/solana-dapp/index.html', name: 'solana-dapp' })
      frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; background: white'
      document.body.append(frame)
    },
    [route, world.sandbox.solana!.rpc] as const,
  )
  await page.frameLocator('iframe[name=solana-dapp]').getByText('Not connected', { exact: true }).waitFor()
  return page.frame('solana-dapp')!
}

/** Presses a button of the dapp, waits for all answers, and says what was shown and heard. */
async function act(frame: Frame, button: string, shows?: string): Promise<readonly unknown[]> {
  await frame.evaluate(() => void (parent.solanaDapp!.heard.length = 0))
  await frame.getByTestId(button).click()
  const read = async () => {
    const { heard, waiting } = await frame.evaluate(() => ({ ...parent.solanaDapp!, wallet: undefined }))
    return {
      heard,
      isDone: waiting === 0 && heard.length > 0 && (await frame.getByTestId(button).isEnabled()),
    }
  }
  await expect.poll(read, { message: button, timeout: 30_000 }).toMatchObject({ isDone: true })
  const shown = shows ? await frame.getByTestId(shows).allInnerTexts() : []
  return [...shown.map(toKind), ...(await read()).heard]
}

/** Signatures differ from run to run. */
function toKind(text: string): string {
  return text
    .replaceAll(/[A-Za-z0-9+/]{86}==/g, 'signature')
    .replaceAll(/[1-9A-HJ-NP-Za-km-z]{4}\.\.\.[1-9A-HJ-NP-Za-km-z]{4}/g, 'hash')
    .replaceAll(/\s*📋/gu, '')
}

/** Button, and what shows its result. */
const actions: readonly (readonly [button: string, shows: string | undefined, answer?: 'reject'])[] = [
  ['signmessage.signmessage', 'signmessage.signedmessage'],
  ['signmessage.signmessage', undefined, 'reject'],
  ['sendsol.signtransaction', 'sendsol.signedtransaction'],
  ['sendsol.sendtransaction', 'sendsol.transactionhash'],
  ['sendsol.sendtransaction', undefined, 'reject'],
  ['sendsolversioned.signtransaction', 'sendsolversioned.signedtransaction'],
  ['sendsolversioned.sendtransaction', 'sendsolversioned.transactionhash'],
  ['sendmemo.signtransaction', 'sendmemo.signedtransaction'],
  ['sendmemo.sendtransaction', 'sendmemo.transactionhash'],
  ['partialsigntransaction.signtransaction', 'partialsigntransaction.signedtransaction'],
  ['sendwsol.signtransaction', 'sendwsol.signedtransactions'],
]

/** A person in front of the modal and the wallet, from the dapp's Connect until it disconnects. */
async function drive(route: Route): Promise<Outcome> {
  const journey = await world.visit({
    query: route === 'email' ? { wallets: 'none', login: '' } : { wallets: 'reef' },
  })
  const { page, context } = journey
  // The dapp reads the chain itself, out of files that no server has sent.
  await context.grantPermissions(['local-network-access'])
  await journey.goto()
  await world.sandbox.control.transfer({ to: solanaPeople.mara.publicKey.toBase58(), amount: '5' })
  const frame = await openDapp(journey, route)
  const listed = frame.getByRole('button', { name: /^Wallet/ })
  // A click does nothing until the dapp's code has taken over its prerendered page.
  const openList = async () => {
    if (await listed.isVisible()) return true
    await frame
      .getByRole('button', { name: 'Select Wallet' })
      .click({ timeout: 2_000 })
      .catch(() => {})
    return listed.isVisible()
  }
  await expect.poll(openList, { timeout: 60_000 }).toBe(true)
  await listed.click()
  let answer: (answer: Answer) => Promise<void>
  if (route === 'email') {
    const site = await loginByEmail(journey, world.sandbox, 'solana-dapp@driftmail.example')
    answer = await startAnswering(site, 'login')
  } else if (route === 'WalletConnect') {
    const phone = await openPhonePage(world)
    answer = await startAnswering(phone, 'phone')
    await page.evaluate(() => window.billfold!.open({ view: 'ConnectingWalletConnectBasic' }))
    await paste(phone, await copyLink(journey))
  } else {
    answer = await startAnswering(page, 'reef')
    if (route === 'injected')
      await journey.modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Reef' }).click()
  }
  await frame.getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 })
  const address = await page.evaluate(
    () => (window.solanaDapp!.wallet.accounts[0] as { address: string }).address,
  )
  if (address !== solanaPeople.mara.publicKey.toBase58())
    await world.sandbox.control.transfer({ to: address, amount: '5' })
  const outcome: Outcome = {}
  for (const [button, shows, given = 'approve'] of actions) {
    await answer(given)
    const name = given === 'reject' ? `${button}, rejected` : button
    outcome[name] = await act(frame, `testpage.${button}`, shows && `testpage.${shows}`)
  }
  return outcome
}

let direct: Promise<Outcome> | undefined

it.runIf(hasSolana).each(['injected', 'WalletConnect', 'email'] as const)(
  '[D31] MetaMask’s Solana test dapp gets the same answers from Billfold as from the wallet itself: %s',
  async (route) => {
    direct ??= drive('direct')
    const alone = await direct
    expect(await drive(route)).toEqual(alone)
    // A list of failures would compare equal as well.
    expect(alone).toMatchObject({
      'signmessage.signmessage': ['signature', ['signMessage', 'done']],
      'signmessage.signmessage, rejected': [['signMessage', { code: 4001 }]],
      'sendwsol.signtransaction': ['signature\nsignature', ['signTransaction', 'done']],
      'sendsol.sendtransaction': ['hash', ['signAndSendTransaction', 'done']],
    })
  },
)
