/** Signing in by email and social accounts, at a sign-in site on another site, with real mails, a real provider and a real chain. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PublicKey } from '@solana/web3.js'
import type { AxeResults } from 'axe-core'
import bs58 from 'bs58'
import { hashMessage, Interface, verifyMessage, verifyTypedData, Wallet } from 'ethers'
import type { FrameLocator, Page } from 'playwright-core'
import nacl from 'tweetnacl'
import { expect, it } from 'vitest'
import { driftwood, skerry } from '../../sandbox/chains/evm-networks.ts'
import type { Journey, JourneyOptions } from '../../sandbox/people/journey.ts'
import { hasSolana, readSol } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const MARA = 'mara@driftmail.example'

async function visit(query: Record<string, string> = {}, options: JourneyOptions = {}): Promise<Journey> {
  const journey = await world.visit({
    ...options,
    query: { wallets: 'none', login: '', account: 'eoa', ...query },
  })
  await journey.goto()
  return journey
}

/** The newest code that was mailed since so many mails. */
async function readCode(to: string, before: number): Promise<string> {
  await expect.poll(() => world.sandbox.readMails(to).length, { timeout: 30_000 }).toBeGreaterThan(before)
  return /\b(\d{6})\b/.exec(world.sandbox.readMails(to).at(-1)!.text)![1]!
}

async function enterEmail({ modal }: Journey, email: string): Promise<void> {
  await modal.getByLabel('Email address').fill(email)
  await modal.getByRole('button', { name: 'Continue with email' }).click()
}

/** From the open modal to where somebody is connected. */
async function signInByEmail(journey: Journey, email: string): Promise<void> {
  const before = world.sandbox.readMails(email).length
  await journey.open()
  await enterEmail(journey, email)
  const code = journey.modal.getByLabel('Six-digit code')
  await code.waitFor({ timeout: 30_000 })
  await code.fill(await readCode(email, before))
  await journey.modal.waitFor({ state: 'hidden', timeout: 30_000 })
}

const readAccount = (page: Page) =>
  page.evaluate(() => {
    const account = window.billfold!.account.peek()
    return account.status === 'connected' ? account.address : account.status
  })
const readLogin = (page: Page) => page.evaluate(() => localStorage.getItem('billfold/login'))
const awaitConnected = (page: Page) =>
  page.waitForFunction(() => window.billfold?.account.peek().status === 'connected', undefined, {
    timeout: 30_000,
  })
const frameOf = (page: Page): FrameLocator => page.frameLocator('billfold-auth iframe')

/** Asks the connected wallet and answers in its frame. */
async function ask(
  { page }: Journey,
  method: string,
  params: readonly unknown[],
  answer: 'Approve' | 'Cancel' = 'Approve',
): Promise<{ value?: string; code?: unknown }> {
  const asked = page.evaluate(
    ([name, given]) =>
      window
        .billfold!.getProvider('eip155')!
        .request({ method: name, params: given } as never)
        .then(
          (value) => ({ value: value as string }),
          (error: { code: unknown }) => ({ code: error.code }),
        ),
    [method, params] as const,
  )
  const button = frameOf(page).getByRole('button', { name: answer })
  await button.click({ timeout: 30_000 })
  // The frame of another site may miss a press in the moment in which it appears.
  const isLeft = async () => (await button.isVisible()) && (await button.click().then(() => true))
  await expect.poll(isLeft, { interval: 500 }).toBe(false)
  return asked
}

/** What a page reads of the account. A window is only there or not. */
const readChain = (page: Page) =>
  page.evaluate(async () => {
    const { chain } = await window.billfold!.headless()
    const { socialWindow, allAccounts, ...account } = chain('eip155').account.peek()
    const { farcasterUrl, currentTab, smartAccountDeployed } = account
    const kinds = Object.fromEntries(allAccounts.map(({ purpose, address }) => [purpose, address]))
    return { hasWindow: Boolean(socialWindow), kinds, farcasterUrl, currentTab, smartAccountDeployed }
  })

