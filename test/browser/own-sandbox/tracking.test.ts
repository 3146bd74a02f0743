/** What becomes of a payment when its blocks are slow, when it is dropped or replaced, and when nobody answers. */
import { Wallet } from 'ethers'
import type { Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PendingRequest, SentTransaction } from '../../../src/core/payments/sent.ts'
import type { Journey, WalletName } from '../../../sandbox/people/journey.ts'
import { solanaPeople } from '../../../sandbox/chains/solana-accounts.ts'
import { hasSolana } from '../solana-chain.ts'
import { readStorage } from '../storage.ts'
import { useWorld } from '../use-world.ts'

let world: ReturnType<typeof useWorld>
/** A slow machine is no defect. */
const timeout = 60_000
/**
 * How much faster the worker's clock runs than ours, unless somebody has the time: `npm run prove:waiting`. No faster:
 * of the ten seconds in which a node must answer, half a second is left beside other tests.
 */
const speed = process.env.REAL_TIME ? 1 : 20

declare global {
  interface Window {
    /** What the modal has said so far that sounds like a failure. */
    seen?: string[]
  }
}

/** Notes all that the modal says, in each page of this visit, from its first moment on. */
async function listen({ context }: Journey): Promise<void> {
  await context.addInitScript(() => {
    const seen: string[] = (window.seen = [])
    setInterval(() => {
      const text = document.querySelector('billfold-modal')?.shadowRoot?.textContent ?? ''
      // The history may be late where the worker's clock is twenty times as fast: that says nothing of a payment.
      const found = /failed(?! to fetch transactions)|not sent|reverted/i.exec(
        text.replaceAll(/<style>.*?<\/style>/g, ''),
      )
      if (found && !seen.includes(found[0])) seen.push(found[0])
    }, 50)
  })
}

async function begin(query: Record<string, string> = {}): Promise<Journey> {
  const journey = await world.visit({ query })
  await listen(journey)
  await journey.goto()
  await journey.connect('Harbor')
  return journey
}

async function fill({ modal }: Journey, amount: string, receiver: string, token = 'ETH'): Promise<void> {
  await modal.getByRole('button', { name: 'Send', exact: true }).click({ timeout })
  await modal.getByRole('textbox', { name: 'Amount' }).waitFor({ timeout })
  await modal
    .getByRole('button', { name: /Select token|Choose another token/ })
    .first()
    .click()
  const row = modal.getByRole('list', { name: 'Your tokens' }).getByRole('button', { name: token })
  await row.first().click({ timeout })
  await modal.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await modal.getByRole('textbox', { name: 'Receiver' }).fill(receiver)
  await modal.getByRole('button', { name: 'Review send' }).click({ timeout })
  await modal.getByRole('button', { name: `Send ${amount}` }).click({ timeout })
}

/** From the account to the account again, with a hash. */
async function send(journey: Journey, amount: string, receiver = Wallet.createRandom().address) {
  await fill(journey, amount, receiver)
  await journey.answer('Harbor', 'approve')
  await journey.modal
    .getByRole('heading', { name: /^(On its way|Submitted)/ })
    .first()
    .waitFor({ timeout })
  await journey.modal.getByRole('button', { name: 'Done' }).click()
  const kept = await readKept(journey)
  return kept.find(({ out }) => out.text === amount) as SentTransaction
}

/** What the page itself holds on to. */
function readKept({ page }: Journey): Promise<(SentTransaction | PendingRequest)[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('billfold/sent') ?? '[]') as never)
}

async function reload(journey: Journey): Promise<void> {
  await journey.reload()
  await journey.open()
}

/** Another tab of the same browser. */
async function openTab({ context }: Journey, query: Record<string, string> = {}): Promise<Journey> {
  const tab = await world.visit({ context, query })
  await tab.goto()
  await tab.open()
  return tab
}

const strip = ({ modal }: Journey, amount: string) =>
  modal.getByRole('list', { name: 'Sent payments' }).getByRole('button', { name: `Sending ${amount}` })

async function says(journey: Journey, amount: string, words: string): Promise<void> {
  await strip(journey, amount).filter({ hasText: words }).waitFor({ timeout })
}

/** Until the worker has seen it at the node: before that nobody can tell that it has gone. */
async function isSeen({ context }: Journey, { hash }: Pick<SentTransaction, 'hash'>): Promise<void> {
  const isIts = (asked: string | null) => asked?.includes('eth_getTransactionByHash') && asked.includes(hash)
  await context.waitForEvent('response', {
    predicate: async (response) =>
      !!isIts(response.request().postData()) && (await response.finished()) === null,
    timeout,
  })
}

