/**
 * Registers a name for an account. Source: POST /v1/profile/account.
 *
 *   prepareName ─▶ the wallet signs ─▶ registerName ─▶ POST ─┬─ confirmed for the account ───────────────▶ registered
 *                                                            ├─ refused ─▶ looked up ─┬─ the account's ──▶ registered
 *                                                            │                        └─ another's ──────▶ the reason
 *                                                            └─ no answer ─▶ looked up for 3.5 s ─▶ registered or unknown
 */
import * as v from 'valibot'
import {
  createNameMessage,
  NAME_WINDOW,
  type NameOffer,
  type NameRegistration,
  readLabel,
} from '../../../src/core/names/account-name.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../../../src/core/base/errors.ts'
import type { CommandInput } from '../../../src/core/contract/protocol.ts'
import { count, json, parseOrNone } from '../../../src/core/contract/schemas.ts'
import { cleanText } from '../../../src/core/text/text.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { sleep, withTimeout } from '../../../src/core/base/wait.ts'
import { getCoinType } from '../coin-type.ts'
import { fetchProfileName, isOf, isServed, type ProfileContext, readProfileName } from './lookup.ts'
import { getServerTime, recordServerTime } from './server-time.ts'

/** How long to look the name up after a registration without an answer, and the pause between two lookups. Milliseconds. */
const LOOK_LIMIT = 3_500
const LOOK_PAUSE = 1_000
/** Status codes that come from a proxy and not from the server, which may have registered the name. */
const NOT_ITS_OWN: readonly unknown[] = [408, 502, 504]

/**
 * The message to sign for a name, with the server's time. Called right before the wallet is asked: checks again that the
 * name is free, and takes the time from the same answer.
 * @throws name_invalid, name_unresolved, networks_unknown, chain_invalid, bad_account
 */
export async function prepareName(
  { account, name }: CommandInput<'prepareName'>,
  context: ProfileContext,
): Promise<NameOffer> {
  const { caipNetworkId, address } = parseCaipAddress(account)
  if (!(await isServed(context, caipNetworkId))) return { status: 'refused', reason: 'network_unsupported' }
  getCoinType(caipNetworkId)
  assertName(name)
  const record = await fetchProfileName(context, name)
  if (record) return isOf(record, address) ? { status: 'own' } : { status: 'refused', reason: 'taken' }
  const message = createNameMessage(name, getServerTime(context))
  return { status: 'ready', message, endsAt: context.clock.now() + NAME_WINDOW }
}

/**
 * Registers a name; sends the request only once. The name is registered only if the server confirms it for this account.
 * @throws name_stale (the signature came too late; nothing was registered), name_register_failed (with the server's
 * reason), outcome_unknown (no answer; the name may be registered), networks_unknown, chain_invalid
 */
export async function registerName(
  { account, name, message, signature }: CommandInput<'registerName'>,
  context: ProfileContext,
): Promise<NameRegistration> {
  const { caipNetworkId, address } = parseCaipAddress(account)
  if (!(await isServed(context, caipNetworkId))) return { status: 'refused', reason: 'network_unsupported' }
  const coinType = getCoinType(caipNetworkId)
  assertName(name)
  const stamped = readStamp(message, name)
  if (Math.abs(getServerTime(context) - stamped) > NAME_WINDOW + 1_000) throw createStale()
  const body = { coin_type: coinType, address: toChecksumAddress(address), message, signature }
  const { http, signal } = context
  const isRegistered = () =>
    fetchProfileName(context, name).then((record) => record !== undefined && isOf(record, address))
  try {
    const answer = await http
      .client('api')
      .post('/v1/profile/account', body, { signal, onHeaders: recordServerTime(context) })
    if (isConfirmed(answer, name, address) || (await isRegistered())) return { status: 'registered' }
  } catch (error) {
    const failure = toErrorRecord(error)
    if (isStale(failure)) throw createStale()
    // After a refusal, look the name up: an earlier request, whose answer was lost, may have registered the name.
    const hasAnswered = failure.code === 'http_status' && !NOT_ITS_OWN.includes(failure.context['status'])
    if (hasAnswered && (await isRegistered().catch(() => false))) return { status: 'registered' }
    if (hasAnswered) throw createRefusal(name, failure)
  }
  const { clock } = context
  const end = clock.now() + LOOK_LIMIT
  for (let left = LOOK_LIMIT; left > 0; left = end - clock.now()) {
    const checked = withTimeout(clock, left, isRegistered(), createUnknown)
    if (await checked.catch(() => false)) return { status: 'registered' }
    await sleep(clock, LOOK_PAUSE, signal)
  }
  throw createUnknown()
}

function createUnknown(): BillfoldError {
  return new BillfoldError('outcome_unknown', 'Could not confirm whether the name was registered.', {
    category: 'API_ERROR',
  })
}

function isConfirmed(answer: unknown, name: string, address: string): boolean {
  try {
    const record = readProfileName(answer)
    return record.name === name && isOf(record, address)
  } catch {
    return false
  }
}

/** @throws name_invalid */
function assertName(name: string): void {
  if (typeof name === 'string' && readLabel(name) !== undefined) return
  throw new BillfoldError('name_invalid', 'This name is not valid.')
}

/** The time in a message, in milliseconds since 1970. @throws name_invalid unless the message was made for this name */
function readStamp(message: string, name: string): number {
  const stamped = parseOrNone(json(v.object({ timestamp: count })), message)
  const at = (stamped?.timestamp ?? 0) * 1_000
  if (stamped && createNameMessage(name, at) === message) return at
  throw new BillfoldError('name_invalid', 'The signed message is not the one for this name.')
}

/**
 * Whether the server refused the message's time. Searches the server's text, since the status says only that the request
 * was invalid.
 */
function isStale({ code, context: { status, description } }: ErrorRecord): boolean {
  return (
    code === 'http_status' && Number(status) < 500 && /timestamp|stale|too old/i.test(String(description))
  )
}

function createStale(): BillfoldError {
  return new BillfoldError(
    'name_stale',
    'The signature reached the server too late. Nothing was registered. Sign again.',
    { category: 'API_ERROR' },
  )
}

/** The error for a refusal, with the server's first reason, if it gives one (A172). */
function createRefusal(name: string, { context, code }: ErrorRecord): BillfoldError {
  const { description } = context
  const reason = typeof description === 'string' ? cleanText(description, 200).text : ''
  return new BillfoldError('name_register_failed', reason || `Error registering name ${name}`, {
    category: 'API_ERROR',
    context: { ...context, reason: code, ...(reason && { said: reason }) },
  })
}