const readSmartNetworks = (page: Page) =>
  page.evaluate(async () => {
    const { chain } = await window.billfold!.headless()
    return chain('eip155').network.peek().smartAccountEnabledNetworks
  })

const switchNetwork = (page: Page, id: number) =>
  page.evaluate(
    (chainId) =>
      window.billfold!.getProvider('eip155')!.request({
        method: 'wallet_switchEthereumChain',
        params: [{ chainId }],
      }),
    `0x${id.toString(16)}`,
  )

const toHex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

it(
  '[A5] [A62] An email account signs, pays, survives a reload and disconnects',
  { tags: 'quick' },
  async () => {
    const journey = await visit()
    const { page, modal, trouble, complaints } = journey
    expect(await page.locator('billfold-auth').count()).toBe(0)
    await signInByEmail(journey, MARA)
    const address = await readAccount(page)
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(JSON.parse((await readLogin(page))!)).toMatchObject({ by: 'email', email: MARA })

    const message = 'Driftwood, 24 November'
    const signed = await ask(journey, 'personal_sign', [toHex(message), address])
    expect(verifyMessage(message, signed.value!)).toBe(address)
    const typed = {
      domain: { name: 'Driftwood', chainId: 31_337 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: '250' },
    }
    const data = await ask(journey, 'eth_signTypedData_v4', [address, JSON.stringify(typed)])
    expect(verifyTypedData(typed.domain, typed.types, typed.message, data.value!)).toBe(address)
    expect(await ask(journey, 'personal_sign', [toHex(message), address], 'Cancel')).toEqual({ code: 4001 })

    await world.sandbox.control.transfer({ to: address as `0x${string}`, amount: '2' })
    const to = world.sandbox.accounts.theo
    const sent = await ask(journey, 'eth_sendTransaction', [
      { from: address, to, value: '0xde0b6b3a7640000' },
    ])
    expect(sent.value).toMatch(/^0x[0-9a-f]{64}$/)
    await expect
      .poll(() => world.sandbox.rpc('eth_getTransactionReceipt', sent.value), { timeout: 30_000 })
      .toMatchObject({ status: '0x1', from: address.toLowerCase(), to: to.toLowerCase() })

    await journey.reload()
    await awaitConnected(page)
    expect(await readAccount(page)).toBe(address)
    expect((await ask(journey, 'personal_sign', [toHex(message), address])).value).toBe(signed.value)

    await page.evaluate(() => window.billfold!.disconnect())
    expect(await readLogin(page)).toBeNull()
    expect(await readAccount(page)).toBe('disconnected')
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('billfold/login'))),
    ).toEqual([])
    await journey.reload()
    expect(await page.locator('billfold-auth').count()).toBe(0)
    expect(await modal.isVisible()).toBe(false)
    expect([...trouble, ...complaints]).toEqual([])
  },
)

it('[G51] A second device is approved by a link in an email, and then has the account of the first device', async () => {
  const email = 'two@driftmail.example'
  const first = await visit()
  await signInByEmail(first, email)
  const address = await readAccount(first.page)
  // Half faded in, a text has half its contrast: what stays is judged.
  const second = await visit({}, { reducedMotion: 'reduce' })
  const { modal, context } = second
  const before = world.sandbox.readMails(email).length
  await second.open()
  await enterEmail(second, email)
  await modal.getByText('Approve this device').waitFor({ timeout: 30_000 })
  await second.page.evaluate(axe)
  for (const theme of ['light', 'dark'] as const) expect(await judge(second.page, theme)).toEqual([])
  await expect.poll(() => world.sandbox.readMails(email).length, { timeout: 30_000 }).toBe(before + 1)
  const link = /http:\S+/.exec(world.sandbox.readMails(email).at(-1)!.text)![0]
  const mail = await context.newPage()
  await mail.goto(link)
  await mail.getByRole('button', { name: 'Approve' }).click()
  const code = modal.getByLabel('Six-digit code')
  await code.waitFor({ timeout: 30_000 })
  await code.fill(await readCode(email, before + 1))
  await modal.waitFor({ state: 'hidden', timeout: 30_000 })
  expect(await readAccount(second.page)).toBe(address)
})

