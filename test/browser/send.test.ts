/** Sending, from the click to the balance and to Activity, on real chains. What the wallet signed is read by others. */
import {
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  SystemInstruction,
  type TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js'
import { getAddress, Interface, JsonRpcProvider, parseEther, Wallet } from 'ethers'
import { beforeEach, expect, it } from 'vitest'
import { people } from '../../sandbox/people/accounts.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { createMint, solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import { hasSolana } from './solana-chain.ts'
import { type NewPerson, useWorld } from './use-world.ts'

const world = useWorld()
const solana = it.runIf(hasSolana)
/** A slow machine is no defect. */
const timeout = 30_000
const erc20 = new Interface(['function transfer(address to, uint256 amount)'])

/** The sender, a new person in each test. */
let person: NewPerson
beforeEach(async () => {
  person = await world.createPerson({ ETH: '3', HUSD: '200' })
})

interface Wanted {
  token: string
  amount: string
  receiver: string
}

async function begin(): Promise<Journey> {
  const journey = await world.visit({ harborSeed: person.seed })
  await journey.goto()
  await journey.connect('Harbor')
  await openSend(journey)
  return journey
}

async function openSend({ modal, open }: Journey): Promise<void> {
  await open()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await modal.getByRole('textbox', { name: 'Amount' }).waitFor({ timeout })
}

async function fill({ modal }: Journey, { token, amount, receiver }: Wanted): Promise<void> {
  await modal
    .getByRole('button', { name: /Select token|Choose another token/ })
    .first()
    .click()
  const row = modal.getByRole('list', { name: 'Your tokens' }).getByRole('button', { name: token })
  await row.first().click({ timeout })
  await modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await modal.getByRole('textbox', { name: 'Receiver' }).fill(receiver)
}

/** To the preview, and to the wallet's question. */
async function ask({ modal }: Journey, what: string): Promise<void> {
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('button', { name: `Send ${what}` }).click({ timeout })
}

/** All of it on the preview. */
async function readPreview({ modal }: Journey): Promise<{ to: string | null; text: string }> {
  await modal.getByText('Transfers can’t be undone.').waitFor({ timeout })
  const to = await modal.locator('.leaf .whole-address').getAttribute('aria-label')
  return { to, text: await modal.locator('.leaf').first().innerText() }
}

/** Of the network itself, and not of what the API has kept (A81). */
function isRefreshed({ page }: Journey): Promise<unknown> {
  return page.waitForRequest((request) => /\/balance\?.*forceUpdate=/.test(request.url()), { timeout })
}

it('[A78] [A41] Send sends the exact amount of ether that the preview shows', { tags: 'quick' }, async () => {
  const journey = await begin()
  const { modal, trouble, complaints } = journey
  const receiver = Wallet.createRandom().address
  await fill(journey, { token: 'ETH', amount: '0.123456789012345678', receiver })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  const shown = await readPreview(journey)
  expect(shown.to).toBe(receiver)
  expect(shown.text).toContain('0.123456789012345678')
  const refreshed = isRefreshed(journey)
  await modal.getByRole('button', { name: /^Send 0\.123456789012345678/ }).click()
  await journey.answer('Harbor', 'approve')
  await refreshed
  await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout })
  const hash = await modal.locator('.sent-hash bdi').getAttribute('title')

  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const signed = await node.getTransaction(hash!)
  expect(signed).toMatchObject({ value: 123456789012345678n, data: '0x', to: receiver })
  expect(await node.getBalance(receiver)).toBe(123456789012345678n)
  node.destroy()

  await modal.getByRole('button', { name: 'Done' }).click()
  await journey.showTab('Activity')
  await modal.getByText('−0.123\u00a0ETH').first().waitFor({ timeout })
  expect([...trouble, ...complaints]).toEqual([])
})

it('[V24] Send sends the token amount that the review shows for the typed dollars', async () => {
  const journey = await begin()
  const { modal, trouble, complaints } = journey
  const receiver = Wallet.createRandom().address
  await fill(journey, { token: 'ETH', amount: '', receiver })
  await modal.getByRole('button', { name: 'Enter in USD' }).click({ timeout })
  await modal.getByRole('textbox', { name: 'Amount in USD' }).fill('12.50')
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  const { text } = await readPreview(journey)
  const [, shown] = /(0\.\d+)\s*ETH\s*\$12\.50/.exec(text) ?? []
  expect(shown).toBeDefined()
  await modal.getByRole('button', { name: `Send ${shown}` }).click()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout })
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  await expect.poll(() => node.getBalance(receiver), { timeout }).toBe(parseEther(shown!))
  node.destroy()
  expect([...trouble, ...complaints]).toEqual([])
})

