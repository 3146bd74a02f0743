/** What is fetched before somebody looks, and what is ready when somebody does. */
import { describe, expect, it } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import { readStorage } from './storage.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

/** The parts of the package that were fetched so far, by their names. */
function readFetched({ page }: Journey): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname.split('/').at(-1)!)
      .filter((name) => name.endsWith('.js'))
      .map((name) =>
        name
          .split('-')
          .slice(0, name.startsWith('billfold-') ? 2 : 1)
          .join('-'),
      ),
  )
}

describe('A page without a session', () => {
  it('[G52] downloads the modal’s code once the page is idle, and draws nothing yet', async () => {
    const journey = await world.visit()
    await journey.goto()
    await expect.poll(() => readFetched(journey)).toContain('mount')
    expect(await journey.page.locator('billfold-modal').count()).toBe(0)
  })

  it('[G65] draws the Connect view before loading the account’s code and the worker', async () => {
    const journey = await world.visit()
    const asked: string[] = []
    // The directory's wallets come behind it, and the worker and the next views with them: here they never do.
    await journey.page.route(
      /\/(account|networks|link|billfold-worker)-[^/]*\.js/,
      (route) => void asked.push(route.request().url()),
    )
    await journey.goto()
    expect(asked).toEqual([])
    await journey.open()
    await journey.modal.getByText('Harbor').waitFor()
    const fetched = await readFetched(journey)
    expect(fetched).toContain('mount')
    for (const name of ['account', 'networks', 'billfold-worker']) expect(fetched).not.toContain(name)
  })

  it('[G65] shows on the button that the modal’s code failed to load, and opens the modal after a retry', async () => {
    const journey = await world.visit()
    const { page, button } = journey
    const isModal = /\/mount-[^/]*\.js/
    await page.route(isModal, (route) => route.abort())
    await journey.goto()
    await button.click()
    await page.getByText('Couldn’t load. Try again').waitFor()
    await page.unroute(isModal)
    await button.click()
    await journey.modal.getByText('Harbor').waitFor()
    expect(await page.getByText('Couldn’t load. Try again').count()).toBe(0)
  })

  it('[G52] opens the modal within the task of the click if the pointer was over the button before the click', async () => {
    const journey = await world.visit()
    await journey.goto()
    await journey.button.hover()
    await expect.poll(() => journey.page.locator('billfold-modal').count()).toBe(1)
    const isOpen = await journey.page.evaluate(async () => {
      document.querySelector('billfold-button')!.shadowRoot!.querySelector('button')!.click()
      const channel = new MessageChannel()
      const nextTask = new Promise((resolve) => (channel.port1.onmessage = resolve))
      channel.port2.postMessage(undefined)
      await nextTask
      return document.querySelector('billfold-modal')!.shadowRoot!.querySelector('dialog')?.open
    })
    expect(isOpen).toBe(true)
  })
})

it('[G52] The modal shows a stored account at once if no server answers', { tags: 'quick' }, async () => {
  const journey = await world.visit()
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.modal.getByText('Updated just now').waitFor()
  // A disk that was slow to open has it a moment later.
  await expect.poll(() => readStorage(journey.page)).toContain('Harbor Dollar')
  await world.sandbox.control.stop({ mode: 'hang' })
  await journey.goto()
  // Nobody is near the button: the views come by themselves.
  await expect.poll(() => readFetched(journey)).toContain('account')
  await journey.open()
  await journey.modal.locator('[data-row="0"] .row-title', { hasText: /\w/ }).first().waitFor()
})
