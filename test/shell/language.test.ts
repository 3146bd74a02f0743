// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { language, loadLanguage } from '../../src/base/language.ts'
import { texts } from '../../src/button/texts.ts'
import { createPortfolio } from '../../src/portfolio/create-portfolio.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'

const networks = [
  {
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  },
]
const options: Options = { projectId: 'project', networks, adapters: [], metadata: { name: 'Driftwood' } }
const ends: (() => void)[] = []
const end = () => ends.splice(0).forEach((one) => one())
afterEach(end)

async function start(given: Partial<Options> = {}): Promise<void> {
  end()
  ends.push(createBillfold({ ...options, ...given }).destroy)
  await loadLanguage()
}

test('each new Billfold uses its own language, or English if it has none, whatever language the previous Billfold had', async () => {
  await start({ language: 'de' })
  expect(texts.connect).toBe('Wallet verbinden')
  await start({ language: 'pt-BR' })
  expect([language.value.tag, texts.connecting]).toEqual(['pt-BR', 'Conectando…'])
  await start()
  expect([language.value.tag, texts.connect]).toEqual([undefined, 'Connect wallet'])
})

test('a portfolio without a language uses the language of the modal', async () => {
  await start({ language: 'ja' })
  const connect = texts.connect
  expect(connect).not.toBe('Connect wallet')
  ends.push(createPortfolio({ projectId: 'project', networks }).destroy)
  await loadLanguage()
  expect(texts.connect).toBe(connect)
})

test.each([
  ['zh-TW', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['de-CH', 'de'],
])('the language %s uses the texts of %s', async (asked, known) => {
  await start({ language: known })
  const { connect } = texts
  await start()
  await start({ language: asked })
  expect(texts.connect).toBe(connect)
})

test('a language for which Billfold has no texts shows English texts, and keeps its own language tag', async () => {
  await start({ language: 'ur' })
  expect([language.value, texts.connect]).toEqual([{ tag: 'ur', isLoading: false }, 'Connect wallet'])
})
