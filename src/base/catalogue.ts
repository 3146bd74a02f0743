/**
 * The texts of the UI. Each part of the product registers its messages in English as one object. Translations and the
 * page's own texts overwrite messages in that object, so that later renders use the new texts.
 */

/** Messages by name. A message with plural forms is an object with one text for each form. */
export interface Messages {
  readonly [name: string]: string | List | Messages | undefined
}

/** Items may be undefined, since a page may replace only some of them. */
type List = readonly (string | undefined)[]

/** Messages by the part of the product that uses them. */
export type Texts = Readonly<Record<string, Messages | undefined>>

const parts = new Map<string, readonly [english: Messages, shown: Record<string, unknown>]>()
let layers: readonly (Texts | undefined)[] = []

/**
 * The type of a message in code. A text with placeholders keeps its literal type, which names the placeholders. Any
 * other text becomes a string: code must not use such a text as a key, since a translation has other words.
 */
type Said<T> = T extends `${string}{${string}`
  ? T
  : T extends string
    ? string & {} // `string & {}`, since a plain `string` would absorb the literals of a union that includes this text.
    : { readonly [K in keyof T]: Said<T[K]> }

/** Registers the English messages of a part. The returned object's messages change with the language. */
export function catalogue<const T extends Messages>(part: string, english: T): Said<T> {
  const shown = {}
  parts.set(part, [english, shown])
  writePart(part)
  return shown as Said<T>
}

/**
 * Shows the English texts with these layers over them. A message of a later layer replaces that of an earlier layer.
 */
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
 * Browsers draw a text in the direction of its first letter, which may belong to a Latin word or a value. If the text
 * also has letters that are written from right to left, such as Arabic, put a right-to-left mark (U+200F) in front.
 */
function leadRight(message: string): string {
  return RIGHT.test(message) && !BEGINS_RIGHT.test(message) ? `\u200F${message}` : message
}

const RIGHT = /[\u0590-\u08FF]/
const BEGINS_RIGHT = /^[^\p{L}]*[\u0590-\u08FF]/u