/** Opens the provider's window and signs in there. */
async function useSocial(
  { page, modal }: Journey,
  answer: 'Sign in' | 'Cancel',
  name = 'mara',
): Promise<void> {
  const opened = page.waitForEvent('popup')
  await modal.getByRole('button', { name: /^(Google|Try again)$/ }).click()
  const popup = await opened
  const field = popup.getByLabel('Name')
  await field.waitFor({ timeout: 30_000 })
  await field.fill(name)
  await popup.getByRole('button', { name: answer }).click()
}

it('[A62] [F17] [S7] A social login can be cancelled, and gives the same account at each sign-in', async () => {
  const journey = await visit()
  const { page, modal, trouble } = journey
  await journey.open()
  page.once('popup', (popup) => {
    popup.on('load', () => void readChain(page).then(({ hasWindow }) => opened.push(hasWindow)))
  })
  const opened: boolean[] = []
  await useSocial(journey, 'Cancel')
  await expect.poll(() => opened.includes(true)).toBe(true)
  await expect.poll(async () => (await readChain(page)).hasWindow).toBe(false)
  await modal.getByText('You’re not signed in').waitFor({ timeout: 30_000 })
  await useSocial(journey, 'Sign in')
  await modal.waitFor({ state: 'hidden', timeout: 30_000 })
  const address = await readAccount(page)
  expect(JSON.parse((await readLogin(page))!)).toMatchObject({ by: 'google', userName: 'mara' })
  const signed = await ask(journey, 'personal_sign', [toHex('hi'), address])
  expect(verifyMessage('hi', signed.value!)).toBe(address)
  await page.evaluate(() => window.billfold!.disconnect())
  expect(await readLogin(page)).toBeNull()
  await journey.open()
  await useSocial(journey, 'Sign in')
  await modal.waitFor({ state: 'hidden', timeout: 30_000 })
  expect(await readAccount(page)).toBe(address)
  expect(trouble).toEqual([])
})

it('[F17] A social login reports a closed or blocked window, and can open the window again', async () => {
  const journey = await visit()
  const { page, modal } = journey
  await journey.open()
  const opened = page.waitForEvent('popup')
  await modal.getByRole('button', { name: 'Google', exact: true }).click()
  await (await opened).close()
  await modal.getByText('The window was closed before you signed in.').waitFor({ timeout: 30_000 })
  await page.evaluate(() => (window.open = () => null))
  await modal.getByRole('button', { name: 'Try again' }).click()
  await modal.getByText('Your browser blocked the window').waitFor()
  expect(await readAccount(page)).toBe('disconnected')
})

it('[F16] An email account ignores account messages forged by the page or another frame', async () => {
  const journey = await visit()
  const { page } = journey
  await signInByEmail(journey, 'forged@driftmail.example')
  const address = await readAccount(page)
  await page.evaluate(() => {
    const forged = { address: `0x${'66'.repeat(20)}`, chainId: 31_337 }
    for (const type of ['GET_USER', 'CONNECT_SOCIAL', 'IS_CONNECTED'])
      window.postMessage({ type: `@w3m-frame/${type}_SUCCESS`, payload: forged }, '*')
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.srcdoc = `<script>parent.postMessage({ type: '@w3m-frame/GET_USER_SUCCESS', payload: ${JSON.stringify(forged)} }, '*')</script>`
    return new Promise((resolve) => frame.addEventListener('load', resolve))
  })
  expect(
    await page.evaluate(() => window.billfold!.getProvider('eip155')!.request({ method: 'eth_accounts' })),
  ).toEqual([address])
})

