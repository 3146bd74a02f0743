// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { TokenRow } from '../../../src/core/assets/portfolio.ts'
import type { Features } from '../../../src/shell/options.ts'
import { formatShare } from '../../../ui/portfolio/format-share.ts'
import '../../../ui/portfolio/token-view.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import { portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, press, wait } = modal
const CONTRACT = '0x9fA341b7c08E5d26e7f130ab84c9d25e6f07B1E4'

beforeAll(() => loadViews(['Token', 'WalletSend']))

async function openToken(
  row: number,
  changes: Partial<TokenRow> = {},
  value: number | undefined = 12_881.58,
) {
  const { shell } = modal
  shell.rows.portfolio = (index) => ({ ...tokenAt(index), ...(index === row ? changes : {}) })
  shell.set('portfolio', { data: portfolioHead(6, { value }) })
  await modal.openAccount()
  await act(async () => find(`[data-row="${row}"] button`)!.click())
  await wait(10)
}

describe('[G48] the view of a token', () => {
  test('shows its name, balance, value, price, network and share', async () => {
    await openToken(1, { value: 4_250 })
    expect(text('h2')).toBe('USD Coin')
    expect(text('.amount')).toBe('4,250.000USDC')
    expect(text('.worth')).toBe('$4,250.00')
    const facts = [...modal.root.querySelectorAll('.token-list bdi')].map(({ textContent }) => textContent)
    expect(facts).toEqual(['4250.000001', '$1.00', 'Ethereum'])
    expect(text('.token-share')).toBe('Share of your tokens32.9%')
  })

  test('shows the whole contract address and a link to the explorer', async () => {
    await openToken(1, { contract: CONTRACT })
    expect(find('.whole-address')!.getAttribute('aria-label')).toBe(CONTRACT)
    const link = find('a')!
    expect(link.textContent).toBe('View in explorer')
    expect(link.getAttribute('href')).toBe(`https://explorer.example/address/${CONTRACT}`)
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test('shows no contract for a native token', async () => {
    await openToken(0)
    expect(text()).not.toContain('Contract')
    expect(find('a, .whole-address')).toBeUndefined()
  })

  test('[A77] opens the send form for the token that the view shows', async () => {
    const { answer } = modal.shell
    modal.shell.answer = async (command, input) => (command === 'prices' ? [] : answer(command, input))
    await openToken(1)
    await press('Send')
    await wait(10)
    expect(modal.shell.router.current.peek().view).toBe('WalletSend')
    expect(find('.send-token')!.getAttribute('aria-label')).toBe('USDC. Choose another token')
  })

  test.each<[string, Partial<TokenRow>, Features]>([
    ['[A103] for a token without decimals', { decimals: 0 }, {}],
    ['for an unverified token', { group: 'unverified' }, {}],
    ['for a zero balance', { amount: 0n }, {}],
    ['[A201] if the page turns Send off', {}, { send: false }],
  ])('has no Send button %s', async (_, changes, features) => {
    modal.shell.features.value = features
    await openToken(1, changes)
    expect(find('.token-send')).toBeUndefined()
    expect(text('h2')).toBe('USD Coin')
  })

  test.each([
    ['Copy balance', '4250.000001'],
    ['Copy contract address', CONTRACT],
  ])(
    'copies the complete value, neither rounded nor shortened, with the button “%s”',
    async (label, whole) => {
      const writeText = vi.fn(async () => {})
      vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
      await openToken(1, { contract: CONTRACT })
      await press(label)
      expect(writeText).toHaveBeenCalledWith(whole)
      vi.unstubAllGlobals()
    },
  )

  test('shows no price and no share if the price is unknown', async () => {
    await openToken(5)
    expect(text('.worth')).toBe('No price')
    expect(text()).not.toContain('$')
    expect(find('.token-share')).toBeUndefined()
  })

  test('[T11] says that a token without decimals does not count towards the total, and shows no share', async () => {
    await openToken(1, { group: 'other', value: 4_250 })
    expect(text('.alert')).toContain('so it’s not included in your total')
    expect(text('.worth')).toBe('Not in your total')
    expect(find('.token-share')).toBeUndefined()
  })

  test('[F19] if the token’s name is unusual, shows the contract address as its title, and the name only in a warning', async () => {
    await openToken(1, { name: 'UЅD Сoin', unusual: true, contract: CONTRACT })
    expect(text('h2')).toBe('0x9fA3…B1E4')
    expect(text('.alert.warn')).toContain('UЅD Сoin')
  })

  test('shows updates from the worker, and stays open while the portfolio reloads', async () => {
    await openToken(1, { value: 4_250 })
    const { shell } = modal
    shell.rows.portfolio = (index) => ({ ...tokenAt(index), text: '4,300.000', full: '4300' })
    const next = { version: 2, since: 1, dirty: [[1, 2]] as const }
    await act(async () => shell.set('portfolio', { data: portfolioHead(6, next) }))
    await wait(10)
    expect(text('.amount')).toBe('4,300.000USDC')
    await act(async () => shell.set('portfolio', { status: 'loading' }))
    await wait(10)
    expect(text('.amount')).toContain('USDC')
  })

  test('returns to the Tokens tab with Back', async () => {
    await openToken(1)
    await press('Back')
    expect(text('[aria-selected=true]')).toBe('Tokens')
  })
})

describe('A token’s share of the total', () => {
  test.each([
    [0.0794, '7.9%'],
    [0.329, '32.9%'],
    [0.57, '57%'],
    [0.99999, '99.9%'],
    [1, '100%'],
    [1.2, '100%'],
    [0.0001, '<0.1%'],
    [0, '0%'],
  ])('for the fraction %d is shown as %s, and is never above 100%', (part, shown) => {
    expect(formatShare(part, 'en')).toBe(shown)
  })

  test('is formatted in the page’s locale with Latin digits, or in a default format if the locale is invalid', () => {
    expect(formatShare(0.079, 'de')).toBe('7,9\u00a0%')
    expect(formatShare(0.079, 'ar-EG')).toContain('7')
    expect(formatShare(0.079, 'no locale')).toBe('7.9%')
  })
})
