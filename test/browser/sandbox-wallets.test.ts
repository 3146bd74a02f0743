/** The wallets of the demo page, met as any page would meet them: by their announcements. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createTransfer, hasSolana } from './solana-chain.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

interface Found {
  name: string
  chains: readonly string[]
  features: Record<string, Record<string, (input?: object) => Promise<unknown>>>
}

async function visit(query: Record<string, string>) {
  const journey = await world.visit({ query })
  await journey.page.addInitScript(() => {
    const page = window as unknown as { evm: string[]; standard: Found[]; firstAt?: number }
    page.evm = []
    page.standard = []
    window.addEventListener('eip6963:announceProvider', (event) => {
      page.firstAt ??= performance.now()
      page.evm.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name)
    })
    const register = (wallet: Found) => {
      page.firstAt ??= performance.now()
      page.standard.push(wallet)
    }
    window.addEventListener('wallet-standard:register-wallet', (event) => {
      ;(event as CustomEvent<(api: object) => void>).detail({ register })
    })
  })
  await journey.goto()
  return journey
}

/** How often each wallet has announced itself since the page began to load, as it is by itself, without being asked. */
const count = (page: Page) =>
  page.evaluate(() => {
    const { evm, standard } = window as unknown as { evm: string[]; standard: Found[] }
    const names = [...evm, ...standard.map(({ name }) => name)]
    return Object.fromEntries(
      [...new Set(names)].sort().map((name) => [name, names.filter((each) => each === name).length]),
    )
  })

it('the address says which wallets there are: both EVM wallets where it says nothing', async () => {
  const { page } = await visit({})
  expect(Object.keys(await count(page))).toEqual(['Harbor', 'MetaMask (sandbox)'])
  const other = await visit({ wallets: 'keel' })
  await other.page.waitForFunction(() => window.unisat)
  expect(await count(other.page)).toEqual({ Keel: 1 })
  expect(await other.page.evaluate(() => [typeof window.harbor, typeof window.ethereum])).toEqual([
    'undefined',
    'undefined',
  ])
})

it.runIf(hasSolana)('wallets announce themselves twice, late, or stand at the window alone', async () => {
  const wallets = 'harbor,metamask,burner,reef,keel'
  const twice = await visit({ wallets, announcing: 'twice' })
  await twice.page.waitForFunction(() => window.reef && window.keel)
  expect(await count(twice.page)).toMatchObject({ 'MetaMask (sandbox)': 2, Reef: 2, Keel: 2 })

  const late = await visit({ wallets, announcing: 'late' })
  await late.page.waitForFunction(() => (window as unknown as { standard: Found[] }).standard.length === 3)
  expect(Object.keys(await count(late.page))).toHaveLength(5)
  // By the page's own time, which begins before they are put there: 3 s late.
  const firstAt = await late.page.evaluate(() => (window as { firstAt?: number }).firstAt)
  expect(firstAt).toBeGreaterThan(2_900)

  const legacy = await visit({ wallets: 'harbor,keel', announcing: 'legacy' })
  await legacy.page.waitForFunction(() => window.unisat)
  expect(await count(legacy.page)).toEqual({})
  const { ethereum } = await legacy.page.evaluate(() => ({ ...(window as { ethereum?: object }) }))
  expect(ethereum).toMatchObject({ isHarbor: true })
})

it.runIf(hasSolana)('the burner sends a transaction that the Solana chain confirms', async () => {
  const { page, trouble, complaints } = await visit({ wallets: 'burner' })
  await page.waitForFunction(() => (window as unknown as { standard: Found[] }).standard.length === 1)
  const address = await page.evaluate(async () => {
    const [burner] = (window as unknown as { standard: Found[] }).standard
    const { accounts } = (await burner!.features['standard:connect']!['connect']!()) as {
      accounts: { address: string }[]
    }
    return accounts[0]!.address
  })
  const { bytes, lamports, to, connection } = await createTransfer(world.sandbox, address)
  const length = await page.evaluate(async (transaction) => {
    const [burner] = (window as unknown as { standard: (Found & { accounts: object[] })[] }).standard
    const send = burner!.features['solana:signAndSendTransaction']!['signAndSendTransaction']!
    const input = { account: burner!.accounts[0], chain: 'solana:localnet' }
    const outputs = await send({ ...input, transaction: new Uint8Array(transaction) })
    return (outputs as { signature: Uint8Array }[])[0]!.signature.length
  }, bytes)
  expect(length).toBe(64)
  await expect.poll(() => connection.getBalance(to)).toBe(lamports)
  expect([...trouble, ...complaints]).toEqual([])
})

it('the panel takes a wallet out of the page and puts another one in', async () => {
  const { page } = await visit({})
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip('MetaMask').click()
  await expect.poll(() => chip('MetaMask').getAttribute('aria-pressed')).toBe('false')
  expect(await chip('Harbor').getAttribute('aria-pressed')).toBe('true')
  await chip('Keel').click()
  await page.waitForFunction(() => window.unisat)
  expect(new URL(page.url()).searchParams.get('wallets')).toBe('harbor,keel')
})