/** Transactions that wallets have handed to a node. */
function countSent(journey: Journey): () => number {
  let count = 0
  journey.context.on('request', (request) => {
    if (request.postData()?.includes('eth_sendRawTransaction')) count += 1
  })
  return () => count
}

/** Its block does not go away any more, so that nobody holds on to it. */
async function settle(journey: Journey): Promise<void> {
  await world.sandbox.control.mine({ blocks: 2 })
  await expect.poll(() => readKept(journey), { timeout }).toEqual([])
}

const readSeen = ({ page }: Journey) => page.evaluate(() => window.seen)

const until = (moment: number) => new Promise((resolve) => setTimeout(resolve, moment - Date.now()))

async function beginOnSolana(): Promise<Journey> {
  // No faster: of the ten seconds in which the API must answer, one is left.
  const query = { wallets: 'harbor,reef', clock: '10', since: String(Date.now()) }
  const journey = await world.visit({ query })
  const { modal } = journey
  await journey.goto()
  await journey.open()
  await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Reef' }).click()
  await approveInReef(journey)
  await modal.waitFor({ state: 'hidden' })
  await journey.open()
  return journey
}

async function approveInReef({ page }: Journey): Promise<void> {
  await page.waitForFunction(() => window.reef?.getPending() !== undefined, undefined, { timeout })
  await page.evaluate(() => window.reef!.approve())
}

/** What the wallet’s node does with a transaction that it is handed. */
async function routeSending({ context }: Journey, handle: (route: Route) => Promise<void>): Promise<void> {
  await context.route(/by=wallet/, (route) =>
    route.request().postData()?.includes('"sendTransaction"') ? handle(route) : route.fallback(),
  )
}

