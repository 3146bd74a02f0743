/**
 * Texts for people. Each part of the product registers its messages in English; translations and the page's own texts
 * replace them in the same objects, so that everything drawn later uses them.
 */

/** Messages by name. A message with plural forms is an object, too. */
export interface Messages {
  readonly [name: string]: string | List | Messages | undefined
}

/** A page may replace only some of the items. */
type List = readonly (string | undefined)[]

/** Messages by the part of the product that uses them. */
export type Texts = Readonly<Record<string, Messages | undefined>>

const parts = new Map<string, readonly [english: Messages, shown: Record<string, unknown>]>()
let layers: readonly (Texts | undefined)[] = []

/**
 * A translated text has the same placeholders but any wording, so the type keeps only the placeholders, and no text can be
 * mistaken for a key.
 */
type Said<T> = T extends `${string}{${string}`
  ? T
  : T extends string
    ? string & {} // A plain `string` would absorb the literals of a union that includes such a text.
    : { readonly [K in keyof T]: Said<T[K]> }

/** Registers the messages of a part. The returned object changes with the language. */
export function catalogue<const T extends Messages>(part: string, english: T): Said<T> {
  const shown = {}
  parts.set(part, [english, shown])
  writePart(part)
  return shown as Said<T>
}

/** Later layers replace messages of earlier ones; English is the base of all. */
export function showTexts(...given: readonly (Texts | undefined)[]): void {
  layers = given
  for (const part of parts.keys()) writePart(part)
}

function writePart(part: string): void {
  const [english, shown] = parts.get(part)!
  for (const messages of [english, ...layers.map((layer) => layer?.[part])]) write(shown, messages)
}

function write(shown: Record<string, unknown>, messages: Messages | List = {}): void {
  for (const [name, message] of Object.entries(messages)) {
    if (typeof message === 'string') shown[name] = leadRight(message)
    else if (message) {
      const before = shown[name]
      const inner = typeof before === 'object' ? before : Array.isArray(message) ? [] : {}
      shown[name] = inner
      write(inner as Record<string, unknown>, message)
    }
  }
}

/**
 * Browsers draw a text in the direction of its first letter, which may belong to a Latin word or a value. If the rest is
 * Arabic, Hebrew or the like, a right-to-left mark (U+200F) goes first.
 */
function leadRight(message: string): string {
  return RIGHT.test(message) && !BEGINS_RIGHT.test(message) ? `\u200F${message}` : message
}

const RIGHT = /[\u0590-\u08FF]/
const BEGINS_RIGHT = /^[^\p{L}]*[\u0590-\u08FF]/u
