/**
 * Reads the API's list of smart sessions. Sessions without a usable id are dropped and counted; unreadable permissions are
 * shown as unknown.
 */
import * as v from 'valibot'
import {
  getSmartSessionState,
  type PermittedFunction,
  type SmartSession,
  type SmartSessionPermission,
  type SmartSessions,
} from '../../src/core/assets/smart-session.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import {
  count,
  defined,
  evmAddress,
  notList,
  orAbsent,
  parseOrNone,
  recordOf,
} from '../../src/core/contract/schemas.ts'
import { plainText } from '../../src/core/text/text.ts'
import { safeLink, safeUrl } from '../../src/core/text/url.ts'
import { parseTime } from '../activity/parse-time.ts'

/**
 * Upper limits: of the sessions that are read, of the permissions of one session, and of the functions of one permission.
 */
const MAX_SESSIONS = 500
const MAX_PERMISSIONS = 20
const MAX_FUNCTIONS = 20
/** Upper limit of the JSON of all sessions, in bytes: the JSON fits into one message together with the fields around it. */
const MAX_BYTES = 90_000

/** Undefined if the answer has an unexpected format. @param now milliseconds since 1970 */
export function readSmartSessions(answer: unknown, now: number): SmartSessions | undefined {
  const listed = parseOrNone(sessionsAnswer, answer)?.pcis
  if (!listed) return undefined
  const byId = new Map<string, SmartSession>()
  let repeated = 0
  for (const one of listed.slice(0, MAX_SESSIONS)) {
    const session = parseOrNone(smartSession, one)
    // Of two sessions with the same id, keep the revoked one: a revocation cannot be undone.
    if (session && byId.has(session.id)) repeated += 1
    if (session && !byId.get(session.id)?.revoked) byId.set(session.id, session)
  }
  const sessions = cut([...byId.values()], now).toSorted(byDate)
  return { sessions, unlisted: listed.length - repeated - sessions.length }
}

/** As many sessions as fit into one message, active ones first. */
function cut(sessions: readonly SmartSession[], now: number): SmartSession[] {
  const isEnded = (one: SmartSession) => getSmartSessionState(one, now) !== 'active'
  let bytes = 0
  return sessions
    .toSorted((one, other) => Number(isEnded(one)) - Number(isEnded(other)) || byDate(one, other))
    .filter((session) => {
      bytes += new TextEncoder().encode(
        JSON.stringify(session, (_, value: unknown) => withText(value)),
      ).length
      return bytes <= MAX_BYTES
    })
}

const withText = (value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

function byDate({ createdAt: one = -1 }: SmartSession, { createdAt: other = -1 }: SmartSession): number {
  return other - one
}

const sessionsAnswer = v.pipe(notList, v.object({ pcis: v.array(v.unknown()) }))

/** An id. It goes into a message to sign and into a URL, so line breaks and other special characters are refused. */
const token = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[\w.:+/=-]+$/))

/** The latest time that a `Date` can hold. Milliseconds since 1970. */
const LAST = 8.64e15
/** Smaller numbers are times in seconds, other numbers are times in milliseconds: 1e11 seconds is the year 5138. */
const FIRST_IN_MILLISECONDS = 1e11

/** Reads seconds or milliseconds since 1970, or ISO 8601; undefined if the value is not a time. */
function readTime(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,17}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') return parseTime(number)
  const time = number < FIRST_IN_MILLISECONDS ? number * 1_000 : number
  return time > 0 && time <= LAST ? Math.floor(time) : undefined
}

/** Values that mean "not revoked". Any other value means that the session was revoked, even if it is not a time. */
const NOT_YET: readonly unknown[] = [undefined, null, false, 0, '0', '']

const project = v.object({
  name: orAbsent(v.string()),
  url: orAbsent(v.string()),
  iconUrl: orAbsent(v.string()),
})

/** A value that is not a list becomes an unreadable permission, not an empty list. */
const permissions = v.pipe(
  v.nullish(v.unknown(), []),
  v.transform((value): unknown[] => (Array.isArray(value) ? value : [value])),
)

const smartSession = v.pipe(
  notList,
  v.object({
    pci: token(200),
    project: orAbsent(project),
    createdAt: v.optional(v.unknown()),
    expiry: v.optional(v.unknown()),
    revokedAt: v.optional(v.unknown()),
    permissions,
    policies: permissions,
    context: orAbsent(token(8_000)),
  }),
  v.transform(({ pci, project: { name, url, iconUrl } = {}, permissions: given, policies, ...session }) => {
    const all = [...given, ...policies]
    return defined({
      id: pci,
      project: defined({
        name: (name && plainText(name, 48)) || undefined,
        url: safeLink(url),
        iconUrl: safeUrl(iconUrl),
      }),
      createdAt: readTime(session.createdAt),
      expiresAt: readTime(session.expiry),
      revoked: NOT_YET.includes(session.revokedAt) ? undefined : defined({ at: readTime(session.revokedAt) }),
      permissions: all.slice(0, MAX_PERMISSIONS).map(readPermission),
      unlistedPermissions: Math.max(0, all.length - MAX_PERMISSIONS),
      context: session.context,
    }) as SmartSession
  }),
)