it('[A79] [A81] [A82] Send returns to the account after a token was sent, and empties the form', async () => {
  const journey = await begin()
  const { modal } = journey
  const receiver = Wallet.createRandom().address
  await fill(journey, { token: 'HUSD', amount: '12.345678', receiver: receiver.toLowerCase() })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  expect((await readPreview(journey)).to).toBe(getAddress(receiver))
  await modal.getByText('Typos in this address can’t be detected').waitFor()
  const refreshed = isRefreshed(journey)
  await modal.getByRole('button', { name: /^Send 12\.345678/ }).click()
  await journey.answer('Harbor', 'approve')
  await refreshed
  await modal.getByRole('tab', { name: 'Activity' }).click({ timeout })
  await modal.getByText('−12.345\u00a0HUSD').first().waitFor({ timeout })

  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const block = await node.getBlock('latest', true)
  let found: unknown
  for (let number = block!.number; number > 0 && !found; number--) {
    const { prefetchedTransactions } = (await node.getBlock(number, true))!
    found = prefetchedTransactions
      .filter(({ data }) => data.startsWith('0xa9059cbb'))
      .map(({ to, data, value }) => ({ to, value, args: [...erc20.decodeFunctionData('transfer', data)] }))
      .find(({ args }) => args[0] === receiver)
  }
  node.destroy()
  const { address } = world.sandbox.world.tokens.find(({ symbol }) => symbol === 'HUSD')!
  expect(found).toEqual({ to: getAddress(address), value: 0n, args: [receiver, 12345678n] })

  await modal.getByRole('tab', { name: 'Tokens' }).click()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  expect(await modal.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('')
  await modal.getByRole('button', { name: 'Add amount' }).waitFor()
})

it(
  '[F28] Send shows a payment as sent if the wallet approved it after the user pressed Cancel',
  { tags: 'quick' },
  async () => {
    const journey = await begin()
    const { modal, page } = journey
    await fill(journey, { token: 'ETH', amount: '0.002', receiver: Wallet.createRandom().address })
    await ask(journey, '0.002')
    // Who cancels before the wallet was asked is asked for nothing there.
    await page.waitForFunction(() => window.harbor!.getPending() !== undefined, undefined, { timeout })
    await modal.getByRole('heading', { name: 'Approve in Harbor' }).waitFor({ timeout })
    // The wallet's window lies over it.
    await modal.getByRole('button', { name: 'Cancel' }).dispatchEvent('click')
    await modal.getByRole('button', { name: /^Send 0\.002/ }).waitFor()
    await journey.answer('Harbor', 'approve')
    await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout })
  },
)

it('[F26] Send stops a payment to a look-alike of an address that was paid before, and shows both addresses', async () => {
  const journey = await begin()
  const { modal } = journey
  const paid = Wallet.createRandom().address
  await fill(journey, { token: 'ETH', amount: '0.003', receiver: paid })
  await ask(journey, '0.003')
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout })
  await modal.getByRole('button', { name: 'Done' }).click()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()

  await fill(journey, { token: 'ETH', amount: '0.001', receiver: imitate(paid) })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('heading', { name: 'Stop and compare' }).waitFor({ timeout })
  expect(await modal.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  expect(await modal.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  await modal.getByRole('button', { name: /known address$/ }).click()
  expect(await modal.getByRole('textbox', { name: 'Receiver' }).inputValue()).toBe(paid)
})

/** What one has made of an address that begins and ends as it does. */
function imitate(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const middle = digits.slice(4, -4).replace(/./g, (digit) => (digit === 'a' ? 'b' : 'a'))
  return `0x${digits.slice(0, 4)}${middle}${digits.slice(-4)}`
}

