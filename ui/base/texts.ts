/**
 * Formats the texts of the UI. The `texts.ts` of each folder has the English messages, with parameters in braces and a
 * form for each plural. `languages/` has the same messages in other languages.
 * @example t({ one: '{n} token', other: '{n} tokens' }, { n: 2 }) // '2 tokens'
 */
import { language } from '../../src/base/language.ts'

export type Message = string | Plural

/** Plural forms of a message; the parameter `n` selects the form. A language may have more forms, or only `other`. */
export interface Plural {
  one: string
  other: string
}

type Parameters<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Parameters<Rest> : never
type Names<M extends Message> = M extends string ? Parameters<M> : 'n' | Parameters<M[keyof M]>
/** The parameters of a message. Strings are inserted unchanged; numbers are formatted for the locale. */
export type Values<M extends Message> = [Names<M>] extends [never] ? [] : [Record<Names<M>, string | number>]

/** The message in the current language, with its parameters filled in. */
export function t<const M extends Message>(message: M, ...[values]: Values<M>): string {
  const given = (values ?? {}) as Readonly<Record<string, string | number>>
  const text = typeof message === 'string' ? message : getForm(message, Number(given['n']))
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? ''
    return typeof value === 'number' ? getRules().numbers.format(value) : value
  })
}

function getForm(message: Plural & Partial<Record<Intl.LDMLPluralRule, string>>, count: number): string {
  return message[getRules().plurals.select(count)] ?? message.other
}

/** Joins items in the current language: "A, B", or "A or B" for a disjunction. */
export function formatList(
  parts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return new Intl.ListFormat(getRules().tag, { type, style: 'narrow' }).format(parts)
}

interface Rules {
  tag: string
  numbers: Intl.NumberFormat
  plurals: Intl.PluralRules
}

let rules: Rules | undefined

function getRules(): Rules {
  const tag = language.peek().tag ?? 'en'
  if (rules?.tag !== tag) {
    // Latin digits in all languages, like the digits of amounts.
    const numbers = new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
    rules = { tag, numbers, plurals: new Intl.PluralRules(tag) }
  }
  return rules
}
