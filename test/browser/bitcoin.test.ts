/** A wallet of Bitcoin, through the modal and through what the page gets of it; others' libraries check what it signs. */
import { Verifier } from 'bip322-js'
import type { Psbt } from 'bitcoinjs-lib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { bitcoinKeys } from '../../sandbox/chains/bitcoin-keys.ts'
import { bitcoinRegtest } from '../../sandbox/chains/bitcoin-network.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { createPsbt, readPsbt, verify } from './psbt.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const { payment, ordinals, stranger } = bitcoinKeys
const wallets = 'harbor,keel'

async function connect(journey: Journey, name = 'Keel'): Promise<void> {
  await journey.open()
  await choose(journey, name)
}

async function choose({ page, modal }: Journey, name: string): Promise<void> {
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name }).click()
  await approve(page)
  await modal.waitFor({ state: 'hidden' })
}

/** A person answers in the wallet. */
async function approve(page: Page): Promise<void> {
  await page.waitForFunction(() => window.keel?.getPending() !== undefined)
  await page.evaluate(() => window.keel!.approve())
}

const readAccount = (page: Page) =>
  page.evaluate(() => {
    const account = window.billfold!.account.peek()
    if (account.status !== 'connected') return account.status
    return account.allAccounts.map(({ caipAddress, purpose }) => [purpose, caipAddress])
  })

const toAccounts = (...purposes: ('payment' | 'ordinals')[]) =>
  purposes.map((purpose) => [purpose, `${bitcoinRegtest.caipNetworkId}:${bitcoinKeys[purpose].address}`])

it(
  '[A4] A Bitcoin wallet connects, is restored after a reload and after unlocking, and disconnects',
  { tags: 'quick' },
  async () => {
    const journey = await world.visit({ query: { wallets } })
    const { page, modal, trouble, complaints } = journey
    await journey.goto()
    await journey.open()
    const rows = modal.getByRole('list', { name: 'Wallets' }).locator('.row:has(.installed)')
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(2)
    await choose(journey, 'Keel')
    expect(await readAccount(page)).toEqual(toAccounts('payment', 'ordinals'))

    await journey.reload()
    await page.waitForFunction(() => window.billfold?.account.peek().status === 'connected')
    expect(await readAccount(page)).toEqual(toAccounts('payment', 'ordinals'))
    expect(await page.evaluate(() => window.keel!.getPending())).toBeUndefined()

    await page.evaluate(() => window.keel!.setCondition('locked'))
    await expect.poll(() => readAccount(page)).toBe('disconnected')
    await page.evaluate(() => window.keel!.setCondition('ready'))
    await expect.poll(() => readAccount(page)).toEqual(toAccounts('payment', 'ordinals'))

    await page.evaluate(() => window.billfold!.disconnect())
    expect(await readAccount(page)).toBe('disconnected')
    expect([...trouble, ...complaints]).toEqual([])
  },
)

it('[A4] A Bitcoin wallet signs BIP-322 messages with both of its addresses, through `getProvider()` and through `wallet()`', async () => {
  const journey = await world.visit({ query: { wallets } })
  const { page } = journey
  await journey.goto()
  await connect(journey)
  const message = 'Driftwood greets Keel: ₿ 21'
  for (const { address } of [payment, ordinals]) {
    const signing = page.evaluate((request) => window.billfold!.getProvider('bip122')!.signMessage(request), {
      address,
      message,
    })
    await approve(page)
    const signature = await signing
    expect(Verifier.verifySignature(address, message, signature)).toBe(true)
    expect(Verifier.verifySignature(address, 'Something else', signature)).toBe(false)
  }
  const signing = page.evaluate(
    async (text) => (await window.billfold!.wallet()).signMessage({ message: text }),
    message,
  )
  await approve(page)
  expect(Verifier.verifySignature(payment.address, message, await signing)).toBe(true)

  const declined = page.evaluate(
    (request) =>
      window
        .billfold!.getProvider('bip122')!
        .signMessage(request)
        .catch(({ code }: { code: string }) => code),
    { address: payment.address, message },
  )
  await page.waitForFunction(() => window.keel?.getPending() !== undefined)
  await page.evaluate(() => window.keel!.reject())
  expect(await declined).toBe('wallet_declined')
})

async function signPsbt({ page }: Journey, psbt: Psbt): Promise<Psbt> {
  const signing = page.evaluate(
    (text) => window.billfold!.getProvider('bip122')!.signPsbt({ psbt: text }),
    psbt.toBase64(),
  )
  await approve(page)
  return readPsbt((await signing).psbt)
}

