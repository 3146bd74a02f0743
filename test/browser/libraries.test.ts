/** wagmi, ethers and viem in a real page, over both wallets of the sandbox. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import { useWorld } from './use-world.ts'

const world = useWorld()
let script: string

beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('libraries-page.ts', import.meta.url)), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  script = chunk?.type === 'chunk' ? chunk.code : ''
})

it('[G23] wagmi, ethers and viem agree with Billfold on the account at each step with two wallets', async () => {
  const journey = await world.visit()
  const { page, modal, trouble, complaints } = journey
  const { mara, wren, theo } = world.sandbox.accounts
  await journey.goto()
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction(() => window.libraries !== undefined)
  const chainId = await page.evaluate(() => Number(window.billfold!.networks[0]!.id))

  async function expectAll(...accounts: string[]): Promise<void> {
    const all = [accounts.map((address) => address.toLowerCase()), accounts.length > 0 && chainId]
    await expect
      .poll(() => page.evaluate(() => window.libraries!.ask()), { timeout: 15_000 })
      .toEqual({ billfold: all, wagmi: all, ethers: all, viem: all })
  }
  async function choose(name: 'Harbor' | 'MetaMask (sandbox)'): Promise<void> {
    await page.evaluate(() => window.billfold!.open({ view: 'Connect' }))
    await journey.getWallet(name).click()
    await journey.answer(name, 'approve')
    await modal.waitFor({ state: 'hidden' })
  }

  await expectAll()
  const connecting = page.evaluate(() => window.libraries!.connect().then(() => 'connected'))
  await journey.getWallet('Harbor').click()
  await journey.answer('Harbor', 'approve')
  expect(await connecting).toBe('connected')
  await expectAll(mara, wren)

  await choose('MetaMask (sandbox)')
  await expectAll(theo)
  await choose('Harbor')
  await expectAll(mara, wren)
  await page.evaluate(() => window.harbor!.select(1))
  await expectAll(wren, mara)
  // The wallet shares nothing any more, as when it is locked.
  await page.evaluate(() => window.harbor!.disconnect())
  await expectAll()
  await choose('Harbor')
  await expectAll(wren, mara)
  await page.evaluate(() => window.billfold!.disconnect())
  await expectAll()
  expect([...trouble, ...complaints]).toEqual([])
})
