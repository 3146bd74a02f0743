/** The built package in the ways to run its worker that the demo can be made to take, and on a page with a strict policy. */
import { describe, expect, it } from 'vitest'
import type { Journey, JourneyOptions } from '../../sandbox/people/journey.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

interface Way {
  mode: string
  options: JourneyOptions
  /** Address of the worker's script; absent: there is no worker. */
  worker?: RegExp
}

/** The demo's bundler writes each file twice: as the asset that it is, and as a chunk of the page. */
const ways: Way[] = [
  { mode: 'caller', options: { query: { worker: 'self' } }, worker: /\/billfold\/billfold-worker\.js$/ },
  { mode: 'asset', options: {}, worker: /\/assets\/billfold-worker-[\w-]+\.js$/ },
  { mode: 'blob', options: { path: 'elsewhere/' }, worker: /^blob:/ },
  { mode: 'in-thread', options: { path: 'csp/no-worker/' } },
]

const otherCode = /\/billfold-(solana|bitcoin|walletconnect)[\w-]*\.js$/
const evmCode = /\/billfold-evm[\w-]*\.js$/

describe.each(ways)('The modal with a worker in the mode “$mode”', ({ options, worker }) => {
  it('[F34] shows the account’s data, and loads libraries only for the account’s network', async () => {
    const journey = await world.visit(options)
    const { page, modal } = journey
    const scripts = recordScripts(journey)
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
    expect(await modal.getByText('DRIFT', { exact: false }).count()).toBeGreaterThan(0)

    await journey.showTab('Activity')
    await modal.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()

    // One that was slow to come has had company, which is ended.
    await expect
      .poll(() => page.workers().map((each) => each.url()))
      .toEqual(worker ? [expect.stringMatching(worker)] : [])
    await journey.showTab('NFTs')
    const nfts = modal.getByRole('list', { name: 'NFTs' })
    await nfts
      .getByText(/Tidelines #\d+/)
      .first()
      .waitFor()
    expect(await findAddress(journey)).toMatch(/^0x/)
    expect(scripts.filter((url) => evmCode.test(url))).toHaveLength(1)
    expect(scripts.filter((url) => otherCode.test(url))).toEqual([])
  })
})

it('[F18] The worker starts from its file under a strict CSP', { tags: 'quick' }, async () => {
  const journey = await world.visit({ path: 'csp/strict/' })
  const { page, modal } = journey
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
  await journey.showTab('NFTs')
  await modal
    .getByText(/Tidelines #\d+/)
    .first()
    .waitFor()
  await journey.showTab('Activity')
  await modal.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
  expect(await findAddress(journey)).toMatch(/^0x/)
  await expect
    .poll(() => page.workers().map((each) => each.url()))
    .toEqual([expect.stringMatching(/\/billfold-worker-[\w-]+\.js$/)])
  expect(await page.evaluate('violations')).toEqual([])
})

/** Of a name on the first chain; this needs the code for contracts. */
function findAddress({ page }: Journey): Promise<string | undefined> {
  return page.evaluate(async () =>
    (await window.billfold!.wallet()).getEnsAddress({ name: 'treasury.driftwood.example' }),
  )
}

function recordScripts({ context }: Journey): string[] {
  const scripts: string[] = []
  context.on('request', (request) => scripts.push(request.url()))
  return scripts
}