describe('A sent payment on EVM networks', () => {
  const own = useWorld()
  beforeAll(() => void (world = own))

  test('[A214] [T13] [F28] stays submitted if its receipt takes 300 s or never comes, and cannot be signed a second time', async () => {
    const query = speed === 1 ? {} : { clock: String(speed), since: String(Date.now()) }
    const journey = await begin(query)
    const count = countSent(journey)
    await world.sandbox.control.withhold({ on: true })
    await journey.open()
    const receiver = Wallet.createRandom().address
    const sent = await send(journey, '0.03', receiver)
    await says(journey, '0.03', 'Submitted, not yet confirmed')
    const other = await openTab(journey, query)
    await until(sent.sentAt + 300_000 / speed)
    await reload(journey)
    for (const tab of [journey, other]) await says(tab, '0.03', 'Submitted, not yet confirmed')
    // The same is refused in both tabs, before any wallet is asked.
    for (const tab of [journey, other]) {
      await fill(tab, '0.03', receiver)
      await tab.modal
        .getByText(/was already submitted/)
        .first()
        .waitFor({ timeout })
      await tab.page.evaluate(() => window.billfold!.close())
    }
    expect(count()).toBe(1)
    await world.sandbox.control.withhold({ on: false })
    for (const tab of [journey, other]) {
      await settle(tab)
      expect(await readSeen(tab)).toEqual([])
    }
  }, 600_000)

  test('[F28] is shown as dropped when the network drops it, and as submitted when its signed transaction is sent again', async () => {
    const query = { clock: '20', since: String(Date.now()) }
    const journey = await begin(query)
    const { control } = world.sandbox
    await control.withhold({ on: true })
    await journey.open()
    const sent = await send(journey, '0.04')
    await says(journey, '0.04', 'Submitted, not yet confirmed')
    const raw = await world.sandbox.rpc<string>('eth_getRawTransactionByHash', sent.hash)
    await isSeen(journey, sent)
    await control.drop({ hash: sent.hash })
    await says(journey, '0.04', 'Dropped by the network, not yet confirmed')
    await journey.showTab('Activity')
    const row = journey.modal.getByRole('list', { name: 'Activity' }).getByRole('button').first()
    await row.filter({ hasText: 'Dropped by the network' }).waitFor({ timeout })
    await reload(journey)
    await says(journey, '0.04', 'Dropped by the network, not yet confirmed')
    // Somebody who has it hands it in again.
    await world.sandbox.rpc('eth_sendRawTransaction', raw)
    await says(journey, '0.04', 'Submitted, not yet confirmed')
    await control.withhold({ on: false })
    await expect.poll(() => readKept(journey), { timeout }).toEqual([])
    expect(await readSeen(journey)).toEqual([])
  })

  test.each([
    ['renewed', '0.051', '0.051 ETH sent', 'Sent'],
    ['cancelled', '0.052', '0.052 ETH was cancelled in your wallet', 'Cancelled'],
    ['other', '0.053', '0.053 ETH was replaced by another transaction', 'Replaced'],
  ] as const)(
    'shows its outcome when the wallet replaces the transaction (kind of replacement: %s)',
    async (how, amount, message, title) => {
      const query = { clock: '20', since: String(Date.now()) }
      const journey = await begin(query)
      const { control } = world.sandbox
      await control.withhold({ on: true })
      await journey.open()
      const sent = await send(journey, amount)
      await says(journey, amount, 'Submitted, not yet confirmed')
      await isSeen(journey, sent)
      const { hash } = await control.replace({ hash: sent.hash, how })
      await control.withhold({ on: false })
      await journey.modal.getByText(message).first().waitFor({ timeout })
      await strip(journey, amount).waitFor({ state: 'detached', timeout })
      await settle(journey)
      await journey.showTab('Activity')
      const row = journey.modal.getByRole('list', { name: 'Activity' }).getByRole('button')
      await row
        .filter({ hasText: `−${amount}\u00a0ETH` })
        .filter({ hasText: title })
        .first()
        .waitFor({ timeout })
      await expect.poll(() => row.filter({ hasText: `−${amount}\u00a0ETH` }).count(), { timeout }).toBe(1)
      expect(hash).not.toBe(sent.hash)
    },
  )

  describe('in its own view', () => {
    const fast = () => ({ clock: '20', since: String(Date.now()) })
    const heading = ({ modal }: Journey, name: RegExp | string) =>
      modal.getByRole('heading', { name }).first().waitFor({ timeout })
    const readBalance = async (address: string) =>
      BigInt(await world.sandbox.rpc<string>('eth_getBalance', address, 'latest'))

    /** A payment that waits, on show. */
    async function wait(journey: Journey, amount: string, receiver: string, wallet: WalletName = 'Harbor') {
      await world.sandbox.control.withhold({ on: true })
      await journey.open()
      await fill(journey, amount, receiver)
      await journey.answer(wallet, 'approve')
      await heading(journey, /^(On its way|Submitted)/)
      await journey.modal.getByRole('button', { name: 'Cancel payment' }).waitFor({ timeout })
    }

    async function press({ modal }: Journey, name: 'Speed up' | 'Cancel payment', seen: string) {
      await modal.getByRole('button', { name }).click({ timeout })
      await modal.getByText(seen).first().waitFor({ timeout })
      await modal.getByRole('button', { name }).click({ timeout })
    }

    test('can be sped up: only one of its two transactions goes through and is reported, and both are still stored after a reload', async () => {
      const journey = await begin(fast())
      const receiver = Wallet.createRandom().address
      await wait(journey, '0.055', receiver)
      await press(journey, 'Speed up', 'Either the first or the new one goes through, never both.')
      await journey.answer('Harbor', 'approve')
      await heading(journey, /^(On its way|Submitted)/)
      await expect.poll(async () => (await readKept(journey)).length, { timeout }).toBe(2)
      const [first, second] = (await readKept(journey)) as [SentTransaction, SentTransaction]
      expect(second.replaces).toMatchObject({ hash: first.hash, how: 'speedUp' })
      await reload(journey)
      await says(journey, '0.055', 'Submitted, not yet confirmed')
      expect(await strip(journey, '0.055').count()).toBe(1)
      expect(await readKept(journey)).toHaveLength(2)
      await world.sandbox.control.withhold({ on: false })
      await journey.modal.getByText('0.055 ETH sent').first().waitFor({ timeout })
      await settle(journey)
      expect(await world.sandbox.rpc('eth_getTransactionReceipt', first.hash)).toBeNull()
      expect(await world.sandbox.rpc('eth_getTransactionReceipt', second.hash)).not.toBeNull()
      expect(await readBalance(receiver)).toBe(55n * 10n ** 15n)
    })

    test('can be cancelled: the receiver gets nothing, and the payment is shown as cancelled', async () => {
      const journey = await begin(fast())
      const receiver = Wallet.createRandom().address
      await wait(journey, '0.056', receiver)
      await press(journey, 'Cancel payment', 'An empty payment to yourself takes its place.')
      await journey.answer('Harbor', 'approve')
      await heading(journey, 'Cancelling')
      await world.sandbox.control.withhold({ on: false })
      await heading(journey, 'Cancelled in your wallet')
      await settle(journey)
      expect(await readBalance(receiver)).toBe(0n)
    })

    test('is not sped up if it is mined while the user reviews the speed-up', async () => {
      const journey = await begin(fast())
      const receiver = Wallet.createRandom().address
      await wait(journey, '0.057', receiver)
      const count = countSent(journey)
      await journey.modal.getByRole('button', { name: 'Speed up' }).click()
      await journey.modal.getByText('New fee, at most').waitFor({ timeout })
      await world.sandbox.control.withhold({ on: false })
      await journey.modal.getByRole('button', { name: 'Speed up' }).click()
      await heading(journey, 'Too late to change it')
      expect(count()).toBe(0)
      await settle(journey)
      expect(await readBalance(receiver)).toBe(57n * 10n ** 15n)
    })

    test('offers no speed-up if the wallet chooses the nonce, and shows a cancellation as a separate payment', async () => {
      const journey = await world.visit({ query: { ...fast(), wallets: 'harbor,metamask' } })
      await journey.goto()
      await journey.connect('MetaMask (sandbox)')
      await wait(journey, '0.058', Wallet.createRandom().address, 'MetaMask (sandbox)')
      await journey.modal.getByText('Speed it up or cancel it in MetaMask (sandbox).').waitFor({ timeout })
      expect(await journey.modal.getByRole('button', { name: 'Speed up' }).count()).toBe(0)
      await press(journey, 'Cancel payment', 'If MetaMask (sandbox) sends it as a separate payment instead')
      await journey.answer('MetaMask (sandbox)', 'approve')
      await journey.modal.getByText('MetaMask (sandbox) sent it as a new payment').waitFor({ timeout })
      await world.sandbox.control.withhold({ on: false })
      await heading(journey, 'Sent')
      await settle(journey)
    })
  })

  test('is the first row of a long history, becomes a row of the history when mined, and keeps the scroll position', async () => {
    const { control, accounts } = world.sandbox
    await control.generate({ account: accounts.mara, count: 10_000 })
    const journey = await begin()
    await control.withhold({ on: true })
    await journey.open()
    await send(journey, '0.061')
    const other = await openTab(journey)
    const rowsOf = ({ modal }: Journey) => modal.getByRole('list', { name: 'Activity' }).getByRole('button')
    for (const tab of [journey, other]) {
      await tab.showTab('Activity')
      await rowsOf(tab)
        .first()
        .filter({ hasText: '−0.061\u00a0ETH' })
        .filter({ hasText: 'Not yet confirmed' })
        .waitFor({ timeout })
    }
    // Who reads further down stays there.
    const view = other.modal
      .locator('.scroll')
      .filter({ has: other.page.getByRole('list', { name: 'Activity' }) })
    await view.evaluate((element) => element.scrollTo(0, 3_000))
    const readTop = () =>
      view.evaluate((element) => {
        const { top } = element.getBoundingClientRect()
        const rows = [...element.querySelectorAll<HTMLElement>('[role=listitem]')]
        const first = rows
          .map((row) => ({
            y: row.getBoundingClientRect().top - top,
            text: row.querySelector('.date')?.parentElement?.parentElement?.parentElement?.textContent,
          }))
          .filter(({ y }) => y >= 0)
          .sort((one, two) => one.y - two.y)[0]!
        return `${Math.round(first.y)} ${first.text}`
      })
    await expect.poll(readTop, { timeout }).not.toMatch(/undefined|\d+ $/)
    const before = await readTop()
    await control.withhold({ on: false })
    await rowsOf(journey)
      .filter({ hasText: '−0.061\u00a0ETH' })
      .filter({ hasNotText: 'Not yet confirmed' })
      .first()
      .waitFor({ timeout })
    await settle(journey)
    await expect
      .poll(() => rowsOf(journey).filter({ hasText: '−0.061\u00a0ETH' }).count(), { timeout })
      .toBe(1)
    expect(await readTop()).toBe(before)
    await view.evaluate((element) => element.scrollTo(0, 0))
    await rowsOf(other).filter({ hasText: '−0.061\u00a0ETH' }).first().waitFor({ timeout })
    await expect.poll(() => rowsOf(other).filter({ hasText: '−0.061\u00a0ETH' }).count(), { timeout }).toBe(1)
  })

  test('[F28] [F34] has an unknown outcome after a reload if the wallet had not answered, until the person dismisses the payment', async () => {
    const journey = await begin()
    const { modal, page } = journey
    await page.evaluate(() => window.harbor!.setCondition('silent'))
    await journey.open()
    const receiver = Wallet.createRandom().address
    await fill(journey, '0.07', receiver)
    await modal.getByRole('heading', { name: 'Approve in Harbor' }).waitFor({ timeout })
    await expect.poll(() => readKept(journey), { timeout }).toMatchObject([{ out: { text: '0.07' } }])
    await reload(journey)
    await says(journey, '0.07', 'No answer from your wallet')
    await strip(journey, '0.07').click()
    await modal.getByRole('heading', { name: 'We don’t know if it was sent' }).waitFor({ timeout })
    await modal.getByText('0.07\u00a0ETH').first().waitFor()
    expect(await modal.locator('.whole-address').getAttribute('aria-label')).toBe(receiver)
    await modal.getByRole('button', { name: 'I checked, it wasn’t sent' }).click()
    await strip(journey, '0.07').waitFor({ state: 'detached', timeout })
    expect(await readKept(journey)).toEqual([])
    await reload(journey)
    await modal.getByRole('tab', { name: 'Activity' }).waitFor()
    expect(await strip(journey, '0.07').count()).toBe(0)
    expect(await readSeen(journey)).toEqual([])
  })

  test('[F28] is found in the history after a reload if the wallet’s answer was lost', async () => {
    const journey = await begin()
    const { context, modal } = journey
    const count = countSent(journey)
    // The wallet’s node has it, and its answer is lost.
    const sent = new Promise<void>((resolve) => {
      void context.route(/by=wallet/, async (route) => {
        if (!route.request().postData()?.includes('eth_sendRawTransaction')) return route.fallback()
        await route.fetch()
        resolve()
      })
    })
    await journey.open()
    await fill(journey, '0.08', Wallet.createRandom().address)
    await journey.answer('Harbor', 'approve')
    await sent
    expect(await readKept(journey)).toMatchObject([{ id: expect.any(String), out: { text: '0.08' } }])
    await world.sandbox.control.mine({ blocks: 2 })
    await reload(journey)
    await expect.poll(() => readKept(journey), { timeout }).toEqual([])
    await journey.showTab('Activity')
    await modal.getByText('−0.080\u00a0ETH').first().waitFor({ timeout })
    expect(count()).toBe(1)
    expect(await readSeen(journey)).toEqual([])
  })
})

