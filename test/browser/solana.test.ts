/** Wallets of Solana, through the modal and through what the page gets of them, on a real chain. */
import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import { createTransfer, hasSolana, readSol } from './solana-chain.ts'
import { readTokens } from './read-modal.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const solana = it.runIf(hasSolana)

const mara = solanaPeople.mara.publicKey.toBase58()
const wallets = 'harbor,metamask,burner,reef'

async function connectReef(journey: Journey): Promise<void> {
  const { page, modal } = journey
  await journey.open()
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Reef' }).click()
  await page.waitForFunction(() => window.reef?.getPending() !== undefined)
  await page.evaluate(() => window.reef!.approve())
  await modal.waitFor({ state: 'hidden' })
}

const readAccounts = (page: Page) =>
  page.evaluate(() => window.billfold!.getProvider('solana')!.accounts.map(({ address }) => address))

solana('[A4] connects Reef, shows its tokens, restores and disconnects it', { tags: 'quick' }, async () => {
  const journey = await world.visit({ query: { wallets } })
  const { page, modal, trouble, complaints } = journey
  await journey.goto()
  await connectReef(journey)
  expect(await readAccounts(page)).toContain(mara)
  await journey.open()
  await modal.getByText('HUSD').first().waitFor()
  expect(await modal.getByRole('tab').allInnerTexts()).toEqual(['Tokens'])
  const held = await readSol(world.sandbox, solanaPeople.mara.publicKey)
  await expect.poll(() => readTokens(journey)).toContain(`${held} SOL`)

  await journey.reload()
  await page.waitForFunction(() => window.billfold?.account.peek().status === 'connected')
  expect(await readAccounts(page)).toContain(mara)
  expect(await page.evaluate(() => window.reef!.getPending())).toBeUndefined()

  await page.evaluate(() => window.billfold!.disconnect())
  expect(await readAccounts(page)).toEqual([])
  expect([...trouble, ...complaints]).toEqual([])
})

solana('[A4] a message is signed with the key of the account', async () => {
  const journey = await world.visit({ query: { wallets } })
  const { page } = journey
  await journey.goto()
  await connectReef(journey)
  const text = 'Driftwood greets Reef'
  const signing = page.evaluate(async (message) => {
    const wallet = window.billfold!.getProvider('solana')!
    const { signMessage } = wallet.features['solana:signMessage']
    const [account] = wallet.accounts
    const [output] = await signMessage({ account: account!, message: new TextEncoder().encode(message) })
    return [...output!.signature]
  }, text)
  await page.waitForFunction(() => window.reef?.getPending() !== undefined)
  await page.evaluate(() => window.reef!.approve())
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bs58.decode(mara)])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(text), key, Buffer.from(await signing))).toBe(true)
})

solana('[A4] the burner sends a transaction that the chain confirms', async () => {
  const journey = await world.visit({ query: { wallets: 'burner' } })
  const { page, modal, trouble, complaints } = journey
  await journey.goto()
  await journey.open()
  await modal
    .getByRole('list', { name: 'Wallets' })
    .getByRole('button', { name: /Burner/ })
    .click()
  await modal.waitFor({ state: 'hidden' })
  const [address] = await readAccounts(page)
  const { bytes, lamports, to, connection } = await createTransfer(world.sandbox, address!)
  const signature = await page.evaluate(async (transaction) => {
    const wallet = window.billfold!.getProvider('solana')!
    const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction']
    const [account] = wallet.accounts
    const input = {
      account: account!,
      chain: 'solana:localnet' as const,
      transaction: new Uint8Array(transaction),
    }
    const [output] = await signAndSendTransaction(input)
    return [...output!.signature]
  }, bytes)
  await expect.poll(() => connection.getBalance(to)).toBe(lamports)
  const readStatus = () => connection.getSignatureStatus(bs58.encode(Uint8Array.from(signature)))
  await expect.poll(async () => (await readStatus()).value).toMatchObject({ err: null })
  expect([...trouble, ...complaints]).toEqual([])
})

solana(
  '[A4] [A58] an EVM and a Solana wallet side by side, in a second tab too, and left together',
  async () => {
    const journey = await world.visit({ query: { wallets } })
    const { page } = journey
    await journey.goto()
    await journey.connect('Harbor')
    await page.evaluate(() => void window.billfold!.connect('solana'))
    await journey.modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Reef' }).click()
    await page.waitForFunction(() => window.reef?.getPending() !== undefined)
    await page.evaluate(() => window.reef!.approve())
    await journey.modal.waitFor({ state: 'hidden' })
    const read = (of: Page) =>
      of.evaluate(async () => {
        const evm = await window
          .billfold!.getProvider('eip155')!
          .request<string[]>({ method: 'eth_accounts' })
        return [evm.length > 0, window.billfold!.getProvider('solana')!.accounts.length > 0]
      })
    expect(await read(page)).toEqual([true, true])

    const second = await world.visit({ context: journey.context, query: { wallets } })
    await second.goto()
    await expect.poll(() => read(second.page)).toEqual([true, true])

    await page.evaluate(() => window.billfold!.disconnect())
    expect(await read(page)).toEqual([false, false])
    await expect.poll(() => read(second.page)).toEqual([false, false])
    await journey.reload()
    expect(await read(page)).toEqual([false, false])
  },
)