/** Asks the connected wallet; nobody waits for the answer yet. */
async function begin(page: Page, method: string, params: readonly unknown[]): Promise<void> {
  await page.evaluate(
    ([name, given]) => {
      const asked = window.billfold!.getProvider('eip155')!.request({ method: name, params: given } as never)
      Object.assign(window, {
        answer: asked.then(
          () => 'done',
          (error: { code: unknown }) => error.code,
        ),
      })
    },
    [method, params] as const,
  )
}
const readAnswer = (page: Page) => page.evaluate(() => (window as unknown as { answer: unknown }).answer)

it('[A8] [S1] A request that an email user must approve opens a named dialog of 360 × 600 px; closing the dialog declines the request', async () => {
  const journey = await visit()
  const { page, modal } = journey
  await signInByEmail(journey, 'keys@driftmail.example')
  const address = await readAccount(page)
  const payment = [{ from: address, to: address, value: '0x0' }]
  const dialog = page.getByRole('dialog', { name: 'Approve a transaction' })
  const frame = page.locator('billfold-modal > billfold-auth')
  const loads = await frame.evaluate((box) => {
    const counted = { loads: 0 }
    box.shadowRoot!.querySelector('iframe')!.addEventListener('load', () => (counted.loads += 1))
    return Object.assign(window, { counted }) && counted.loads
  })
  expect(loads).toBe(0)

  // While the modal is closed: it opens, and closes afterwards.
  await begin(page, 'eth_sendTransaction', payment)
  await dialog.waitFor({ timeout: 30_000 })
  await frameOf(page).getByRole('button', { name: 'Approve' }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Back' }).count()).toBe(0)
  expect(await frame.evaluate((box) => document.activeElement === box)).toBe(true)
  // As a person sees it, once the card has risen.
  await expect.poll(async () => frame.boundingBox()).toMatchObject({ width: 360, height: 600 })
  const card = (await modal.locator('.card').boundingBox())!
  const { x, y } = (await frame.boundingBox())!
  expect([x - card.x, card.y + card.height - y]).toEqual([0, 600])
  // What lies beside the modal can be reached neither by a press nor by Tab; the frame can.
  const close = modal.getByRole('button', { name: 'Close' })
  await close.focus()
  await page.keyboard.press('Tab')
  expect(await frame.evaluate((box) => document.activeElement === box)).toBe(true)
  await page.mouse.click(4, 4)
  expect(await dialog.isVisible()).toBe(true)
  await close.focus()
  await page.keyboard.press('Escape')
  await modal.waitFor({ state: 'hidden' })
  // The stand-in answers to a request that is given up.
  expect(await readAnswer(page)).toBe(4001)

  // In an open modal: it goes back to the view before.
  await page.evaluate(() => window.billfold!.open({ view: 'AccountSettings' }))
  const shown = modal.locator('.card')
  await begin(page, 'personal_sign', ['0x6869', address])
  await page.getByRole('dialog', { name: 'Sign a message' }).waitFor({ timeout: 30_000 })
  await frameOf(page).getByRole('button', { name: 'Approve' }).waitFor()
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => shown.getAttribute('data-view')).toBe('AccountSettings')
  expect(await readAnswer(page)).toBe(4001)
  await close.click()
  await modal.waitFor({ state: 'hidden' })

  // On a phone: as wide as the window, at its bottom.
  await page.setViewportSize({ width: 390, height: 844 })
  await begin(page, 'personal_sign', ['0x6869', address])
  await frameOf(page).getByRole('button', { name: 'Approve' }).waitFor({ timeout: 30_000 })
  await expect.poll(async () => frame.boundingBox()).toEqual({ x: 0, y: 244, width: 390, height: 600 })
  await frameOf(page).getByRole('button', { name: 'Approve' }).click()
  expect(await readAnswer(page)).toBe('done')
  await modal.waitFor({ state: 'hidden' })
  // One document from the first approval to the last.
  expect(await page.evaluate(() => (window as unknown as { counted: { loads: number } }).counted.loads)).toBe(
    0,
  )
})

