/**
 * What people read. Each folder has its part of the catalogue in a file `texts.ts`: messages in English, with their
 * parameters in braces, and with a form for each plural where one counts. `languages/` has the same in other languages.
 *
 * @example t({ one: '{n} token', other: '{n} tokens' }, { n: 2 }) // '2 tokens'
 */
import { language } from '../../src/base/language.ts'

export type Message = string | Plural

/** The form is chosen by the parameter `n`. A language may have others beside them, or `other` alone. */
export interface Plural {
  one: string
  other: string
}

type Parameters<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Parameters<Rest> : never
type Names<M extends Message> = M extends string ? Parameters<M> : 'n' | Parameters<M[keyof M]>
/** Text stands as it is; a number is written in the reader's way. */
export type Values<M extends Message> = [Names<M>] extends [never] ? [] : [Record<Names<M>, string | number>]

/** A message with its values, in the language on show. */
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

/** "A, B", or "A or B" of a disjunction, in the language on show. */
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
    // Digits are those of amounts, which stay the same in each language.
    const numbers = new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
    rules = { tag, numbers, plurals: new Intl.PluralRules(tag) }
  }
  return rules
}