it('[A4] A Bitcoin wallet signs the PSBT inputs of its account, and the payment has the intended output', async () => {
  const journey = await world.visit({ query: { wallets } })
  await journey.goto()
  await connect(journey)
  const signed = await signPsbt(journey, createPsbt([payment, ordinals]))
  expect(signed.validateSignaturesOfAllInputs(verify)).toBe(true)
  const { outs } = signed.finalizeAllInputs().extractTransaction()
  expect(outs).toHaveLength(1)
  expect(outs[0]).toMatchObject({ value: 70_000n, script: Uint8Array.from(stranger.script) })

  const shared = await signPsbt(journey, createPsbt([stranger, payment]))
  expect(shared.data.inputs[0]).not.toHaveProperty('partialSig')
  expect(shared.validateSignaturesOfInput(1, verify)).toBe(true)
})

it('[A4] A Bitcoin wallet that exists only on `window` connects, signs, switches accounts and disconnects', async () => {
  const journey = await world.visit({ query: { wallets: 'keel', announcing: 'legacy' } })
  const { page } = journey
  await journey.goto()
  await page.waitForFunction(() => window.unisat)
  await connect(journey, 'Bitcoin wallet')
  expect(await readAccount(page)).toEqual(toAccounts('payment'))
  const signed = await signPsbt(journey, createPsbt([payment]))
  expect(signed.validateSignaturesOfAllInputs(verify)).toBe(true)
  const message = 'Hello'
  const signing = page.evaluate((request) => window.billfold!.getProvider('bip122')!.signMessage(request), {
    address: payment.address,
    message,
  })
  await approve(page)
  expect(Verifier.verifySignature(payment.address, message, await signing)).toBe(true)

  // It is heard when its owner goes to another account there.
  await page.evaluate(() => window.keel!.select(1))
  const other = [['payment', `${bitcoinRegtest.caipNetworkId}:${ordinals.address}`]]
  await expect.poll(() => readAccount(page)).toEqual(other)
  await page.evaluate(() => window.billfold!.disconnect())
  expect(await page.evaluate(() => window.unisat!.getAccounts())).toEqual([])
})

it('[G34] A Bitcoin wallet that announces itself late is listed by its name, instead of as the unnamed wallet found on `window`', async () => {
  const journey = await world.visit({ query: { wallets: 'keel', announcing: 'held' } })
  const { page, modal } = journey
  await journey.goto()
  await page.waitForFunction(() => window.unisat)
  await journey.open()
  const rows = modal.getByRole('list', { name: 'Wallets' }).locator('.row:has(.installed)')
  await modal.getByRole('button', { name: 'Bitcoin wallet' }).waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('sandbox-announce')))
  await modal.getByRole('button', { name: 'Keel' }).waitFor()
  expect(await rows.allInnerTexts()).toHaveLength(1)
})

it('[F12] A decline in a Bitcoin wallet is not an error, and a Bitcoin wallet that never answers does not block a second wallet', async () => {
  const journey = await world.visit({ query: { wallets } })
  const { page, modal } = journey
  const list = modal.getByRole('list', { name: 'Wallets' })
  await journey.goto()
  await journey.open()
  await list.getByRole('button', { name: 'Keel' }).click()
  await page.waitForFunction(() => window.keel?.getPending() !== undefined)
  await page.evaluate(() => window.keel!.reject())
  await modal.getByText('Nothing was shared').first().waitFor()
  expect(await readAccount(page)).toBe('disconnected')

  await page.evaluate(() => {
    window.keel!.setCondition('silent')
    window.harbor!.autoApprove = true
  })
  await modal.getByRole('button', { name: 'Back' }).click()
  await list.getByRole('button', { name: 'Keel' }).click()
  await modal.getByRole('button', { name: 'Back' }).click()
  await list.getByRole('button', { name: 'Harbor' }).click()
  await modal.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => window.billfold!.account.peek())).toMatchObject({
    connector: { name: 'Harbor' },
  })
})

it('[F13] [G30] A Bitcoin wallet that returns invalid addresses is never connected', async () => {
  const journey = await world.visit({ query: { wallets: 'keel' } })
  const { page, modal } = journey
  await journey.goto()
  await page.waitForFunction(() => window.keel)
  await page.evaluate(() => window.keel!.setCondition('lying'))
  await journey.open()
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Keel' }).click()
  await approve(page)
  await modal.getByText('returned an invalid address').first().waitFor()
  expect(await readAccount(page)).toBe('disconnected')
})

it('[A4] [A58] A second tab has the Bitcoin account of the first tab, and is disconnected with the first tab', async () => {
  const journey = await world.visit({ query: { wallets } })
  const { page } = journey
  await journey.goto()
  await connect(journey)
  const second = await world.visit({ context: journey.context, query: { wallets } })
  await second.goto()
  await expect.poll(() => readAccount(second.page)).toEqual(toAccounts('payment', 'ordinals'))
  await page.evaluate(() => window.billfold!.disconnect())
  await expect.poll(() => readAccount(second.page)).toBe('disconnected')
  await journey.reload()
  expect(await readAccount(page)).toBe('disconnected')
})
