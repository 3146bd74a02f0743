/**
 * MetaMask's test dapp over a wallet and over Billfold: each of its buttons shows the same and hears the same, except
 * for the differences that are listed here with their reasons.
 * @see https://github.com/MetaMask/test-dapp
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { loginByEmail, startAnswering } from './answer-wallets.ts'
import { copyLink, openPhonePage, paste } from './phone-page.ts'
import { useWorld } from './use-world.ts'

declare global {
  interface Window {
    testDapp?: { provider: object; heard: Heard[]; waiting: number }
  }
}

/** A request with its result or error code, or an event with its value; what only reads the chain is left out. */
type Heard = readonly [name: string, value: unknown]
/** For each action: what the dapp shows, and then what it heard. */
type Outcome = Record<string, readonly unknown[]>
type Route = 'injected' | 'WalletConnect' | 'email'

interface Action {
  /** The id of a button. */
  button: string
  /** The id of the element that shows the result, if there is one. */
  shows?: string
  answer?: 'reject'
}

const press = (button: string, shows?: string): Action => ({ button, ...(shows ? { shows } : {}) })

const actions: readonly Action[] = [
  press('getAccounts', 'getAccountsResult'),
  press('requestPermissions', 'permissionsResult'),
  press('getPermissions', 'permissionsResult'),
  press('personalSign', 'personalSignResult'),
  press('personalSignVerify', 'personalSignVerifyECRecoverResult'),
  { button: 'personalSign', answer: 'reject' },
  press('signTypedDataV4', 'signTypedDataV4Result'),
  press('signTypedDataV4Verify', 'signTypedDataV4VerifyResult'),
  press('siwe', 'siweResult'),
  press('sendEIP1559Button'),
  { button: 'sendEIP1559Button', answer: 'reject' },
  press('eip5792GetCapabilitiesButton', 'eip5792GetCapabilitiesResult'),
  press('sendWithInvalidRecipient', 'sendMalformedResult'),
  press('revokeAccountsPermission'),
]

const world = useWorld()
const folder = dirname(createRequire(import.meta.url).resolve('@metamask/test-dapp/dist/index.html'))
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Announces the provider by EIP-6963, and records what the dapp asks and hears. */
function installProvider(): void {
  const testDapp = parent.testDapp!
  const isKept = (method: string) =>
    !/^(eth_(accounts|blockNumber|call|chainId|estimateGas|feeHistory|gasPrice|get)|net_)/.test(method)
  const handler: ProxyHandler<Record<string, unknown>> = {
    get(target, name) {
      // The dapp listens to MetaMask only.
      if (name === 'isMetaMask') return true
      const value = target[name as string]
      if (typeof value !== 'function') return value
      if (name !== 'request') return value.bind(target)
      return async (asked: { method: string }) => {
        if (!isKept(asked.method)) return value.call(target, asked)
        testDapp.waiting += 1
        try {
          const result: unknown = await value.call(target, asked)
          testDapp.heard.push([asked.method, result])
          return result
        } catch (error) {
          testDapp.heard.push([asked.method, { code: (error as { code?: unknown }).code }])
          throw error
        } finally {
          testDapp.waiting -= 1
        }
      }
    },
  }
  const provider = testDapp.provider as { on(event: string, listener: (value: unknown) => void): void }
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect', 'message'])
    provider.on(event, (value) => testDapp.heard.push([event, event === 'disconnect' ? undefined : value]))
  const info = { uuid: crypto.randomUUID(), name: 'Wallet', icon: 'data:,', rdns: 'example.wallet' }
  const detail = { info, provider: new Proxy(provider as never, handler) }
  window.addEventListener('eip6963:requestProvider', () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
}

/** Opens the dapp in the demo page, at its origin: both have the same wallets. */
async function openDapp({ page }: Journey, over: 'wallet' | 'Billfold'): Promise<Frame> {
  await page.route('**/test-dapp/**', async (route) => {
    const name = basename(new URL(route.request().url()).pathname)
    let body = await readFile(join(folder, name)).catch(() => undefined)
    if (body && name === 'index.html') {
      // Stylesheets of other hosts are not needed.
      const html = body.toString().replaceAll(/<link[^>]*>/g, '')
      body = Buffer.from(html.replace('<script', () => `<script>(${installProvider})()</script><script`))
    }
    if (!body) return route.fulfill({ status: 404 })
    return route.fulfill({ body, contentType: types[extname(name)] ?? 'image/svg+xml' })
  })
  await page.evaluate((from) => {
    const announced: { info: { name: string }; provider: object }[] = []
    window.addEventListener('eip6963:announceProvider', (event) =>
      announced.push((event as CustomEvent).detail),
    )
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    const wallet = announced.find(({ info }) => info.name === 'Harbor')?.provider
    const provider = from === 'wallet' ? wallet! : window.billfold!.getProvider('eip155')!
    window.testDapp = { provider, heard: [], waiting: 0 }
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: '/test-dapp/index.html', name: 'test-dapp' })
    frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; background: white'
    document.body.append(frame)
  }, over)
  await page
    .frameLocator('iframe[name=test-dapp]')
    .locator('#activeProviderName', { hasText: 'Wallet' })
    .waitFor()
  return page.frame('test-dapp')!
}

