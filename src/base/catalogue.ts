/**
 * What people read. Each part of the product registers its messages in English; those of another language, and what the
 * page words itself, take their place in the same objects, so that whatever is drawn from then on says them.
 */

/** Messages by name. One with a form for each plural that its language has is an object, too. */
export interface Messages {
  readonly [name: string]: string | List | Messages | undefined
}

/** A page may word some of them. */
type List = readonly (string | undefined)[]

/** Messages by the part of the product that says them. */
export type Texts = Readonly<Record<string, Messages | undefined>>

const parts = new Map<string, readonly [english: Messages, shown: Record<string, unknown>]>()
let layers: readonly (Texts | undefined)[] = []

/** Other languages say it otherwise: of a text only its values are known, so that none is taken for a key. */
type Said<T> = T extends `${string}{${string}`
  ? T
  : T extends string
    ? string & {} // A plain `string` would swallow the values of a text that it is in a union with.
    : { readonly [K in keyof T]: Said<T[K]> }

/** Registers the messages of a part. The object that is returned changes with the language. */
export function catalogue<const T extends Messages>(part: string, english: T): Said<T> {
  const shown = {}
  parts.set(part, [english, shown])
  writePart(part)
  return shown as Said<T>
}

/** Later layers replace messages of earlier ones; English lies below them all. */
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
 * A text is drawn in the direction of its first letter, which may be that of a Latin word or of a value: a right-to-left
 * mark (U+200F) goes before it where the rest is Arabic, Hebrew or the like.
 */
function leadRight(message: string): string {
  return RIGHT.test(message) && !BEGINS_RIGHT.test(message) ? `\u200F${message}` : message
}

const RIGHT = /[\u0590-\u08FF]/
const BEGINS_RIGHT = /^[^\p{L}]*[\u0590-\u08FF]/u
