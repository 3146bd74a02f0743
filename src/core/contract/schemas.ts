/**
 * Parts of schemas for untrusted data: answers of the API, of nodes and of wallets, and stored data, which may be
 * damaged. Pages must not import this file before the modal opens, since it loads valibot.
 */
import * as v from 'valibot'
import { MAX_DECIMALS } from '../text/amount.ts'
import { type CaipAddress, type CaipNetworkId, namespaces } from '../chains/caip.ts'
import type { ErrorRecord } from '../base/errors.ts'

type Schema = v.GenericSchema
/**
 * A schema for a type that is declared separately. Public types must not be inferred from schemas: users of the package
 * would need valibot.
 */
export type Untrusted<Output> = v.GenericSchema<unknown, Output>

/** Parses untrusted data. Undefined if the data does not match the schema. */
export function parseOrNone<const Shape extends Schema>(
  schema: Shape,
  input: unknown,
): v.InferOutput<Shape> | undefined {
  const { success, output } = v.safeParse(schema, input, { abortEarly: true })
  return success ? output : undefined
}

export const finite = v.pipe(v.number(), v.finite())
/** An integer of at least 0, such as a number of things or milliseconds since 1970. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Decimals of a token. */
export const decimals = v.pipe(count, v.maxValue(MAX_DECIMALS))
/** Base units in decimal digits; a uint256 has at most 78 digits. */
export const unitsText = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
/** Base units in decimal digits, converted to a bigint. */
export const units = v.pipe(
  unitsText,
  v.transform((digits) => BigInt(digits)),
)
export const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
/** CAIP-10, with a namespace that Billfold knows. */
export const caipAddress = v.custom<CaipAddress>((input) => {
  if (typeof input !== 'string') return false
  const [namespace, reference, address, ...others] = input.split(':')
  return !!reference && !!address && others.length === 0 && namespaces.some((known) => known === namespace)
})
/** CAIP-2. */
export const caipNetworkId = v.custom<CaipNetworkId>(
  (input) => typeof input === 'string' && /^[^:]+:[^:]+$/.test(input),
)

/** @param max length in characters */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** A schema for JSON text from the store. */
export const json = <Shape extends Schema>(schema: Shape) => v.pipe(v.string(), v.parseJson(), schema)

/** An optional field. A value that does not match the schema becomes undefined. */
export const orAbsent = <Shape extends Schema>(schema: Shape) => v.fallback(v.optional(schema), undefined)

/**
 * A list. Items that do not match the schema are left out. @param max number of items that are read; further items are
 * ignored
 */
export const listOf = <Shape extends Schema>(item: Shape, max = Infinity) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((items) =>
      items.slice(0, max).flatMap((one): v.InferOutput<Shape>[] => {
        const read = parseOrNone(item, one)
        return read === undefined ? [] : [read]
      }),
    ),
  )

/** Refuses arrays. Put it first in a pipe for objects without required fields: valibot accepts an array as an object. */
export const notList = v.pipe(
  v.unknown(),
  v.check((input) => !Array.isArray(input)),
)

/** An object with any keys, whose values match the schema. */
export const recordOf = <Shape extends Schema>(value: Shape) => v.pipe(notList, v.record(v.string(), value))

/** An error as it is stored and sent between tabs. Its code may come from another version of Billfold. */
export const errorRecord = v.pipe(
  v.object({
    code: v.string(),
    message: v.string(),
    category: v.string(),
    context: v.fallback(recordOf(v.unknown()), () => ({})),
  }),
  v.transform((record) => record as ErrorRecord),
)

type Optional<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T]

/** A copy of the object without its undefined fields. */
export function defined<T extends object>(
  fields: T,
): Omit<T, Optional<T>> & { [Key in Optional<T>]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
