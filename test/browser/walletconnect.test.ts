/** A wallet on a phone, over the sandbox's relay: connected by its link or its code, used, and left by either side. */
import { Verifier } from 'bip322-js'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { bitcoinKeys } from '../../sandbox/chains/bitcoin-keys.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { createPsbt, readPsbt, verify } from './psbt.ts'
import { createTransfer, hasSolana } from './solana-chain.ts'
import { approve, copyLink, openPhonePage, paste, showCode } from './phone-page.ts'
import { readCode } from './read-code.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const openPhone = () => openPhonePage(world)
const { payment, ordinals, stranger } = bitcoinKeys

async function connect(journey: Journey): Promise<Page> {
  await showCode(journey)
  const link = await copyLink(journey)
  const phone = await openPhone()
  await paste(phone, link)
  await approve(phone)
  await journey.modal.waitFor({ state: 'hidden' })
  return phone
}

/** Who is connected in each namespace, by what wallet. */
const read = (page: Page) =>
  page.evaluate(async () => {
    const { chain } = await window.billfold!.headless()
    return (['eip155', 'solana', 'bip122'] as const).flatMap((name) => {
      const state = chain(name).connection.value
      return state.status === 'connected' ? [`${name} ${state.connector.name}`] : []
    })
  })

const all = ['eip155 Pocket', ...(hasSolana ? ['solana Pocket'] : []), 'bip122 Pocket']

it(
  'A WalletConnect session survives a reload, and a second tab can sign with the same session',
  { tags: 'quick' },
  async () => {
    const journey = await world.visit()
    const { page, trouble, complaints } = journey
    await journey.goto()
    const phone = await connect(journey)
    await expect.poll(() => read(page)).toEqual(all)

    await journey.reload()
    await expect.poll(() => read(page), { timeout: 15_000 }).toEqual(all)

    const other = await world.visit({ context: journey.context })
    await other.goto()
    await expect.poll(() => read(other.page), { timeout: 15_000 }).toEqual(all)

    // Asked in one tab, answered in it.
    const signing = other.page.evaluate(async () => {
      const provider = window.billfold!.getProvider('eip155')!
      const [account] = await provider.request<string[]>({ method: 'eth_accounts' })
      return provider.request<string>({ method: 'personal_sign', params: ['0x68656c6c6f', account] })
    })
    await phone.getByTestId('approve').waitFor({ timeout: 20_000 })
    await approve(phone)
    expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)

    await phone.getByRole('button', { name: 'Disconnect Driftwood' }).click()
    await expect.poll(() => read(page), { timeout: 15_000 }).toEqual([])
    await expect.poll(() => read(other.page), { timeout: 15_000 }).toEqual([])
    await journey.open()
    await journey.modal.getByText('Pocket ended the connection').waitFor()
    await journey.reload()
    await expect.poll(() => read(page)).toEqual([])
    expect([...trouble, ...complaints, ...other.trouble, ...other.complaints]).toEqual([])
  },
)

it.runIf(hasSolana)('A WalletConnect wallet on a phone signs and sends on every chain', async () => {
  const journey = await world.visit()
  await journey.goto()
  const phone = await connect(journey)
  const { page } = journey
  await expect.poll(() => read(page)).toEqual(all)
  await phone.bringToFront()
  const ask = async <T>(asking: Promise<T>): Promise<T> => {
    await phone.getByTestId('approve').waitFor({ timeout: 20_000 })
    await approve(phone)
    return asking
  }

  const signature = await ask(
    page.evaluate(async () => {
      const { accounts, features } = window.billfold!.getProvider('solana')!
      const message = new TextEncoder().encode('hello')
      const [signed] = await features['solana:signMessage'].signMessage({ account: accounts[0]!, message })
      return signed!.signature.length
    }),
  )
  expect(signature).toBe(64)

  const bip322 = await ask(
    page.evaluate(async () => {
      const { chain } = await window.billfold!.headless()
      const state = chain('bip122').connection.value
      if (state.status !== 'connected') return undefined
      const { address } = state
      return window.billfold!.getProvider('bip122')!.signMessage({ address, message: 'hello' })
    }),
  )
  expect(Verifier.verifySignature(payment.address, 'hello', bip322!)).toBe(true)

  const hash = await ask(
    page.evaluate(async () => {
      const provider = window.billfold!.getProvider('eip155')!
      const [from] = await provider.request<string[]>({ method: 'eth_accounts' })
      const params = [{ from, to: from, value: '0x1' }]
      return provider.request<string>({ method: 'eth_sendTransaction', params })
    }),
  )
  const { mara } = world.sandbox.accounts
  const readReceipt = () => world.sandbox.rpc('eth_getTransactionReceipt', hash)
  await expect.poll(readReceipt).toMatchObject({ status: '0x1', from: mara.toLowerCase() })

  // The phone goes to another network that was approved, and the page follows.
  await phone.getByRole('button', { name: 'Switch to Skerry' }).click()
  await expect
    .poll(() =>
      page.evaluate(() => window.billfold!.getProvider('eip155')!.request({ method: 'eth_chainId' })),
    )
    .toBe('0x7a6a')
  expect([...journey.trouble, ...journey.complaints]).toEqual([])
})