/** A token, by another wallet than that of the page: Billfold keeps nothing of it. */
async function payElsewhere(receiver: string): Promise<void> {
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const { address } = world.sandbox.world.tokens.find(({ symbol }) => symbol === 'HUSD')!
  const data = erc20.encodeFunctionData('transfer', [receiver, 1_000_000n])
  const sent = await new Wallet(person.key, node).sendTransaction({ to: address, data })
  await sent.wait()
  node.destroy()
}

it('[F26] Send stops a payment to a look-alike of an address paid on a second network, even if Send is the first opened view', async () => {
  const paid = Wallet.createRandom().address
  await payElsewhere(paid)
  const journey = await begin()
  const { modal } = journey
  await fill(journey, { token: 'ETH', amount: '0.001', receiver: imitate(paid) })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('heading', { name: 'Stop and compare' }).waitFor({ timeout })
  expect(await modal.getByRole('button', { name: /^Send/ }).count()).toBe(0)
  await modal.getByRole('button', { name: /known address$/ }).click()
  expect(await modal.getByRole('textbox', { name: 'Receiver' }).inputValue()).toBe(paid)
})

it('[F26] Send says in the preview that the history is still loading, and stops a payment to a look-alike once the history is loaded', async () => {
  const paid = Wallet.createRandom().address
  await payElsewhere(paid)
  const journey = await world.visit({ harborSeed: person.seed })
  const { modal, context } = journey
  const held: (() => Promise<void>)[] = []
  let isHeld = true
  await context.route('**/v1/account/*/history*', (route) =>
    isHeld ? void held.push(() => route.continue()) : route.continue(),
  )
  await journey.goto()
  await journey.connect('Harbor')
  await openSend(journey)
  await fill(journey, { token: 'ETH', amount: '0.001', receiver: imitate(paid) })
  await modal.getByText('Your activity isn’t fully loaded').waitFor({ timeout })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('button', { name: /^Send 0\.001/ }).waitFor({ timeout })
  await expect.poll(() => modal.getByText('Your activity isn’t fully loaded').count()).toBe(1)
  isHeld = false
  // Whoever has given a request up does not wait for its answer any more.
  await Promise.all(held.map((answer) => answer().catch(() => {})))
  await modal.getByRole('heading', { name: 'Stop and compare' }).waitFor({ timeout })
  expect(await modal.getByRole('button', { name: /^Send/ }).count()).toBe(0)
})

/** Whom the form would pay. */
const readResolved = ({ modal }: Journey) =>
  modal.locator('.resolved .whole-address').getAttribute('aria-label')

it.each([
  ['an ENS name', 'theo.driftwood.example', people.theo],
  ['a name of the account-name service', 'joon.reown.id', people.joon],
])('[A77] [A78] Send resolves %s and pays the address of the name', async (_, name, { account }) => {
  const journey = await begin()
  const { modal } = journey
  await fill(journey, { token: 'ETH', amount: '0.004', receiver: name })
  await modal.locator('.resolved').getByText(name).waitFor({ timeout })
  expect(await readResolved(journey)).toBe(account.address)
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const before = await node.getBalance(account.address)
  await ask(journey, '0.004')
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout })
  await modal.locator('.sent-to').getByText(name).waitFor()
  expect((await node.getBalance(account.address)) - before).toBe(4_000_000_000_000_000n)
  node.destroy()
})

it('[A77] Send fills in a receiver from the clipboard, and lists that receiver under Recent for the next payment', async () => {
  const journey = await begin()
  const { modal, page } = journey
  const receiver = Wallet.createRandom().address
  await fill(journey, { token: 'ETH', amount: '0.005', receiver: '' })
  await page.evaluate((text) => navigator.clipboard.writeText(`  ${text}\n`), receiver)
  await modal.getByRole('button', { name: 'Paste' }).click()
  const field = modal.getByRole('textbox', { name: 'Receiver' })
  await expect.poll(() => field.inputValue()).toBe(receiver)
  await modal.getByText('First time you pay this address').waitFor({ timeout })
  await ask(journey, '0.005')
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('heading', { name: 'Sent', exact: true }).waitFor({ timeout })
  await modal.getByRole('button', { name: 'Done' }).click()
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  const paid = modal.getByRole('list', { name: 'Recent' }).locator(`[title="${receiver}"]`)
  await paid.click({ timeout })
  expect(await field.inputValue()).toBe(receiver)
  expect(await readResolved(journey)).toBe(receiver)
})