it('[A5] Without a sign-in site, the modal offers no email sign-in and loads none of its code', async () => {
  const journey = await world.visit({ query: { wallets: 'harbor' } })
  const asked: string[] = []
  journey.page.on('request', (request) => asked.push(request.url()))
  await journey.goto()
  await journey.open()
  await journey.getWallet('Harbor').waitFor()
  expect(await journey.modal.getByLabel('Email address').count()).toBe(0)
  expect(
    asked.filter((url) => /login-|auth-wallet/.test(url) || url.startsWith(world.sandbox.urls.login)),
  ).toEqual([])
})

it('[A8] [S7] A Farcaster login connects an account when the phone signs for the shown QR code', async () => {
  const journey = await visit()
  const { page, modal } = journey
  await journey.open()
  await modal.getByRole('button', { name: 'More ways to sign in' }).click()
  await modal.getByRole('button', { name: 'Farcaster' }).click()
  await modal.getByRole('img', { name: 'QR code for Farcaster' }).waitFor({ timeout: 30_000 })
  await modal.getByRole('button', { name: 'Copy link' }).click()
  const readCopied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(readCopied).toMatch(/^http/)
  const url = await readCopied()
  expect((await readChain(page)).farcasterUrl).toBe(url)
  const { nonce } = (await (await fetch(url)).json()) as { nonce: string }
  const phone = Wallet.createRandom()
  const sign = async (used: string) => {
    const message = [
      `${new URL(url).host} wants you to sign in with your Ethereum account:`,
      phone.address,
      '',
      'Farcaster Auth',
      '',
      `URI: ${url}`,
      'Version: 1',
      'Chain ID: 10',
      `Nonce: ${used}`,
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
    return fetch(url, {
      method: 'POST',
      body: JSON.stringify({ message, signature: await phone.signMessage(message) }),
    })
  }
  expect((await sign('another0')).ok).toBe(false)
  expect((await sign(nonce)).ok).toBe(true)
  await modal.waitFor({ state: 'hidden', timeout: 30_000 })
  expect((await readChain(page)).farcasterUrl).toBeUndefined()
  const address = await readAccount(page)
  expect(JSON.parse((await readLogin(page))!)).toMatchObject({ by: 'farcaster' })
  const signed = await ask(journey, 'personal_sign', [toHex('hi'), address])
  expect(verifyMessage('hi', signed.value!)).toBe(address)
})

/** Leads the modal from the account to the other type. */
async function switchType(journey: Journey, name: 'Use standard account' | 'Use smart account') {
  const { modal } = journey
  await journey.open()
  await modal.getByRole('button', { name: 'Account settings' }).click()
  await modal.getByRole('button', { name }).click()
}

it('[S15] [S7] [A117] [A118] [A180] A smart account of an email user signs in before it is deployed, pays, and signs messages afterwards', async () => {
  const journey = await visit({ account: 'smart' })
  const { page, modal } = journey
  await signInByEmail(journey, 'smart@driftmail.example')
  const { kinds } = await readChain(page)
  const [smart, plain] = [kinds.smartAccount!, kinds.eoa!]
  expect([await readAccount(page), smart === plain]).toEqual([smart, false])
  expect(await readChain(page)).toMatchObject({ smartAccountDeployed: false, currentTab: 0 })
  // Also where the person has none, the site says on which network smart accounts are.
  await switchNetwork(page, skerry.id)
  expect(await readSmartNetworks(page)).toEqual([`eip155:${driftwood.id}`])
  expect((await readChain(page)).kinds).toEqual({ eoa: plain })
  await switchNetwork(page, driftwood.id)

  await switchType(journey, 'Use standard account')
  await expect.poll(() => readAccount(page)).toBe(plain)
  expect(verifyMessage('hi', (await ask(journey, 'personal_sign', [toHex('hi'), plain])).value!)).toBe(plain)
  await journey.reload()
  await awaitConnected(page)
  expect(await readAccount(page)).toBe(plain)
  const other = await world.visit({
    context: journey.context,
    query: { wallets: 'none', login: '', account: 'smart' },
  })
  await other.goto()
  await awaitConnected(other.page)
  expect(await readAccount(other.page)).toBe(plain)
  await switchType(journey, 'Use smart account')
  await expect.poll(() => readAccount(page)).toBe(smart)
  await expect.poll(() => readAccount(other.page)).toBe(smart)
  await switchType(other, 'Use standard account')
  await expect.poll(() => readAccount(page)).toBe(plain)
  expect(await readAccount(other.page)).toBe(plain)
  await other.page.close()
  await modal.getByRole('button', { name: 'Use smart account' }).click()
  await expect.poll(() => readAccount(page)).toBe(smart)
  await modal.getByRole('button', { name: 'Close', exact: true }).click()

  await world.sandbox.control.transfer({ to: smart as `0x${string}`, amount: '2' })
  const url = new URL(page.url())
  url.searchParams.set('sign-in', 'required')
  url.searchParams.set('sign-in-by', 'page')
  await page.goto(url.href)
  await awaitConnected(page)
  const sign = async (answer: 'Approve' | 'Cancel') => {
    await modal.getByRole('button', { name: 'Sign message' }).click({ timeout: 30_000 })
    await frameOf(page).getByRole('button', { name: answer }).click({ timeout: 30_000 })
  }
  await sign('Cancel')
  await modal.getByText('This application might not support Smart Accounts').waitFor({ timeout: 30_000 })
  await sign('Approve')
  const readSession = () =>
    page.evaluate(async () => (await window.billfold!.headless()).session.peek().status)
  await expect.poll(readSession, { timeout: 30_000 }).toBe('signed-in')

  const to = world.sandbox.accounts.theo
  const read = async (of: string) => BigInt(await world.sandbox.rpc('eth_getBalance', of, 'latest'))
  const before = await read(to)
  await pay(journey, { token: 'ETH', amount: '0.75', to })
  await expect.poll(async () => (await read(to)) - before, { timeout: 30_000 }).toBe(75n * 10n ** 16n)
  expect(await read(smart)).toBe(125n * 10n ** 16n)
  await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout: 30_000 })
  await modal.getByRole('button', { name: 'Done' }).click()
  await modal.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(async () => (await readChain(page)).smartAccountDeployed, { timeout: 30_000 }).toBe(true)
  const signed = await ask(journey, 'personal_sign', [toHex('hi'), smart])
  const call = new Interface(['function isValidSignature(bytes32,bytes) view returns (bytes4)'])
  const data = call.encodeFunctionData('isValidSignature', [hashMessage('hi'), signed.value])
  expect(await world.sandbox.rpc('eth_call', { to: smart, data }, 'latest')).toMatch(/^0x1626ba7e/)
  // The session that was signed before holds.
  await page.reload()
  await awaitConnected(page)
  await expect.poll(readSession, { timeout: 30_000 }).toBe('signed-in')
  await journey.open()
  await modal.getByRole('tab', { name: 'NFTs' }).click()
  await expect.poll(async () => (await readChain(page)).currentTab).toBe(1)
})

