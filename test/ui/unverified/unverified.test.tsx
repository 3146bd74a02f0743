// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { TokenRow, UnverifiedToken } from '../../../src/core/assets/portfolio.ts'
import '../../../ui/unverified/unverified-view.tsx'
import { loadViews } from '../../../ui/modal/views.ts'
import { address, portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { find, text, press, wait } = modal

beforeAll(() => loadViews(['Token', 'Unverified', 'Networks']))

/** Two tokens, and those that stand apart. */
async function openTokens(apart: readonly Partial<TokenRow>[], tokens = 2): Promise<void> {
  const { shell } = modal
  shell.rows.portfolio = (index) =>
    index < tokens ? tokenAt(index) : { ...tokenAt(index), group: 'unverified', ...apart[index - tokens] }
  const total = tokens + apart.length
  shell.set('portfolio', {
    data: portfolioHead(total, {
      otherFrom: tokens,
      unverifiedFrom: tokens,
      ...(tokens === 0 ? { value: undefined, native: undefined } : {}),
    }),
  })
  await modal.openAccount()
}

const spam = (name: string, unverified: UnverifiedToken, unusual = false) => ({ name, unverified, unusual })

describe('[G43] Unverified tokens', () => {
  test('are counted below the verified tokens, and their list shows why each token is unverified', async () => {
    await openTokens([
      spam('pass-claim.com', { reason: 'link' }),
      spam('$5,000 VOUCHER', { reason: 'lure' }),
      spam('USD Coin', { reason: 'imitation', imitates: 'USDC' }),
      spam('UЅDС', { reason: 'imitation', imitates: 'USDC' }, true),
    ])
    expect(modal.root.querySelectorAll('[data-row]')).toHaveLength(2)
    await press('Unverified (4)Likely spam. No action needed.')
    await wait(10)
    expect(text('h2')).toBe('Unverified')
    const rows = [...modal.root.querySelectorAll('[role=listitem]')]
    expect(rows.map((row) => row.querySelector('.row-detail')!.textContent)).toEqual([
      'Name contains a link',
      'Name promises money',
      'Not USDC: different contract',
      'Imitates USDC with lookalike letters',
    ])
  })

  test('contain no clickable links, and a domain in their name is written with "·" instead of "."', async () => {
    await openTokens([spam('pass-claim.com', { reason: 'link' })])
    await act(async () => find('[part=unverified]')!.click())
    await wait(10)
    expect(text()).toContain('pass-claim·com')
    expect(text()).not.toContain('pass-claim.com')
    expect(find('a')).toBeUndefined()
    await act(async () => find('[role=listitem] button')!.click())
    await wait(10)
    expect(text('h2')).toBe('pass-claim·com')
    expect(text('.alert.warn')).toContain('Name contains a link')
    expect(text('.worth')).toBe('Not in your total')
  })

  test('are listed 20 at a time', async () => {
    await openTokens(Array.from({ length: 45 }, () => spam('claim.com', { reason: 'link' })))
    await act(async () => find('[part=unverified]')!.click())
    await wait(10)
    const count = () => modal.root.querySelectorAll('[role=listitem]').length
    expect(count()).toBe(20)
    await press('Show 25 more')
    await press('Show 5 more')
    expect(count()).toBe(45)
    expect(text()).not.toContain('Show')
  })

  test('are loaded again when the user presses "Try again" after an error', async () => {
    await openTokens([spam('claim.com', { reason: 'link' })])
    const { answer } = modal.shell
    modal.shell.answer = async () => Promise.reject(new Error('no disk'))
    await act(async () => find('[part=unverified]')!.click())
    await wait(10)
    expect(text('.pull-trouble')).toContain('Some items couldn’t be loaded.')
    modal.shell.answer = answer
    await press('Try again')
    await wait(10)
    expect(find('.pull-trouble')).toBeUndefined()
    expect(text('[role=listitem]')).toContain('claim·com')
  })

  test('do not count as tokens of the account: the token list is empty, and the total is $0.00', async () => {
    await openTokens([spam('claim.com', { reason: 'link' })], 0)
    expect(text('.panel')).toContain('No tokens yet')
    expect(text('.panel')).toContain('Unverified (1)')
    expect(text('.money')).toBe('$0.00')
  })
})

describe('[G50] An account without tokens', () => {
  test('says on which network it has no tokens, and offers to copy the address', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    await openTokens([], 0)
    expect(text('.panel')).toContain('This address has no tokens on Ethereum.')
    await act(async () => find('.tile')!.click())
    expect(writeText).toHaveBeenCalledWith(address)
    vi.unstubAllGlobals()
  })
})
