/**
 * The smart sessions of an account. Source: GET /v1/sessions/{CAIP-10}. The store keeps the API's answer unchanged, so that
 * the same schema checks an answer and a stored list.
 */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError, hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import type { SmartSessions } from '../../src/core/assets/smart-session.ts'
import { count, json, parseOrNone } from '../../src/core/contract/schemas.ts'
import { cleanText } from '../../src/core/text/text.ts'
import { readAccountParams } from '../base/account-topic.ts'
import {
  type Cached,
  type CommandContext,
  type CommandHandler,
  type CreateSource,
  ownerOf,
} from '../base/context.ts'
import { extendContext } from '../base/extend-context.ts'
import { keepNewest } from '../base/keep-newest.ts'
import { path } from '../http/path.ts'
import { readSmartSessions } from './read-smart-sessions.ts'

/** Lifetime of the list; short, since sessions are granted on other sites and end by themselves. Milliseconds. */
const STALE_TIME = 30_000

export const createSmartSessionsSource: CreateSource<'smartSessions'> = (context, account) => {
  const { clock, store } = context
  const key = `smart-sessions/${account}`

  const readStored = (value: unknown): Cached<SmartSessions> | undefined => {
    const stored = parseOrNone(storedAnswer, value)
    const data = stored && readSmartSessions(stored.answer, clock.now())
    return data && { data, fetchedAt: stored.fetchedAt }
  }

  return {
    staleTime: STALE_TIME,
    load: async () => readStored((await store.get(key))?.value),
    async fetch({ signal }) {
      const { answer, data } = await fetchSmartSessions(account, extendContext(context, { signal }))
      const fetchedAt = clock.now()
      const text = JSON.stringify(answer)
      const record = { key, owner: ownerOf(account), value: { answer: text, fetchedAt }, bytes: text.length }
      await keepNewest(store, record, fetchedAt)
      return { data, fetchedAt }
    },
  }
}

/**
 * The API's answer, unchanged (`answer`) and validated (`data`). @throws network_unsupported, networks_unknown,
 * bad_envelope
 */
async function fetchSmartSessions(account: CaipAddress, context: Asking) {
  const { clock, http, signal } = context
  const { caipNetworkId } = parseCaipAddress(account)
  if (!caipNetworkId.startsWith('eip155:') || !(await context.isSupported(caipNetworkId, signal)))
    throw new BillfoldError('network_unsupported', `The API has no smart sessions for ${caipNetworkId}.`)
  const answer = await http.client('api').get(path`/v1/sessions/${account}`, {}, { signal })
  const data = readSmartSessions(answer, clock.now())
  // Return the list if it has a usable session, or if the account has no sessions. Otherwise fail, so that the last
  // known list stays.
  if (data && (data.sessions.length > 0 || data.unlisted === 0)) return { answer, data }
  throw new BillfoldError('bad_envelope', 'The list of smart sessions has an unexpected format.', {
    category: 'DATA_PARSING_ERROR',
  })
}

/**
 * Revokes a smart session; sends the request only once. Also succeeds if the session is already revoked: by another
 * tab, or by a request whose answer was lost.
 * @throws smart_session_kept (the server refused, with its reason; the session is still active), outcome_unknown (no
 *   answer, and the list does not show the session as revoked), bad_account
 */
export const revokeSmartSession: CommandHandler<'revokeSmartSession'> = async (input, context) => {
  const { account } = readAccountParams(input)
  const { id, signature } = input
  const { http, signal } = context
  const isRevoked = () =>
    fetchSmartSessions(account, context).then(
      ({ data }) => data.sessions.some((session) => session.id === id && session.revoked),
      () => false,
    )
  try {
    await http.client('api').post(path`/v1/sessions/${account}/revoke`, { pci: id, signature }, { signal })
    return { status: 'revoked' }
  } catch (error) {
    if (hasCode(error, 'aborted')) throw error
    const { code, context: met } = toErrorRecord(error)
    const hasRefused = code === 'http_status' && Number(met['status']) < 500 && met['status'] !== 408
    if (await isRevoked()) return { status: hasRefused ? 'revoked_before' : 'revoked' }
    if (!hasRefused) throw createUnknown(code)
    const said = cleanText(String(met['description'] ?? ''), 200).text
    throw new BillfoldError('smart_session_kept', 'The server has not revoked this smart session.', {
      category: 'API_ERROR',
      context: { ...met, reason: code, ...(said && { said }) },
    })
  }
}

function createUnknown(reason: string): BillfoldError {
  return new BillfoldError('outcome_unknown', 'Could not confirm whether the smart session was revoked.', {
    category: 'API_ERROR',
    context: { reason },
  })
}

type Asking = Pick<CommandContext, 'clock' | 'http' | 'signal' | 'isSupported'>

const storedAnswer = v.object({ answer: json(v.unknown()), fetchedAt: count })
