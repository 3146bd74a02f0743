/**
 * Parts of the schemas for untrusted data: answers of the API, nodes and wallets, and what the store holds, where anything
 * may have happened to it. The page must not import this file before the modal opens: valibot would come with it.
 */
import * as v from 'valibot'
import { MAX_DECIMALS } from '../text/amount.ts'
import { type CaipAddress, type CaipNetworkId, namespaces } from '../chains/caip.ts'
import type { ErrorRecord } from '../base/errors.ts'

type Schema = v.GenericSchema
/** A schema for a type of the public surface, which stands written out: the package's types must not need valibot. */
export type Untrusted<Output> = v.GenericSchema<unknown, Output>

/** The one way to read untrusted data. Undefined for data of another shape. */
export function parseOrNone<const Shape extends Schema>(
  schema: Shape,
  input: unknown,
): v.InferOutput<Shape> | undefined {
  const { success, output } = v.safeParse(schema, input, { abortEarly: true })
  return success ? output : undefined
}

export const finite = v.pipe(v.number(), v.finite())
/** A whole number from 0 on: of things, of milliseconds since 1970. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Decimals of a token. */
export const decimals = v.pipe(count, v.maxValue(MAX_DECIMALS))
/** Base units in decimal digits; a uint256 has at most 78. */
export const unitsText = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
/** The same as a bigint. */
export const units = v.pipe(
  unitsText,
  v.transform((digits) => BigInt(digits)),
)
export const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
/** CAIP-10, of a namespace that Billfold knows. */
export const caipAddress = v.custom<CaipAddress>((input) => {
  if (typeof input !== 'string') return false
  const [namespace, reference, address, ...others] = input.split(':')
  return !!reference && !!address && others.length === 0 && namespaces.some((known) => known === namespace)
})
/** CAIP-2. */
export const caipNetworkId = v.custom<CaipNetworkId>(
  (input) => typeof input === 'string' && /^[^:]+:[^:]+$/.test(input),
)

/** @param max characters */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max))

/** JSON text, such as the store keeps. */
export const json = <Shape extends Schema>(schema: Shape) => v.pipe(v.string(), v.parseJson(), schema)

/** A field that counts as absent if it has another shape. */
export const orAbsent = <Shape extends Schema>(schema: Shape) => v.fallback(v.optional(schema), undefined)

/** A list without its items of another shape. @param max items that are looked at; the rest is dropped */
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

/** First in a pipe, where nothing in an object is required: valibot takes a list for an object. */
export const notList = v.pipe(
  v.unknown(),
  v.check((input) => !Array.isArray(input)),
)

/** An object with any names. */
export const recordOf = <Shape extends Schema>(value: Shape) => v.pipe(notList, v.record(v.string(), value))

/** What stands for an error in the store and between tabs. A code may be one of another version. */
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

/** The same without the fields that are undefined. */
export function defined<T extends object>(
  fields: T,
): Omit<T, Optional<T>> & { [Key in Optional<T>]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