describe('Payments on EVM networks when localStorage is full or the tab is closed', () => {
  const own = useWorld()
  beforeAll(() => void (world = own))

  /** The page around has filled localStorage. */
  const fillStorage = ({ context }: Journey) =>
    context.addInitScript(() => {
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (key: string, value: string) {
        if (key === 'billfold/sent') throw new DOMException('There is no room.', 'QuotaExceededError')
        setItem.call(this, key, value)
      }
    })

  test('[F28] [F31] a sent payment survives a reload when localStorage is full, and is recognised as already submitted', async () => {
    const journey = await world.visit({ query: {} })
    await fillStorage(journey)
    await listen(journey)
    const count = countSent(journey)
    await journey.goto()
    await journey.connect('Harbor')
    await world.sandbox.control.withhold({ on: true })
    await journey.open()
    const receiver = Wallet.createRandom().address
    await send(journey, '0.041', receiver)
    expect(await readKept(journey)).toEqual([])
    await reload(journey)
    await strip(journey, '0.041').waitFor({ timeout })
    await fill(journey, '0.041', receiver)
    await journey.modal.getByText(/was already submitted/).waitFor({ timeout })
    expect(count()).toBe(1)
    await world.sandbox.control.withhold({ on: false })
    await reload(journey)
    await strip(journey, '0.041').waitFor({ state: 'detached', timeout })
    expect(await readSeen(journey)).toEqual([])
  })

  test('[F28] [F31] a payment that still waits for the wallet’s approval survives a reload when localStorage is full', async () => {
    const journey = await world.visit({ query: {} })
    const { modal, page } = journey
    await fillStorage(journey)
    await journey.goto()
    await journey.connect('Harbor')
    await page.evaluate(() => window.harbor!.setCondition('silent'))
    await journey.open()
    const receiver = Wallet.createRandom().address
    await fill(journey, '0.071', receiver)
    await modal.getByRole('heading', { name: 'Approve in Harbor' }).waitFor({ timeout })
    // By the worker.
    await expect.poll(() => readStorage(page), { timeout }).toContain('0.071')
    await reload(journey)
    await says(journey, '0.071', 'No answer from your wallet')
    await fill(journey, '0.071', receiver)
    await modal.getByRole('heading', { name: 'Check Harbor before you send again' }).waitFor({ timeout })
    expect(await page.evaluate(() => window.harbor!.getPending())).toBeUndefined()
  })

  test.each([true, false])(
    '[F28] [F32] a sent payment is followed to its outcome by another tab after the tab that sent it has closed (modal open in the other tab: %s)',
    async (isOpen) => {
      const journey = await begin()
      await world.sandbox.control.withhold({ on: true })
      const other = await openTab(journey)
      if (!isOpen) await other.page.evaluate(() => window.billfold!.close())
      await journey.page.bringToFront()
      await journey.open()
      const amount = isOpen ? '0.0431' : '0.0432'
      await send(journey, amount)
      if (isOpen) await strip(other, amount).waitFor({ timeout })
      await journey.page.close()
      await world.sandbox.control.withhold({ on: false })
      await world.sandbox.control.mine({ blocks: 2 })
      await expect.poll(() => readKept(other), { timeout }).toEqual([])
      if (!isOpen) await other.open()
      await strip(other, amount).waitFor({ state: 'detached', timeout })
      await other.showTab('Activity')
      await other.modal
        .getByText(`\u2212${amount.slice(0, 5)}\u00a0ETH`)
        .first()
        .waitFor({ timeout })
    },
  )
})

