/** Who is connected, and what a person may do about it at any moment. */
import { describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import type { WalletPerson } from '../../sandbox/people/wallets/install.ts'
import { readStorage } from './storage.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

async function visit(): Promise<Journey> {
  const journey = await world.visit()
  await journey.goto()
  return journey
}

function wallet({ modal }: Journey, name: string) {
  return modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name })
}

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

describe('Connecting', () => {
  it('[A4] [A15] opens the Connect view, which lists both announced wallets', { tags: 'quick' }, async () => {
    const journey = await visit()
    await journey.open()
    const names = journey.modal
      .getByRole('list', { name: 'Wallets' })
      .locator('.row:has(.installed) bdi.row-title')
    await expect
      .poll(async () => (await names.allInnerTexts()).toSorted())
      .toEqual(['Harbor', 'MetaMask (sandbox)'])
  })

  for (const name of ['Harbor', 'MetaMask (sandbox)'] as const) {
    const tags = name === 'Harbor' ? ['quick'] : []
    it(`[A4] can be retried after the user declined in ${name}`, { tags }, async () => {
      const journey = await visit()
      const { modal, button, trouble, complaints } = journey
      await journey.open()
      await wallet(journey, name).click()
      await modal.getByText(`Approve in ${name}`).waitFor()
      await journey.answer(name, 'reject')
      await modal.getByText(`You declined in ${name}`).waitFor()
      expect(await button.innerText()).toBe('Connect wallet')

      await modal.getByRole('button', { name: 'Ask again' }).click()
      await journey.answer(name, 'approve')
      await modal.waitFor({ state: 'hidden' })
      const { mara, theo } = world.sandbox.accounts
      const address = name === 'Harbor' ? mara : theo
      await expect
        .poll(async () => (await button.innerText()).toLowerCase())
        .toBe(short(address).toLowerCase())
      expect([...trouble, ...complaints]).toEqual([])
    })
  }
})

describe('A connection', () => {
  it('[F33] leaves nothing of the account in storage after a disconnect', { tags: 'quick' }, async () => {
    const journey = await visit()
    const { page, modal } = journey
    const { mara } = world.sandbox.accounts
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByText(/^Updated /).waitFor()
    await journey.showTab('NFTs')
    await modal.getByText('Tidelines #').first().waitFor()
    await modal.getByText('mara.driftwood.example').first().waitFor()
    await journey.showTab('Activity')
    await modal.locator('[data-row="0"] button').click()
    const hash = (await modal
      .locator('.facts .line', { hasText: 'Transaction' })
      .locator('bdi')
      .getAttribute('title'))!
    const canaries = [mara, hash]
      .map((text) => text.slice(2).toLowerCase())
      .concat('mara.driftwood', 'tidelines')
    const find = async () => {
      const stored = (await readStorage(page)).toLowerCase()
      return canaries.filter((canary) => stored.includes(canary))
    }
    // Persist, then emit: what was on screen is stored.
    expect(await find()).toEqual(canaries)
    await disconnect(journey)
    expect(await journey.button.innerText()).toBe('Connect wallet')
    await expect.poll(find).toEqual([])
    // The wallet has taken its permission back as well.
    await journey.reload()
    expect(await find()).toEqual([])
    expect([...journey.trouble, ...journey.complaints]).toEqual([])
  })

  for (const [name, person] of [
    ['Harbor', 'harbor'],
    ['MetaMask (sandbox)', 'sandboxMetaMask'],
  ] as const) {
    it(`[A4] ends when the user disconnects inside ${name}`, async () => {
      const journey = await visit()
      await journey.connect(name)
      await journey.open()
      await journey.modal.getByText(/^Updated /).waitFor()
      await journey.page.evaluate((who) => (window[who] as WalletPerson).disconnect(), person)
      await journey.modal.getByRole('list', { name: 'Wallets' }).waitFor()
      expect(await journey.button.innerText()).toBe('Connect wallet')
      expect(journey.trouble).toEqual([])
    })
  }

  it('[F8] shows only the data of the new account after the wallet switches accounts', async () => {
    const journey = await visit()
    const { modal, page } = journey
    const { mara, wren } = world.sandbox.accounts
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByText(/^Updated /).waitFor()
    await journey.showTab('Activity')
    await modal.locator('[data-row="0"] button').waitFor()
    await watchText(page)
    await page.evaluate(() => window.harbor!.select(1))
    await modal.getByText('No activity yet').waitFor()
    await journey.showTab('Tokens')
    await modal.getByText('No tokens yet').waitFor()
    expect(await journey.button.innerText()).toBe(short(wren))
    // The other way, while the first answers are still on their way.
    await world.sandbox.control.delay({ ms: 300 })
    await page.evaluate(() => window.harbor!.select(0))
    await modal.getByText('mara.driftwood.example').waitFor()
    await page.evaluate(() => window.harbor!.select(1))
    await page.evaluate(() => window.harbor!.select(0))
    await page.evaluate(() => window.harbor!.select(1))
    await modal.getByText('No tokens yet').waitFor()
    await page.waitForTimeout(700)
    // Texts of the modal that name one account beside the other one's data.
    const mixed = (await readTexts(page)).filter(
      (text) => text.includes(short(wren)) && /mara|HUSD|DRIFT|Received|Sent/.test(text),
    )
    expect(mixed).toEqual([])
    expect((await readTexts(page)).some((text) => text.includes(short(mara)))).toBe(true)
    expect(journey.trouble).toEqual([])
  })
})