/** Pays through the modal; the site's frame asks. */
async function pay(journey: Journey, { token, amount, to }: Record<'token' | 'amount' | 'to', string>) {
  const { page, modal } = journey
  const timeout = 30_000
  await journey.open()
  await modal.getByRole('button', { name: 'Send', exact: true }).click({ timeout })
  await modal
    .getByRole('button', { name: /Select token|Choose another token/ })
    .first()
    .click({ timeout })
  const tokens = modal.getByRole('list', { name: 'Your tokens' })
  await tokens.getByRole('button', { name: token }).first().click({ timeout })
  await modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await modal.getByRole('textbox', { name: 'Receiver' }).fill(to)
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('button', { name: `Send ${amount}` }).click({ timeout })
  await frameOf(page).getByRole('button', { name: 'Approve' }).click({ timeout })
}

it.runIf(hasSolana)(
  '[S15] An email account also signs a message, pays and disconnects on Solana',
  async () => {
    const journey = await visit()
    const { page } = journey
    await signInByEmail(journey, 'solana@driftmail.example')
    const readAccounts = () =>
      page.evaluate(() => window.billfold!.getProvider('solana')!.accounts.map(({ address }) => address))
    const [address] = await readAccounts()
    expect(address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

    const signing = page.evaluate(async () => {
      const { accounts, features } = window.billfold!.getProvider('solana')!
      const message = new TextEncoder().encode('Driftwood greets Solana')
      const [output] = await features['solana:signMessage'].signMessage({ account: accounts[0]!, message })
      return [...output!.signature]
    })
    await frameOf(page).getByRole('button', { name: 'Approve' }).click({ timeout: 30_000 })
    const text = new TextEncoder().encode('Driftwood greets Solana')
    const key = bs58.decode(address!)
    expect(nacl.sign.detached.verify(text, Uint8Array.from(await signing), key)).toBe(true)

    await world.sandbox.control.transfer({ to: address!, amount: '3' })
    await page.evaluate(async () => (await window.billfold!.headless()).setActive('solana'))
    const to = PublicKey.unique()
    await pay(journey, { token: 'SOL', amount: '1.25', to: to.toBase58() })
    await expect.poll(() => readSol(world.sandbox, to), { timeout: 30_000 }).toBe('1.25')

    await journey.reload()
    await expect.poll(readAccounts, { timeout: 30_000 }).toEqual([address])
    await page.evaluate(() => window.billfold!.disconnect())
    expect([await readAccounts(), await readLogin(page)]).toEqual([[], null])
  },
)

/** What axe has against what is shown. */
async function judge(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  await page.evaluate((mode) => window.billfold!.setThemeMode(mode), theme)
  const { violations } = await page.evaluate(async () => {
    const { axe: judgeOfAll } = window as unknown as {
      axe: { run(where: object, how: object): Promise<AxeResults> }
    }
    return judgeOfAll.run({ include: [['billfold-modal'], ['billfold-auth']] }, { iframes: false })
  })
  return violations.map(({ id, nodes }) => `${theme}: ${id} ${nodes[0]!.html.slice(0, 120)}`)
}

it.each([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])('[G51] Email sign-in works by keyboard alone and passes axe, at $width px', async (viewport) => {
  const email = `keyboard-${viewport.width}@driftmail.example`
  const journey = await world.visit({
    query: { wallets: 'none', login: '', account: 'eoa' },
    viewport,
    reducedMotion: 'reduce',
  })
  const { page, modal } = journey
  await journey.goto()
  await page.evaluate(axe)
  const found: string[] = []
  const stop = async () => {
    for (const theme of ['light', 'dark'] as const) found.push(...(await judge(page, theme)))
  }
  await journey.button.focus()
  await page.keyboard.press('Enter')
  await modal.getByLabel('Email address').waitFor()
  for (let tabs = 0; !(await modal.getByLabel('Email address').evaluate(isFocused)) && tabs < 10; tabs += 1)
    await page.keyboard.press('Tab')
  await stop()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await modal.getByLabel('Six-digit code').waitFor({ timeout: 30_000 })
  await stop()
  await page.keyboard.type(await readCode(email, 0))
  await modal.waitFor({ state: 'hidden', timeout: 30_000 })
  expect(await journey.button.evaluate(isFocused)).toBe(true)

  const address = await readAccount(page)
  const asked = page.evaluate(
    (from) =>
      window
        .billfold!.getProvider('eip155')!
        .request({ method: 'personal_sign', params: ['0x6869', from] } as never),
    address,
  )
  await frameOf(page).getByRole('button', { name: 'Approve' }).waitFor({ timeout: 30_000 })
  await stop()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(verifyMessage('hi', (await asked) as string)).toBe(address)
  expect(await journey.button.evaluate(isFocused)).toBe(true)
  expect(found).toEqual([])
})

/** Through shadow roots. */
function isFocused(element: Element): boolean {
  return (element.getRootNode() as ShadowRoot | Document).activeElement === element
}
