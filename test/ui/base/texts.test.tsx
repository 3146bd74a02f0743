// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { Trans } from '../../../ui/components/trans.tsx'
import { language } from '../../../src/base/language.ts'
import { formatList, t } from '../../../ui/base/texts.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

describe('[G63] texts', () => {
  it('insert values, and format numbers in the page’s locale', () => {
    expect(t('Connect to {site}', { site: 'Driftwood' })).toBe('Connect to Driftwood')
    expect(t('{n} of {all}', { n: 1_204, all: 'many' })).toBe('1,204 of many')
  })

  it.each([
    [0, '0 tokens'],
    [1, '1 token'],
    [2, '2 tokens'],
    [1_001, '1,001 tokens'],
  ])('have a plural form for the count %i: "%s"', (n, text) => {
    expect(t({ one: '{n} token', other: '{n} tokens' }, { n })).toBe(text)
  })

  it.each([
    [undefined, 'this, that', 'this or that'],
    ['de', 'this und that', 'this oder that'],
    ['ja', 'this、that', 'thisまたはthat'],
  ])('format lists in the language %s (undefined: English) as "%s" and "%s"', (tag, all, any) => {
    language.value = { tag, isLoading: false }
    expect([formatList(['this', 'that']), formatList(['this', 'that'], 'disjunction')]).toEqual([all, any])
    language.value = { tag: undefined, isLoading: false }
  })

  it('do not interpret an inserted value as a placeholder', () => {
    expect(t('{name} on {site}', { name: '{site} $& $1', site: 'Driftwood' })).toBe(
      '{site} $& $1 on Driftwood',
    )
  })

  it('place inserted elements in the word order of the language', async () => {
    const place = document.createElement('p')
    const root = createRoot(place)
    await act(() =>
      root.render(<Trans message="{site} asks {wallet}." wallet={<b>Harbor</b>} site="Driftwood" />),
    )
    expect(place.innerHTML).toBe('Driftwood asks <b>Harbor</b>.')
  })
})
