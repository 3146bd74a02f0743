/**
 * What people read. Each folder has its part of the catalogue in a file `texts.ts`: messages in English, with their
 * parameters in braces, and with a form for each plural where one counts.
 *
 * @example t({ one: '{n} token', other: '{n} tokens' }, { n: 2 }) // '2 tokens'
 */
export type Message = string | Plural

/** The form is chosen by the parameter `n`. */
export interface Plural {
  one: string
  other: string
}

type Parameters<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Parameters<Rest> : never
type Names<M extends Message> = M extends string ? Parameters<M> : 'n' | Parameters<M[keyof M]>
/** Text stands as it is; a number is written in the reader's way. */
export type Values<M extends Message> = [Names<M>] extends [never] ? [] : [Record<Names<M>, string | number>]

/** Of the page: BCP 47. */
const LANGUAGE = 'en'

/** A message with its values. */
export function t<const M extends Message>(message: M, ...[values]: Values<M>): string {
  const given = (values ?? {}) as Readonly<Record<string, string | number>>
  const text = typeof message === 'string' ? message : message[getForm(Number(given['n']))]
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? ''
    return typeof value === 'number' ? numbers.format(value) : value
  })
}

function getForm(count: number): keyof Plural {
  return plurals.select(count) === 'one' ? 'one' : 'other'
}

const numbers = new Intl.NumberFormat(LANGUAGE)
const plurals = new Intl.PluralRules(LANGUAGE)
