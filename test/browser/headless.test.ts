/** A page that draws its own list of wallets, with the guide's own words, and nothing of the modal. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { approve, openPhonePage, paste } from './phone-page.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const page = `
  import { createBillfold } from 'billfold'
  import { authFrame } from 'billfold/auth'
  import { evm } from 'billfold/evm'
  import { createRoot } from 'react-dom/client'
  import { Wallets } from './wallets.tsx'
  const { api, project, relay, rpc, login } = await fetch('../config.json').then((answer) => answer.json())
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
  createRoot(document.getElementById('root')).render(<Wallets />)
`
let script: string

beforeAll(async () => {
  const guide = readFileSync(at('../../docs/using.md'), 'utf8')
  const [, wallets = ''] = /^```tsx\n\/\/ wallets\.tsx\n([^]*?)^```/m.exec(guide) ?? []
  const root = at('../../.cache/headless/')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  writeFileSync(`${root}wallets.tsx`, wallets)
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

it('each row of the list leads to a connection: the code of WalletConnect is shown, and can be left', async () => {
  const { page, context, trouble, complaints } = await world.visit()
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
  await page.getByText(/0x[0-9a-fA-F]{40}/).waitFor()
  expect(await page.locator('billfold-modal').count()).toBe(0)

  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'WalletConnect' }).waitFor({ timeout: 30_000 })
  // That it was left is what the guide writes to the console.
  expect(trouble).toEqual([])
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toContain('WalletConnect')
})