it.runIf(hasSolana)(
  'A WalletConnect wallet on a phone sends a Solana transaction that the chain confirms',
  async () => {
    const journey = await world.visit()
    await journey.goto()
    const phone = await connect(journey)
    const { page } = journey
    await expect.poll(() => read(page)).toEqual(all)
    const address = await page.evaluate(() => window.billfold!.getProvider('solana')!.accounts[0]!.address)
    const { bytes, lamports, to, connection } = await createTransfer(world.sandbox, address)
    const sending = page.evaluate(async (transaction) => {
      const { accounts, features } = window.billfold!.getProvider('solana')!
      const [output] = await features['solana:signAndSendTransaction'].signAndSendTransaction({
        account: accounts[0]!,
        chain: 'solana:localnet',
        transaction: new Uint8Array(transaction),
      })
      return output!.signature.length
    }, bytes)
    await approve(phone)
    expect(await sending).toBe(64)
    await expect.poll(() => connection.getBalance(to)).toBe(lamports)
  },
)

it('A WalletConnect wallet signs a PSBT that has the intended output', async () => {
  const journey = await world.visit()
  await journey.goto()
  const phone = await connect(journey)
  const signing = journey.page.evaluate(
    (psbt) => window.billfold!.getProvider('bip122')!.signPsbt({ psbt }),
    createPsbt([payment, ordinals]).toBase64(),
  )
  await approve(phone)
  const signed = readPsbt((await signing).psbt)
  expect(signed.validateSignaturesOfAllInputs(verify)).toBe(true)
  const { outs } = signed.finalizeAllInputs().extractTransaction()
  expect(outs).toMatchObject([{ value: 70_000n, script: Uint8Array.from(stranger.script) }])
})

/** Goes on although a person has not answered yet. */
const startSigning = (page: Page) =>
  page.evaluate(() => {
    const provider = window.billfold!.getProvider('eip155')!
    const signing = provider
      .request<string[]>({ method: 'eth_accounts' })
      .then(([account]) =>
        provider.request<string>({ method: 'personal_sign', params: ['0x68656c6c6f', account] }),
      )
      .catch(({ code, data }: { code: number; data?: { reason?: string } }) => data?.reason ?? code)
    Object.assign(window, { signing })
  })
const awaitSigning = (page: Page) =>
  page.evaluate(() => (window as { signing?: Promise<string | number> }).signing)

it('[F15] A WalletConnect request is answered even if the relay was down when the person approved', async () => {
  const journey = await world.visit()
  await journey.goto()
  const phone = await connect(journey)
  await startSigning(journey.page)
  await phone.getByTestId('approve').waitFor()
  await world.sandbox.control.stop({ part: 'relay' })
  await approve(phone)
  await world.sandbox.control.start({ part: 'relay' })
  expect(await awaitSigning(journey.page)).toMatch(/^0x[0-9a-f]{130}$/)
  await expect.poll(() => read(journey.page)).toEqual(all)
})

it(
  '[F15] A WalletConnect request has an unknown outcome if the tab that is connected to the relay closes, and the next request succeeds',
  { tags: 'quick' },
  async () => {
    const journey = await world.visit()
    await journey.goto()
    const phone = await connect(journey)
    const other = await world.visit({ context: journey.context })
    await other.goto()
    await expect.poll(() => read(other.page), { timeout: 15_000 }).toEqual(all)
    await startSigning(other.page)
    await phone.getByTestId('approve').waitFor({ timeout: 20_000 })
    await journey.page.close()
    expect(await awaitSigning(other.page)).toBe('outcome_unknown')
    await approve(phone)
    await expect.poll(() => read(other.page)).toEqual(all)

    await startSigning(other.page)
    await phone.getByTestId('approve').waitFor({ timeout: 30_000 })
    await approve(phone)
    expect(await awaitSigning(other.page)).toMatch(/^0x[0-9a-f]{130}$/)
  },
)

it('A WalletConnect QR code can be read from the screen in both themes', async () => {
  for (const theme of ['dark', 'light'] as const) {
    const journey = await world.visit({ theme })
    await journey.goto()
    const code = await showCode(journey)
    expect(await readCode(journey, code)).toBe(await copyLink(journey))
  }
})

it('A WalletConnect pairing reports an unreachable relay within 7 s, and shows a QR code once the relay answers', async () => {
  const journey = await world.visit()
  const { page, modal } = journey
  await journey.goto()
  await world.sandbox.control.stop({ part: 'relay' })
  await page.evaluate(() => window.billfold!.open({ view: 'ConnectingWalletConnectBasic' }))
  // From when somebody can look at it.
  await modal.locator('[data-view="ConnectingWalletConnectBasic"]').waitFor()
  const since = Date.now()
  await modal.getByText('No code yet').waitFor({ timeout: 15_000 })
  // What is loaded for it comes first.
  expect(Date.now() - since).toBeLessThan(7_000)
  await world.sandbox.control.start({ part: 'relay' })
  await modal.getByRole('img', { name: 'QR code' }).waitFor({ timeout: 30_000 })
})

it('[A56] [A58] A WalletConnect session that the page disconnects also ends on the phone', async () => {
  const journey = await world.visit()
  await journey.goto()
  const phone = await connect(journey)
  await phone.getByRole('button', { name: 'Disconnect Driftwood' }).waitFor()
  await journey.page.evaluate(() => window.billfold!.disconnect())
  expect(await read(journey.page)).toEqual([])
  await phone.getByText('No connected apps yet.').waitFor({ timeout: 15_000 })
})

it('The modal says that the phone declined a WalletConnect pairing', async () => {
  const journey = await world.visit()
  await journey.goto()
  await showCode(journey)
  const link = await copyLink(journey)
  const phone = await openPhone()
  await paste(phone, link)
  await phone.getByTestId('reject').click()
  await journey.modal.getByText('You declined in your wallet').waitFor({ timeout: 15_000 })
  expect(await read(journey.page)).toEqual([])
})