it('Send refuses a transfer whose simulation fails, and shows the reason', async () => {
  const journey = await begin()
  const { modal } = journey
  await fill(journey, { token: 'HUSD', amount: '1', receiver: people.theo.account.address })
  await world.sandbox.control.refuseTrials({ on: true })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  const alert = modal.getByRole('alert').filter({ hasText: 'Simulation failed' })
  await alert.waitFor({ timeout })
  expect(await alert.innerText()).toContain('Reason: ')
  expect(await modal.getByRole('button', { name: /^Send 1/ }).count()).toBe(0)
  await world.sandbox.control.refuseTrials({ on: false })
  await modal.getByRole('button', { name: 'Check again' }).click()
  await modal.getByRole('button', { name: /^Send 1/ }).waitFor({ timeout })
})

it('[A79] Send shows the call of the transaction in the preview, and sends exactly that call to the wallet', async () => {
  const journey = await begin()
  const { modal } = journey
  const { address } = world.sandbox.world.tokens.find(({ symbol }) => symbol === 'HUSD')!
  const receiver = people.theo.account.address
  await fill(journey, { token: 'HUSD', amount: '2.5', receiver })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('button', { name: 'What you will sign' }).click({ timeout })
  const facts = await modal.locator('.send-call dl > div').allInnerTexts()
  const shown = Object.fromEntries(facts.map((fact) => fact.split(/\n+/) as [string, string]))
  const data = erc20.encodeFunctionData('transfer', [receiver, 2_500_000n])
  expect(shown).toMatchObject({
    to: getAddress(address),
    value: '0 wei',
    function: 'transfer(address,uint256)',
    '· to': receiver,
    '· value': '2500000',
    data,
  })
  await modal.getByRole('button', { name: /^Send 2\.5/ }).click()
  await journey.answer('Harbor', 'approve')
  await modal.getByRole('tab', { name: 'Tokens' }).waitFor({ timeout })
  const node = new JsonRpcProvider(world.sandbox.urls.rpc)
  const { prefetchedTransactions } = (await node.getBlock('latest', true))!
  node.destroy()
  expect(prefetchedTransactions.map((one) => [one.to, one.value, one.data])).toEqual([
    [getAddress(address), 0n, data],
  ])
})

async function beginOnSolana(): Promise<Journey> {
  const journey = await world.visit({ query: { wallets: 'harbor,reef' } })
  const { page, modal } = journey
  await journey.goto()
  await journey.open()
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Reef' }).click()
  await page.waitForFunction(() => window.reef?.getPending() !== undefined)
  await page.evaluate(() => window.reef!.approve())
  await modal.waitFor({ state: 'hidden' })
  await openSend(journey)
  return journey
}

async function approveInReef({ page }: Journey): Promise<void> {
  await page.waitForFunction(() => window.reef?.getPending() !== undefined, undefined, { timeout })
  await page.evaluate(() => window.reef!.approve())
}

/** What the preview says will be signed, an instruction at a time. */
async function readCall({ modal }: Journey): Promise<Record<string, string>[]> {
  await modal.getByRole('button', { name: 'What you will sign' }).click({ timeout })
  const steps = modal.locator('.send-call div:has(> h4)')
  await steps.first().waitFor({ timeout })
  return Promise.all(
    (await steps.all()).map(async (step) => {
      const facts = await step.locator('dl > div').allInnerTexts()
      return Object.fromEntries(facts.map((fact) => fact.split(/\n+/) as [string, string]))
    }),
  )
}

/** What has landed, as Solana's own library reads it; what a wallet adds to come sooner is left out. */
async function readLanded(connection: Connection, payer: PublicKey): Promise<TransactionInstruction[]> {
  const [last] = await connection.getSignaturesForAddress(payer, { limit: 1 })
  const landed = await connection.getTransaction(last!.signature, { maxSupportedTransactionVersion: 0 })
  const { instructions } = TransactionMessage.decompile(landed!.transaction.message)
  return instructions.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId))
}

const toShown = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

/** The strip of what was sent stands in place of the activity, which is not read on Solana. */
async function readStrip({ modal }: Journey, what: string): Promise<void> {
  const row = modal.getByRole('list', { name: 'Sent payments' }).getByRole('button', { name: what }).first()
  await row.getByText('Confirmed').waitFor({ timeout })
}

