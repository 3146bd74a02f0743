/**
 * Sign-in with the page's own server, which stores the sessions. The worker sends the requests, with the server's
 * cookies:
 *
 *   GET  /nonce?chainId&address    { nonce }
 *   POST /verify                   { message, signature, chainId, address, signedMessage? }; 4xx with a reason: refused
 *   GET  /session?chainId&address  { sessions: [{ message, signature }] }; 401: no session
 *   POST /sign-out                 { chainId, address } for one account, {} for all accounts
 */
import * as v from 'valibot'
import { getLocalStorage, readStored } from '../base/storage.ts'
import type { CaipNetworkId } from '../core/chains/caip.ts'
import { BillfoldError, hasCode } from '../core/base/errors.ts'
import type { SignInQuestion } from '../core/contract/protocol.ts'
import { listOf, notList, parseOrNone, type Untrusted } from '../core/contract/schemas.ts'
import { checkSiwxMessage } from '../core/siwx/siwx-check.ts'
import { createMessage, type MessageOptions } from './create-message.ts'
import type { LocalSiwxOptions } from './local-siwx.ts'
import type { ReadySIWX, SIWXTools } from './ready-siwx.ts'
import type { SIWX, SIWXSession } from './siwx.ts'
import { fetchChecksumAddress } from './fetch-checksum-address.ts'

export interface ServerSiwxOptions
  extends MessageOptions, Pick<LocalSiwxOptions, 'required' | 'signOutOnDisconnect'> {
  /** Base URL of the server, such as `https://driftwood.example/sign-in`. */
  baseUrl: string
}

/** A sign-out that the server has not received yet: of one account, or of all. */
type Owed = { chainId: CaipNetworkId; address: string } | Record<never, never>

/** Storage key of sign-outs that the server has not received yet. */
const KEY = 'billfold/siwx/sign-out'

/**
 * Creates a sign-in option for the page's own server.
 * @example
 * createBillfold({ …, siwx: serverSiwx({ baseUrl: '/sign-in' }) })
 */
export function serverSiwx(given: ServerSiwxOptions): SIWX {
  const { baseUrl, required = true, signOutOnDisconnect = true, ...options } = given
  const storage = getLocalStorage()
  let tools: SIWXTools | undefined
  /** All pending sign-outs, if they could not be stored. */
  let unsaved: readonly Owed[] | undefined
  let settling: Promise<void> | undefined

  function getTools(): SIWXTools {
    if (tools) return tools
    throw new BillfoldError('siwx_missing', 'SIWX is not enabled: pass it to createBillfold.')
  }

  const ask = async (question: SignInQuestion): Promise<unknown> => getTools().call('askSignIn', question)
  /** The account in the form that the server expects: network, and address with checksum. */
  const name = async (chainId: CaipNetworkId, address: string) => ({
    chainId,
    address: await fetchChecksumAddress(getTools(), chainId, address),
  })

  /**
   * Pending sign-outs. Read from storage each time, since repeating a sign-out that another tab has sent could end a
   * newer session.
   */
  const listOwed = () => unsaved ?? readOwed(storage)

  function setOwed(next: readonly Owed[]): void {
    try {
      if (next.length > 0) storage!.setItem(KEY, JSON.stringify(next))
      else storage?.removeItem(KEY)
      unsaved = undefined
    } catch {
      // The storage is full or forbidden: keep the list in memory.
      unsaved = next
    }
  }

  /** Sends pending sign-outs to the server. */
  function settle(): Promise<void> {
    return (settling ??= sendOwed().finally(() => (settling = undefined)))
  }

  async function sendOwed(): Promise<void> {
    for (let [owed] = listOwed(); owed; [owed] = listOwed()) {
      const body = 'chainId' in owed ? await name(owed.chainId, owed.address) : owed
      // If the server refuses the sign-out, there is no session to end.
      await ask({ path: 'sign-out', body }).catch(unlessRefused)
      const done = JSON.stringify(owed)
      setOwed(listOwed().filter((one) => JSON.stringify(one) !== done))
    }
  }

  async function signOut(body: Owed): Promise<void> {
    // Store each sign-out once. A sign-out of all accounts replaces the others.
    const isOther = (one: Owed) => JSON.stringify(one) !== JSON.stringify(body)
    setOwed([...(Object.keys(body).length > 0 ? listOwed().filter(isOther) : []), body])
    await settle()
  }

  async function addSession({ data, message, signature, signedMessage }: SIWXSession): Promise<void> {
    const { chainId, accountAddress: address } = data
    const body = { message, signature, chainId, address, ...(signedMessage && { signedMessage }) }
    await ask({ path: 'verify', body }).catch(rethrow)
  }

  const siwx: ReadySIWX = {
    serverUrl: baseUrl,
    attach: (lent) => void (tools = lent),
    getRequired: () => required,
    signOutOnDisconnect,
    async createMessage(input) {
      await settle()
      const answer = await ask({ path: 'nonce', query: await name(input.chainId, input.accountAddress) })
      const nonce = parseOrNone(v.object({ nonce: v.string() }), answer)?.nonce
      if (nonce === undefined) throw createBadAnswer()
      return createMessage(input, { nonce, ...getTools() }, options)
    },
    addSession,
    revokeSession: async (chainId, address) => signOut({ chainId, address }),
    async setSessions(sessions) {
      await signOut({})
      for (const session of sessions) await addSession(session)
    },
    async getSessions(chainId, address) {
      await settle()
      const query = await name(chainId, address)
      const answer = await ask({ path: 'session', query }).catch(unlessNobody)
      if (answer === undefined) return []
      const sessions = parseOrNone(v.object({ sessions: listOf(signed) }), answer)?.sessions
      if (!sessions) throw createBadAnswer()
      return sessions.flatMap((one) => readSession(one, chainId, address) ?? [])
    },
  }
  return siwx
}

const signed = v.object({ message: v.string(), signature: v.string() })

/** Reads a session of the server. Undefined if the message is for another account or site, or has expired. */
function readSession(
  { message, signature }: v.InferOutput<typeof signed>,
  chainId: CaipNetworkId,
  address: string,
): SIWXSession | undefined {
  const expected = { domain: location.host, caipNetworkId: chainId, address }
  const { data } = checkSiwxMessage(message, expected, Date.now())
  return data && { data: { ...data, chainId }, message, signature }
}

function readOwed(storage: Storage | undefined): readonly Owed[] {
  return parseOrNone(listOf(owed), readStored(storage, KEY)) ?? []
}

const owed: Untrusted<Owed> = v.union([
  v.object({ chainId: v.custom<CaipNetworkId>((id) => typeof id === 'string'), address: v.string() }),
  v.pipe(notList, v.strictObject({})),
])

/** Ignores status 401, which means that there is no session. Any other refusal, such as a firewall's, does not prove that. */
function unlessNobody(error: unknown): undefined {
  if (!hasCode(error, 'siwx_invalid')) throw error
  const { message, context } = error as BillfoldError
  if (context['status'] !== 401) throw new BillfoldError('siwx_unknown', message, { context, cause: error })
}

function unlessRefused(error: unknown): undefined {
  if (!hasCode(error, 'siwx_invalid')) throw error
}

/** Rethrows the error, with the server's own reason as fault. */
function rethrow(error: unknown): never {
  if (!hasCode(error, 'siwx_invalid')) throw error
  const { message, context } = error as BillfoldError
  throw new BillfoldError('siwx_invalid', message, { context: { ...context, fault: context['description'] } })
}

function createBadAnswer(): BillfoldError {
  return new BillfoldError('siwx_unknown', 'The sign-in server did not answer as documented.')
}