describe('A sent payment on Solana', () => {
  const own = useWorld()
  beforeAll(() => void (world = own))

  test.runIf(hasSolana)(
    'expires if no block includes it, but not before its last valid block',
    async () => {
      const journey = await beginOnSolana()
      const { modal } = journey
      // The wallet’s node says yes, and hands it to nobody.
      const json = { jsonrpc: '2.0', id: 1, result: '1'.repeat(88) }
      await routeSending(journey, (route) => route.fulfill({ json }))
      await fill(journey, '0.11', solanaPeople.wren.publicKey.toBase58(), 'SOL')
      await approveInReef(journey)
      await modal.getByRole('heading', { name: 'Submitted' }).first().waitFor({ timeout })
      await modal.getByRole('button', { name: 'Done' }).click()
      await says(journey, '0.11', 'Submitted, not yet confirmed')
      await reload(journey)
      const [sent] = (await readKept(journey)) as [SentTransaction]
      const readHeight = async () => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBlockHeight', params: [] })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(world.sandbox.solana!.rpc, { method: 'POST', headers, body })
        return ((await answer.json()) as { result: number }).result
      }
      for (;;) {
        // Read before the height: what stood there then was said of no later block.
        const said = await strip(journey, '0.11').innerText()
        if ((await readHeight()) >= sent.lastValidBlockHeight!) break
        expect(said).toContain('Submitted, not yet confirmed')
        await until(Date.now() + 1_000)
      }
      await strip(journey, '0.11').filter({ hasText: 'Expired, not sent' }).waitFor({ timeout: 90_000 })
      await expect.poll(() => readKept(journey), { timeout }).toEqual([])
    },
    // So long a block counts, at 200 ms each.
    300_000,
  )

  test.runIf(hasSolana)(
    '[F28] is found on the chain after a reload if the wallet’s answer was lost',
    async () => {
      const journey = await beginOnSolana()
      const sent = new Promise<void>((resolve) => {
        void routeSending(journey, async (route) => {
          await route.fetch()
          resolve()
        })
      })
      await fill(journey, '0.12', solanaPeople.wren.publicKey.toBase58(), 'SOL')
      await approveInReef(journey)
      await sent
      expect(await readKept(journey)).toMatchObject([{ id: expect.any(String), out: { text: '0.12' } }])
      await reload(journey)
      await says(journey, '0.12', 'Confirmed')
      await expect.poll(() => readKept(journey), { timeout }).toEqual([])
    },
  )
})