const MAX_UINT256 = 2n ** 256n - 1n

/** An amount in base units: hexadecimal or decimal digits, or an integer. */
const amount = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^(?:0x[0-9a-f]{1,64}|\d{1,78})$/i)), count]),
  v.transform((value) => BigInt(value)),
  v.maxValue(MAX_UINT256),
)
/** A positive integer: a number of seconds, or a count. */
const positive = v.pipe(
  amount,
  v.transform(Number),
  v.check((whole) => Number.isSafeInteger(whole) && whole > 0),
)
const address = v.pipe(evmAddress, v.transform(toChecksumAddress))

const permittedFunction = v.pipe(
  v.union([
    v.object({
      functionName: v.string(),
      valueLimit: orAbsent(amount),
      args: orAbsent(v.array(v.unknown())),
    }),
    v.pipe(
      v.string(),
      v.transform((functionName) => ({ functionName, valueLimit: undefined, args: undefined })),
    ),
  ]),
  v.transform(({ functionName, valueLimit, args = [] }): PermittedFunction => {
    const name = plainText(functionName, 64)
    return {
      name,
      ...(valueLimit === undefined ? {} : { max: valueLimit }),
      isConditional: args.some(Boolean),
    }
  }),
  v.check(({ name }) => name !== ''),
)
/** The permitted functions. Invalid if one of them is invalid: a shorter list would show too few permissions. */
const functions = v.pipe(v.array(permittedFunction), v.maxLength(MAX_FUNCTIONS))

type Data = Readonly<Record<string, unknown>>
type ReadData = (data: Data) => SmartSessionPermission | undefined

/**
 * A spending permission. If the amount or the period is invalid, the whole permission is unknown, since amount and period
 * must not be guessed.
 */
function toSpending(
  token: { of?: unknown },
  spent: unknown,
  each?: { period: unknown },
): ReturnType<ReadData> {
  const fields = parseOrNone(v.object({ of: v.optional(address), amount, period: v.optional(positive) }), {
    ...token,
    amount: spent,
    ...each,
  })
  if (!fields || ('of' in token && !fields.of) || (each && !fields.period)) return undefined
  const limit = { amount: fields.amount, ...(fields.period ? { period: fields.period } : {}) }
  return fields.of ? { kind: 'token', token: fields.of, ...limit } : { kind: 'native', ...limit }
}

function toNfts(contract: unknown): ReturnType<ReadData> {
  const read = parseOrNone(address, contract)
  return read === undefined ? undefined : { kind: 'nfts', contract: read }
}

function toCallLimit(most: unknown, each?: { period: unknown }): ReturnType<ReadData> {
  const read = parseOrNone(v.object({ count: positive, period: v.optional(positive) }), {
    count: most,
    ...each,
  })
  return read && (!each || read.period) ? { kind: 'calls', ...defined(read) } : undefined
}

const contractCall = v.object({
  address,
  functions: v.optional(functions),
  calls: v.optional(functions),
})

/** Readers by type of permission: types of the drafts of ERC-7715, and types of the API's own wallets. */
const readers: Readonly<Record<string, ReadData>> = {
  'native-token-transfer': ({ allowance }) => toSpending({}, allowance),
  'native-token-recurring-allowance': ({ allowance, period: each }) =>
    toSpending({}, allowance, { period: each }),
  'native-token-periodic': ({ periodAmount, periodDuration }) =>
    toSpending({}, periodAmount, { period: periodDuration }),
  'erc20-token-transfer': ({ address: of, allowance }) => toSpending({ of }, allowance),
  'erc20-recurring-allowance': ({ token: of, allowance, period: each }) =>
    toSpending({ of }, allowance, { period: each }),
  'erc20-token-periodic': ({ tokenAddress: of, periodAmount, periodDuration }) =>
    toSpending({ of }, periodAmount, { period: periodDuration }),
  'erc721-token-transfer': ({ address: contract }) => toNfts(contract),
  'erc1155-token-transfer': ({ address: contract }) => toNfts(contract),
  'contract-call'(data) {
    const read = parseOrNone(contractCall, data)
    return read && { kind: 'contract', contract: read.address, functions: read.functions ?? read.calls ?? [] }
  },
  'call-limit': ({ count: most }) => toCallLimit(most),
  'rate-limit': ({ count: most, interval }) => toCallLimit(most, { period: interval }),
}

const typed = v.object({ type: v.string(), data: orAbsent(recordOf(v.unknown())) })

function readPermission(permission: unknown): SmartSessionPermission {
  const { type = '', data = {} } = parseOrNone(typed, permission) ?? {}
  const known = Object.hasOwn(readers, type) ? readers[type]!(data) : undefined
  return known ?? { kind: 'unknown', type: plainText(type, 48) }
}