solana('[A80] [A81] [A82] SOL goes out: the transaction decodes to what was previewed', async () => {
  const journey = await beginOnSolana()
  const { modal } = journey
  const from = solanaPeople.mara.publicKey
  const to = solanaPeople.wren.publicKey
  const connection = new Connection(world.sandbox.solana!.rpc, 'confirmed')
  const before = await connection.getBalance(to)
  await fill(journey, { token: 'SOL', amount: '1.234567891', receiver: to.toBase58() })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  expect((await readPreview(journey)).to).toBe(to.toBase58())
  const shown = await readCall(journey)
  const refreshed = isRefreshed(journey)
  await modal.getByRole('button', { name: /^Send 1\.234567891/ }).click()
  await approveInReef(journey)
  await refreshed
  await modal.getByRole('tab', { name: 'Tokens' }).waitFor({ timeout })
  await expect.poll(() => connection.getBalance(to), { timeout }).toBe(before + 1_234_567_891)

  const [landed, ...others] = await readLanded(connection, from)
  expect(others).toEqual([])
  const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(landed!)
  expect([fromPubkey, toPubkey, lamports].map(String)).toEqual([from, to, 1_234_567_891n].map(String))
  expect(shown).toEqual([
    {
      program: landed!.programId.toBase58(),
      does: 'System, transfer',
      '· from': fromPubkey.toBase58(),
      '· to': toPubkey.toBase58(),
      '· lamports': String(lamports),
      data: toShown(landed!.data),
    },
  ])
  await readStrip(journey, '1.234567891')
  // The library for Solana has its own Buffer, and leaves none to the rest of the worker.
  const globals = () => ['Buffer', 'process', 'global'].filter((name) => name in globalThis)
  const [worker] = journey.page.workers()
  expect(await worker!.evaluate(globals)).toEqual([])
})

solana('[A80] [A81] [A82] a token goes out by its mint, to the last digit, as it was previewed', async () => {
  const journey = await beginOnSolana()
  const { modal } = journey
  const from = solanaPeople.mara.publicKey
  const to = solanaPeople.wren.publicKey
  const connection = new Connection(world.sandbox.solana!.rpc, 'confirmed')
  const mint = new PublicKey(createMint('HUSD'))
  const readHeld = async () => {
    const { value } = await connection.getParsedTokenAccountsByOwner(to, { mint })
    const amounts = value.map(({ account }) => BigInt(account.data.parsed.info.tokenAmount.amount))
    return amounts.reduce((sum, amount) => sum + amount, 0n)
  }
  const before = await readHeld()
  await fill(journey, { token: 'HUSD', amount: '3.141592', receiver: to.toBase58() })
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  expect((await readPreview(journey)).to).toBe(to.toBase58())
  const shown = await readCall(journey)
  const refreshed = isRefreshed(journey)
  await modal.getByRole('button', { name: /^Send 3\.141592/ }).click()
  await approveInReef(journey)
  await refreshed
  await modal.getByRole('tab', { name: 'Tokens' }).waitFor({ timeout })
  await expect.poll(readHeld, { timeout }).toBe(before + 3_141_592n)

  // The node itself reads what the token's program was asked for.
  const [last] = await connection.getSignaturesForAddress(from, { limit: 1 })
  const parsed = await connection.getParsedTransaction(last!.signature, {
    maxSupportedTransactionVersion: 0,
  })
  const steps = parsed!.transaction.message.instructions.flatMap((one) =>
    'parsed' in one ? [one.parsed as { type: string; info: Record<string, unknown> }] : [],
  )
  const { info } = steps.find(({ type }) => type === 'transferChecked')!
  expect(info).toMatchObject({
    authority: from.toBase58(),
    mint: mint.toBase58(),
    tokenAmount: { amount: '3141592', decimals: 6 },
  })
  const landed = await readLanded(connection, from)
  expect(shown.map(({ program, data }) => [program, data])).toEqual(
    landed.map(({ programId, data }) => [programId.toBase58(), toShown(data)]),
  )
  expect(shown.at(-1)).toMatchObject({
    '· source': info['source'],
    '· destination': info['destination'],
    '· mint': info['mint'],
    '· owner': info['authority'],
    '· amount': '3141592',
    '· decimals': '6',
  })
  await readStrip(journey, '3.141592')
})
