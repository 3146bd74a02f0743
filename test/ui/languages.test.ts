/** Each language says all that English says, with the same values and with the plurals that it has. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Messages } from '../../src/base/catalogue.ts'
import { languages } from '../../ui/languages/load-texts.ts'

const english: Record<string, Messages> = {}
vi.mock('../../src/base/catalogue.ts', () => ({
  catalogue: (part: string, messages: Messages) => (english[part] = messages),
}))

beforeAll(async () => {
  const files = import.meta.glob(['../../ui/**/*texts.ts', '../../src/**/texts.ts', '!**/languages/**'])
  await Promise.all(Object.values(files).map((load) => load()))
})

type Leaf = readonly [path: string, message: string | Plurals]
type Plurals = Partial<Record<Intl.LDMLPluralRule, string>>

function list(messages: unknown, path: string): Leaf[] {
  if (typeof messages === 'string' || isPlural(messages)) return [[path, messages]]
  return Object.entries(messages as object).flatMap(([name, inner]) => list(inner, `${path}.${name}`))
}

function isPlural(message: unknown): message is Plurals {
  return (
    typeof message === 'object' &&
    message !== null &&
    'other' in message &&
    Object.keys(message).every(isForm)
  )
}

function isForm(name: string): boolean {
  return ['zero', 'one', 'two', 'few', 'many', 'other'].includes(name)
}

function getValues(message: string | undefined): string[] {
  return [...(message ?? '').matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
}

describe.each(Object.keys(languages))('The language %s', (tag) => {
  test('has every English text, with the same placeholders and all plural forms', async () => {
    const { default: translation } = await languages[tag]!()
    const own = new Map(Object.entries(translation).flatMap(([part, messages]) => list(messages, part)))
    const wanted = Object.entries(english).flatMap(([part, messages]) => list(messages, part))
    expect([...own.keys()].sort()).toEqual(wanted.map(([path]) => path).sort())
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
    const faults = wanted.flatMap(([path, message]) => {
      const translated = own.get(path)!
      const values = getValues(typeof message === 'string' ? message : message.other)
      const texts = typeof translated === 'string' ? [translated] : Object.values(translated)
      const lacks = texts.some((text) => values.some((name) => name !== '{n}' && !text.includes(name)))
      const strange = texts.some((text) => getValues(text).some((name) => !values.includes(name)))
      const isCounted = typeof message !== 'string' || message.includes('{n}')
      const named = typeof translated === 'string' ? forms : Object.keys(translated).toSorted()
      const isWhole = !isCounted || (typeof translated === 'string' ? true : named.join() === forms.join())
      return lacks || strange || !isWhole ? [path] : []
    })
    expect(faults).toEqual([])
  })
})