describe('A wallet on a network that the page does not have', () => {
  for (const [name, person] of [
    ['Harbor', 'harbor'],
    ['MetaMask (sandbox)', 'sandboxMetaMask'],
  ] as const) {
    it(`[A70] [A71] [G23] is switched to a network of the page by one button, and provider and modal agree at each step (wallet: ${name})`, async () => {
      const journey = await visit()
      const { modal, page } = journey
      await journey.connect(name)
      await watchProvider(page)
      const goTo = (chainId: number) =>
        page.evaluate(([who, id]) => window[who as 'harbor']!.goTo(id), [person, chainId] as const)
      await journey.open()
      await modal.getByText(/^Updated /).waitFor()
      await goTo(1)
      await modal.getByText('isn’t available on this network').waitFor()
      await modal.getByText('is on Ethereum').waitFor()
      expect(await journey.button.innerText()).toBe('Switch network')
      expect(await readProvider(page)).toEqual({ heard: ['chainChanged 0x1'], chainId: '0x1' })

      // A no changes nothing, and the way on stays.
      await modal.getByRole('button', { name: 'Switch to Driftwood Local' }).click()
      await modal.getByText(`Approve in ${name}`).waitFor()
      await journey.answer(name, 'reject')
      await modal.getByText(`You declined in ${name}`).waitFor()
      await modal.getByRole('button', { name: 'Switch to Driftwood Local' }).click()
      await journey.answer(name, 'approve')
      // The person wanted to go on with the page.
      await modal.waitFor({ state: 'hidden' })
      expect(await readProvider(page)).toEqual({
        heard: ['chainChanged 0x1', 'chainChanged 0x7a69'],
        chainId: '0x7a69',
      })
      await journey.open()
      await modal.getByRole('tab', { name: 'Tokens' }).waitFor()

      // A wallet that does not know the network learns it.
      await page.evaluate((who) => window[who as 'harbor']!.forgetNetwork(31337), person)
      // It opens by itself when the wallet goes astray.
      await journey.close()
      await goTo(1)
      await modal.getByRole('button', { name: 'Switch to Driftwood Local' }).click()
      await page.waitForFunction(
        (who) => window[who as 'harbor']!.getPending()?.title === 'Add a network',
        person,
      )
      await journey.answer(name, 'approve')
      await page.waitForFunction(
        (who) => window[who as 'harbor']!.getPending()?.title === 'Switch network',
        person,
      )
      await journey.answer(name, 'approve')
      await modal.waitFor({ state: 'hidden' })
      expect((await readProvider(page)).chainId).toBe('0x7a69')
      expect([...journey.trouble, ...journey.complaints]).toEqual([])
    })
  }
})

describe('The modal on the page', () => {
  it('[A7] changes neither the URL nor the history of the page in any view', async () => {
    const journey = await visit()
    const { modal, page } = journey
    const read = () => page.evaluate(() => [location.href, history.length, JSON.stringify(history.state)])
    const before = await read()
    await journey.open()
    await wallet(journey, 'Harbor').click()
    await modal.getByText('Approve in Harbor').waitFor()
    await journey.answer('Harbor', 'reject')
    await modal.getByRole('button', { name: 'Choose another wallet' }).click()
    await wallet(journey, 'Harbor').waitFor()
    await wallet(journey, 'Harbor').click()
    await journey.answer('Harbor', 'approve')
    await modal.waitFor({ state: 'hidden' })
    await journey.open()
    for (const tab of ['Tokens', 'NFTs', 'Activity'] as const) await journey.showTab(tab)
    await modal.getByRole('button', { name: 'Account settings' }).click()
    await modal.getByRole('button', { name: 'Back' }).click()
    await journey.close()
    expect(await read()).toEqual(before)
  })

  it('[A19] closes by Esc, × and a press outside the card, and returns the focus to the button', async () => {
    const journey = await visit()
    const { modal, page } = journey
    const ways = {
      Esc: () => page.keyboard.press('Escape'),
      cross: () => modal.getByRole('button', { name: 'Close' }).click(),
      beside: () => page.mouse.click(20, 400),
    }
    for (const close of Object.values(ways)) {
      await journey.open()
      await close()
      await modal.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('billfold-button')
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
    }
  })
})

/** Keeps what the page's provider says of its network. */
async function watchProvider(page: Journey['page']): Promise<void> {
  await page.evaluate(() => {
    const provider = window.billfold!.getProvider('eip155')!
    const heard: string[] = []
    Object.assign(window, { heard })
    provider.on('chainChanged', (chainId: string) => heard.push(`chainChanged ${chainId}`))
    provider.on('disconnect', () => heard.push('disconnect'))
  })
}

async function readProvider(page: Journey['page']): Promise<{ heard: string[]; chainId: string }> {
  return page.evaluate(async () => {
    const { heard } = window as unknown as { heard: string[] }
    const provider = window.billfold!.getProvider('eip155')!
    return { heard, chainId: await provider.request<string>({ method: 'eth_chainId' }) }
  })
}

async function disconnect(journey: Journey): Promise<void> {
  if (!(await journey.modal.isVisible())) await journey.open()
  await journey.modal.getByRole('button', { name: 'Account settings' }).click()
  await journey.modal.getByRole('button', { name: 'Disconnect' }).click()
  await journey.modal.waitFor({ state: 'hidden' })
}

/** Keeps every text that the modal ever shows from now on. */
async function watchText(page: Journey['page']): Promise<void> {
  await page.evaluate(() => {
    const dialog = document.querySelector('billfold-modal')!.shadowRoot!.querySelector('dialog')!
    const texts = new Set<string>()
    Object.assign(window, { texts })
    new MutationObserver(() => texts.add(dialog.innerText)).observe(dialog, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}

function readTexts(page: Journey['page']): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts])
}