/** Presses a button, waits for all answers, and says what was shown and heard. */
async function act(page: Page, frame: Frame, { button, shows }: Action): Promise<readonly unknown[]> {
  await frame.evaluate(
    ([id, result]) => {
      parent.testDapp!.heard.length = 0
      if (result) document.getElementById(result)!.textContent = ''
      document.getElementById(id)!.click()
    },
    [button, shows ?? ''] as const,
  )
  const read = () =>
    frame.evaluate(
      (result) => ({
        text: result ? document.getElementById(result)!.textContent!.trim() : '',
        heard: [...parent.testDapp!.heard],
        waiting: parent.testDapp!.waiting,
      }),
      shows ?? '',
    )
  let last = ''
  const deadline = Date.now() + (button === 'connectButton' ? 30_000 : 4_000)
  for (;;) {
    await page.waitForTimeout(100)
    const now = await read()
    const isDone = now.waiting === 0 && (shows ? now.text !== '' : now.heard.length > 0)
    const all = JSON.stringify(now)
    if ((isDone && all === last) || Date.now() > deadline)
      return [now.waiting > 0 ? 'waits' : now.text, ...now.heard]
    last = all
  }
}

/** Leaves out what differs between any two runs, or two accounts. */
function normalize(outcome: readonly unknown[], accounts: readonly string[]): readonly unknown[] {
  let text = JSON.stringify(outcome)
  accounts.forEach(
    (account, index) => (text = text.replaceAll(new RegExp(account, 'gi'), `account ${index}`)),
  )
  text = text
    .replaceAll(/0x[0-9a-f]{130}/gi, 'signature')
    .replaceAll(/0x[0-9a-f]{64}/gi, 'hash')
    .replaceAll(/0x[0-9a-f]{40}/gi, 'address')
    .replaceAll(/Error: (?:[^"\\]|\\.)*/g, 'Error')
  return JSON.parse(text) as unknown[]
}

/** A person in front of the modal and the wallet, from the dapp's Connect until they revoke the permission. */
async function drive(route: Route | 'direct'): Promise<Outcome> {
  const journey = await world.visit(
    // The dapps recover who has signed, as of a key.
    route === 'email' ? { query: { wallets: 'none', login: '', account: 'eoa' } } : {},
  )
  const { page } = journey
  await journey.goto()
  const frame = await openDapp(journey, route === 'direct' ? 'wallet' : 'Billfold')
  const connecting = act(page, frame, press('connectButton'))
  let answer: Awaited<ReturnType<typeof startAnswering>>
  if (route === 'direct' || route === 'injected') {
    answer = await startAnswering(page, 'harbor')
    if (route === 'injected') await journey.getWallet('Harbor').click()
  } else if (route === 'WalletConnect') {
    const phone = await openPhonePage(world)
    answer = await startAnswering(phone, 'phone')
    await page.evaluate(() => window.billfold!.open({ view: 'ConnectingWalletConnectBasic' }))
    await paste(phone, await copyLink(journey))
  } else {
    const site = await loginByEmail(journey, world.sandbox, 'dapps@driftmail.example')
    answer = await startAnswering(site, 'login')
  }
  const connected = await connecting
  const accounts = await page.evaluate(() =>
    (window.testDapp!.provider as { request(asked: object): Promise<string[]> }).request({
      method: 'eth_accounts',
    }),
  )
  if (route === 'email')
    await world.sandbox.control.transfer({ to: accounts[0] as `0x${string}`, amount: '2' })
  const outcome: Outcome = { connectButton: normalize(connected, accounts) }
  for (const action of actions) {
    const isRejected = action.answer === 'reject'
    if (isRejected) await answer('reject')
    const seen = await act(page, frame, action)
    outcome[isRejected ? `${action.button}, rejected` : action.button] = normalize(seen, accounts)
    if (isRejected) await answer('approve')
  }
  return outcome
}

/** EIP-2255, as Billfold answers for wallets that are not in the page: with the `invoker`, which Harbor leaves out. */
const toPermissions = (...value: string[]) => [
  {
    invoker: expect.stringContaining('http://127.0.0.1:') as string,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value }],
  },
]
/** EIP-1193 has `connect`, which Harbor never emits. */
const toConnected = (...accounts: string[]) => [
  '',
  ['connect', { chainId: '0x7a69' }],
  ['accountsChanged', accounts],
  ['eth_requestAccounts', accounts],
]
const both = ['account 0', 'account 1']

/** What the dapp sees otherwise than with Harbor alone, and why. */
const differences: Record<Route, Outcome> = {
  injected: { connectButton: toConnected(...both) },
  WalletConnect: {
    connectButton: toConnected(...both),
    requestPermissions: ['eth_accounts', ['wallet_requestPermissions', toPermissions(...both)]],
    getPermissions: ['eth_accounts', ['wallet_getPermissions', toPermissions(...both)]],
  },
  // Such a wallet has one account.
  email: {
    connectButton: toConnected('account 0'),
    getAccounts: ['account 0'],
    requestPermissions: ['eth_accounts', ['wallet_requestPermissions', toPermissions('account 0')]],
    getPermissions: ['eth_accounts', ['wallet_getPermissions', toPermissions('account 0')]],
    // The sign-in site is asked, and refuses with this number.
    eip5792GetCapabilitiesButton: ['Error', ['wallet_getCapabilities', { code: -32_603 }]],
  },
}

let direct: Promise<Outcome> | undefined

it.each(['injected', 'WalletConnect', 'email'] as const)(
  '[D31] MetaMask’s test dapp gets the same answers from Billfold as from the wallet itself, except the listed differences: %s',
  async (route) => {
    direct ??= drive('direct')
    const alone = await direct
    expect(await drive(route)).toEqual({ ...alone, ...differences[route] })
    // A list of failures would compare equal as well.
    expect(alone).toMatchObject({
      personalSign: ['signature', ['personal_sign', 'signature']],
      signTypedDataV4Verify: ['account 0'],
      sendEIP1559Button: ['', ['eth_sendTransaction', 'hash']],
      'sendEIP1559Button, rejected': ['', ['eth_sendTransaction', { code: 4001 }]],
    })
  },
)
