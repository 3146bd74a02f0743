/** The first journey by keyboard only, on the bundled demo page. */
import { expect, it } from 'vitest'
import { createChain } from '../chain.ts'
import { writeTime } from '../read-modal.ts'
import { readStorageInPage } from '../storage.ts'
import type { EngineRun } from './run-in.ts'

export function tryJourney(run: EngineRun): void {
  it('[G20] a visitor connects and sees tokens, NFT pictures and activity, and a disconnect leaves no data behind', async () => {
    const { visit, driver, sandbox } = run
    const { mara } = sandbox.accounts
    const newest = await createChain(sandbox).readNewest(mara)
    const own = mara.slice(2).toLowerCase()
    const readStored = async () => (await visit.evaluate(readStorageInPage)).toLowerCase()

    await driver.goto(`${sandbox.urls.page}/?market=calm&balance=none`)
    await visit.choose('Connect wallet')
    // Wait for the view: the page itself has a control with the same name, which reloads it.
    await visit.waitFor('Connect to')
    await visit.choose('Harbor')
    await visit.waitFor(`Connect to ${new URL(sandbox.urls.page).host}`)
    await visit.choose('Connect')
    await visit.choose(`${mara.slice(0, 6)}…${mara.slice(-4)}`)

    await visit.waitFor('Updated ')
    await visit.waitFor('Harbor Dollar')
    await visit.tabTo('Tokens')
    await visit.press('ArrowRight')
    await visit.waitFor('Signal Flags #3')
    await expect.poll(() => visit.evaluate(countPictures), { timeout: 30_000 }).toBeGreaterThan(1)

    await visit.tabTo('NFTs')
    await visit.press('ArrowRight')
    await visit.choose(/^(Received|Sent)$/)
    await visit.waitFor(writeTime(newest.time))
    expect(await visit.read()).toContain(newest.amount)

    const round = await visit.tab(12)
    expect(round).not.toContain('')
    expect(round).toContain('Close')
    await visit.choose('Account settings')
    await visit.waitFor('Connected with Harbor')
    expect(await readStored()).toContain(own)
    await visit.choose('Disconnect')
    await visit.waitFor('Connect wallet')
    await expect.poll(readStored, { timeout: 30_000 }).not.toContain(own)
  })
}

/** Number of visible NFTs whose picture is loaded. */
function countPictures(): number {
  const { shadowRoot } = document.querySelector('billfold-modal')!
  return [...shadowRoot!.querySelectorAll<HTMLImageElement>('.nft img')].filter(
    ({ complete, naturalWidth }) => complete && naturalWidth > 0,
  ).length
}
