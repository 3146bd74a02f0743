/** Wallets of three namespaces at the same time, in one tab and in two. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { bitcoinRegtest } from '../../sandbox/chains/bitcoin-network.ts'
import { skerry } from '../../sandbox/chains/evm-networks.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { solanaLocalnet } from '../../sandbox/chains/solana-network.ts'
import type { CaipNetworkId, Namespace } from '../../src/core/chains/caip.ts'
import { hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const three = it.runIf(hasSolana)

const skerryId: CaipNetworkId = `eip155:${skerry.id}`
const namespaces = ['eip155', 'solana', 'bip122'] as const
const query = { wallets: 'harbor,reef,keel' }
const owners = { eip155: ['Harbor', 'harbor'], solana: ['Reef', 'reef'], bip122: ['Keel', 'keel'] } as const

/** A page asks for an account of a namespace; a person chooses and answers. */
async function connect({ page, modal, getWallet }: Journey, namespace: (typeof namespaces)[number]) {
  const [name, person] = owners[namespace]
  const connecting = page.evaluate(
    (wanted) => window.billfold!.connect(wanted).then(({ caipAddress }) => caipAddress),
    namespace,
  )
  await modal.waitFor()
  await getWallet(name as 'Harbor').click()
  await page.waitForFunction((who) => window[who as 'harbor']?.getPending() !== undefined, person)
  await page.evaluate((who) => void window[who as 'harbor']!.approve(), person)
  const address = await connecting
  await modal.waitFor({ state: 'hidden' })
  return address
}

/** Of each namespace: the account, the network that it is on, or why there is none; and who is on top. */
const read = (page: Page) =>
  page.evaluate(
    async (names) => {
      const { chain } = await window.billfold!.headless()
      const states = names.map((name) => {
        const state = chain(name as 'eip155').connection.value
        return [name, state.status === 'connected' ? state.caipAddress : state.status]
      })
      const top = window.billfold!.account.peek()
      return { ...Object.fromEntries(states), top: top.status === 'connected' && top.caipAddress }
    },
    [...namespaces],
  )

const isAsked = (page: Page) =>
  page.evaluate(() => [window.harbor, window.reef, window.keel].some((wallet) => wallet!.getPending()))

async function connectAll(journey: Journey) {
  await journey.goto()
  const addresses: Partial<Record<Namespace, string>> = {}
  for (const namespace of namespaces) addresses[namespace] = await connect(journey, namespace)
  return addresses
}

three('[A4] [A58] three are connected at once, come back in silence, and are left one by one', async () => {
  const journey = await world.visit({ query })
  const { page, trouble, complaints } = journey
  const all = await connectAll(journey)
  expect(await read(page)).toEqual({ ...all, top: all.bip122 })

  await journey.reload()
  await expect.poll(() => read(page)).toEqual({ ...all, top: all.bip122 })
  expect(await isAsked(page)).toBe(false)

  const left: Record<string, unknown> = { ...all }
  for (const namespace of ['solana', 'bip122', 'eip155'] as const) {
    await page.evaluate((name) => window.billfold!.disconnect(name), namespace)
    left[namespace] = 'disconnected'
    expect(await read(page)).toMatchObject(left)
    await journey.reload()
    await expect.poll(() => read(page)).toMatchObject(left)
  }
  expect([...trouble, ...complaints]).toEqual([])
})

three('[A4] each goes to another network by itself, and the last one that was used is on top', async () => {
  const journey = await world.visit({ query })
  const { page } = journey
  const all = await connectAll(journey)

  const switching = page.evaluate((id) => window.billfold!.switchNetwork(id), skerryId)
  await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  await page.evaluate(() => window.harbor!.approve())
  await switching
  const onSkerry = { ...all, eip155: all.eip155!.replace(/:\d+:/, `:${skerry.id}:`) }
  expect(await read(page)).toEqual({ ...onSkerry, top: onSkerry.eip155 })

  // They are there already: nobody is asked.
  for (const [id, namespace] of [
    [solanaLocalnet.caipNetworkId, 'solana'],
    [bitcoinRegtest.caipNetworkId, 'bip122'],
    [skerryId, 'eip155'],
  ] as const) {
    await page.evaluate((network) => window.billfold!.switchNetwork(network), id)
    expect(await read(page)).toEqual({ ...onSkerry, top: onSkerry[namespace] })
    expect(await isAsked(page)).toBe(false)
  }
})

three('[A58] two tabs have the same accounts, and both lose what is left in one, or all of it', async () => {
  const journey = await world.visit({ query })
  const { page } = journey
  const all = await connectAll(journey)
  const second = await world.visit({ context: journey.context, query })
  await second.goto()
  await expect.poll(() => read(second.page), { timeout: 15_000 }).toMatchObject(all)
  expect(await isAsked(second.page)).toBe(false)

  await second.page.evaluate(() => window.billfold!.disconnect('solana'))
  const left = { ...all, solana: 'disconnected' }
  for (const each of [page, second.page]) await expect.poll(() => read(each)).toMatchObject(left)

  await page.evaluate(() => window.billfold!.disconnect())
  const nobody = Object.fromEntries(namespaces.map((namespace) => [namespace, 'disconnected']))
  for (const each of [page, second.page]) await expect.poll(() => read(each)).toMatchObject(nobody)
  for (const each of [page, second.page]) {
    await each.reload()
    await expect.poll(() => read(each)).toMatchObject(nobody)
  }
})
