/** NFTs as a person meets them: opened, offline, and those that nobody asked for. */
import { describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

async function visitNfts(): Promise<Journey> {
  const journey = await world.visit()
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.showTab('NFTs')
  await journey.modal
    .getByRole('button', { name: /^Tidelines #/ })
    .first()
    .waitFor()
  return journey
}

describe('NFTs', () => {
  it('[G48] open with the whole picture, traits and facts, and can be opened again while offline', async () => {
    const journey = await visitNfts()
    const { modal, page } = journey
    const first = modal.getByRole('button', { name: /^Tidelines #/ }).first()
    await first.click()
    await modal.getByText('Token ID').waitFor()
    const picture = modal.locator('.nft-picture.there img')
    await picture.waitFor()
    const fits = await picture.evaluate((image: HTMLImageElement) => getComputedStyle(image).objectFit)
    expect(fits).toBe('contain')
    await modal.getByRole('button', { name: 'Copy contract address' }).waitFor()
    await modal.locator('.traits').waitFor()
    const words = modal.locator('.nft-view :is(.description, bdi)')
    const told = await words.allInnerTexts()

    await modal.getByRole('button', { name: 'Back' }).click()
    await page.context().setOffline(true)
    await world.sandbox.control.stop()
    await first.click()
    await picture.waitFor()
    await expect.poll(() => words.allInnerTexts()).toEqual(told)
  })

  it('[G43] are listed separately with the reason if they are unverified, and then load nothing until the person asks', async () => {
    const journey = await visitNfts()
    const { modal, page } = journey
    expect(await modal.getByRole('list', { name: 'NFTs' }).getByText('VOUCHER').count()).toBe(0)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await modal.getByRole('button', { name: /^Unverified \(\d+\)/ }).click()
    await modal.getByText('Name contains a link').first().waitFor()
    await modal
      .getByRole('button', { name: /VOUCHER - claim at voucher·example/ })
      .first()
      .click()
    await modal.getByText('Picture not loaded').waitFor()
    await modal.getByText('You didn’t request this NFT. Name contains a link.').waitFor()
    // The network's own picture is the page's.
    expect(await modal.locator('img:not([src*="/assets/network/"])').count()).toBe(0)
    expect(await modal.getByRole('button', { name: 'Send' }).count()).toBe(0)
    expect(
      asked.filter((url) => !url.startsWith('http://127.0.0.1') && !url.startsWith('http://localhost')),
    ).toEqual([])
  })

  it('[G51] can be reached, opened and closed by the keyboard alone', async () => {
    const journey = await visitNfts()
    const { modal, page } = journey
    await modal
      .getByRole('button', { name: /^Tidelines #/ })
      .first()
      .focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await modal.getByText('Token ID').waitFor()
    for (let steps = 0; steps < 12; steps += 1) {
      if (await modal.getByRole('button', { name: 'Back' }).evaluate((button) => button.matches(':focus')))
        break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await modal.getByRole('tab', { name: 'Tokens' }).waitFor()
  })
})
