/** A page that draws its own list of wallets, with the guide's own words, and nothing of the modal. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { createPerson } from '../../sandbox/people/accounts.ts'
import type { Journey } from '../../sandbox/people/journey.ts'
import { createChain } from './chain.ts'
import { approve, openPhonePage, paste } from './phone-page.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const page = `
  import { createBillfold } from 'billfold'
  import { authFrame } from 'billfold/auth'
  import { evm } from 'billfold/evm'
  import { createRoot } from 'react-dom/client'
  import { installWallets } from '../../sandbox/people/wallets/install.ts'
  import { Money } from './money.tsx'
  import { Wallets } from './wallets.tsx'
  const seed = new URLSearchParams(location.search).get('harbor')
  const { api, project, relay, rpc, login } = await fetch('../config.json').then((answer) => answer.json())
  if (seed)
    installWallets({ nodes: [{ chainId: 31337, rpcUrl: rpc }], wallets: ['harbor'], announcing: 'once', harborSeed: seed })
  window.billfold = createBillfold({
    projectId: 'sandbox',
    networks: [{ id: 31337, name: 'Driftwood', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpc] } } }],
    adapters: [evm()],
    metadata: { name: 'Driftwood' },
    auth: authFrame({ url: login + '/sdk' }),
    apiUrl: api, explorerUrl: project, analyticsUrl: project, relayUrl: relay,
    features: { analytics: false },
    worker: new URL('../billfold/billfold-worker.js', document.baseURI),
  })
  createRoot(document.getElementById('root')).render(<><Wallets /><Money /></>)
`
let script: string

beforeAll(async () => {
  const guide = readFileSync(at('../../docs/recipes.md'), 'utf8')
  const read = (name: string) =>
    new RegExp(`^\`\`\`tsx\\n// ${name}\\n([^]*?)^\`\`\``, 'm').exec(guide)?.[1] ?? ''
  const root = at('../../.cache/headless/')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const name of ['wallets.tsx', 'money.tsx']) writeFileSync(`${root}${name}`, read(name))
  writeFileSync(`${root}page.tsx`, page)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^billfold$/, replacement: at('../../dist/index.js') },
        { find: /^billfold\/(auth|evm|react)$/, replacement: at('../../dist/$1.js') },
      ],
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: `${root}page.tsx`, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  script = chunk?.type === 'chunk' ? chunk.code : ''
})

async function openPage({ page, context }: Journey): Promise<void> {
  await context.route('**/headless/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="page.js"></script>',
    }),
  )
  await context.route('**/headless/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto(`${world.sandbox.urls.page}/headless/`)
}

it('A headless page connects WalletConnect from its own list, and can cancel the shown pairing code', async () => {
  const journey = await world.visit()
  const { page, trouble, complaints } = journey
  await openPage(journey)

  const rows = page.getByRole('button')
  await rows.first().waitFor({ timeout: 30_000 })
  expect(await rows.allTextContents()).toEqual(['WalletConnect'])

  const code = page.getByRole('link', { name: /^wc:/ })
  await rows.first().click()
  await code.waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await code.waitFor({ timeout: 30_000 })

  const phone = await openPhonePage(world)
  await paste(phone, (await code.getAttribute('href'))!)
  await approve(phone)
  await page.getByRole('button', { name: 'Leave' }).waitFor({ timeout: 30_000 })
  await page
    .getByText(/0x[0-9a-fA-F]{40}/)
    .first()
    .waitFor()
  expect(await page.locator('billfold-modal').count()).toBe(0)

  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor({ timeout: 30_000 })
  // That it was left is what the guide writes to the console.
  expect(trouble).toEqual([])
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toContain('WalletConnect')
})

it('[S12] [A42] [A43] [A44] A headless page draws its own account, send and buy views by following only the guide in the docs', async () => {
  const person = await world.createPerson({ ETH: '3' })
  const receiver = createPerson('paid by a page').account.address
  const journey = await world.visit()
  const { page, trouble } = journey
  // A document of the sandbox's own server: from one that a test makes up, the browser lets no wallet reach a local node.
  await page.goto(`${world.sandbox.urls.page}/config.json?${new URLSearchParams({ harbor: person.seed })}`)
  await page.setContent('<!doctype html><div id="root"></div>')
  await page.addScriptTag({ type: 'module', content: script })
  await page.getByRole('button', { name: 'Harbor' }).click({ timeout: 30_000 })
  await journey.answer('Harbor', 'approve')
  await page.getByRole('heading', { name: person.account.address }).waitFor({ timeout: 30_000 })
  await page.getByText('3 ETH').waitFor({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Send view' }).click()
  await page.getByLabel('Token').selectOption('eip155:31337', { timeout: 30_000 })
  await page.getByLabel('Amount').fill('0.123456789012345678')
  await page.getByLabel('Receiver').fill(receiver)
  await page.getByRole('button', { name: 'Review' }).click({ timeout: 30_000 })
  await page.getByText(`Send 0.123456789012345678 ETH to ${receiver}.`).waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Send 0.123456789012345678 ETH' }).click()
  await journey.answer('Harbor', 'approve')
  await page.getByText(/^0x[0-9a-f]{64} confirmed$/).waitFor({ timeout: 60_000 })
  expect(await createChain(world.sandbox).readBalances(receiver)).toContain('0.123456789012345678 ETH')

  await page.getByRole('button', { name: 'Buy view' }).click()
  await page.getByText(/USD buys [\d.]+ \w+/).waitFor({ timeout: 30_000 })
  expect(await page.getByRole('button', { name: 'Buy at Coinbase' }).isEnabled()).toBe(true)
  expect(await page.locator('billfold-modal').count()).toBe(0)
  expect(trouble).toEqual([])
})
