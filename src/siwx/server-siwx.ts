/**
 * Signing in to the page's own server, which holds the session and is asked by the worker, with the server's cookies:
 *
 *   GET  /nonce?chainId&address    { nonce }
 *   POST /verify                   { message, signature, chainId, address, signedMessage? }; 4xx with its reason: refused
 *   GET  /session?chainId&address  { sessions: [{ message, signature }] }; 401: none
 *   POST /sign-out                 { chainId, address } of one, {} of all
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
  /** Base URL of the server, for example `https://driftwood.example/sign-in`. */
  baseUrl: string
}

/** A pending sign-out of one account, or of all. */
type Owed = { chainId: CaipNetworkId; address: string } | Record<never, never>

/** Storage key of sign-outs that the server has not received yet. */
const KEY = 'billfold/siwx/sign-out'

/**
 * @example
 * createBillfold({ …, siwx: serverSiwx({ baseUrl: '/sign-in' }) })
 */
export function serverSiwx(given: ServerSiwxOptions): SIWX {
  const { baseUrl, required = true, signOutOnDisconnect = true, ...options } = given
  const storage = getLocalStorage()
  let tools: SIWXTools | undefined
  /** Sign-outs that the storage could not save. */
  let unsaved: readonly Owed[] | undefined
  let settling: Promise<void> | undefined

  function getTools(): SIWXTools {
    if (tools) return tools
    throw new BillfoldError('siwx_missing', 'SIWX is not enabled: pass it to createBillfold.')
  }

  const ask = async (question: SignInQuestion): Promise<unknown> => getTools().call('askSignIn', question)
  /** The account as the server names it. */
  const name = async (chainId: CaipNetworkId, address: string) => ({
    chainId,
    address: await fetchChecksumAddress(getTools(), chainId, address),
  })

  /** Read from storage each time: repeating a sign-out that another tab has already sent could end a newer session. */
  const listOwed = () => unsaved ?? readOwed(storage)

  function setOwed(next: readonly Owed[]): void {
    try {
      if (next.length > 0) storage!.setItem(KEY, JSON.stringify(next))
      else storage?.removeItem(KEY)
      unsaved = undefined
    } catch {
      // Storage is full or forbidden: keep the list in memory.
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
      // A refusal by the server means that there is no session to end.
      await ask({ path: 'sign-out', body }).catch(unlessRefused)
      const done = JSON.stringify(owed)
      setOwed(listOwed().filter((one) => JSON.stringify(one) !== done))
    }
  }

  async function signOut(body: Owed): Promise<void> {
    // List each sign-out once; one for all accounts replaces the others.
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

/** Undefined if the session is for another account, or has expired. */
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

/** Only 401 means "no session"; another refusal, such as a firewall's, says nothing. */
function unlessNobody(error: unknown): undefined {
  if (!hasCode(error, 'siwx_invalid')) throw error
  const { message, context } = error as BillfoldError
  if (context['status'] !== 401) throw new BillfoldError('siwx_unknown', message, { context, cause: error })
}

function unlessRefused(error: unknown): undefined {
  if (!hasCode(error, 'siwx_invalid')) throw error
}

/** Rethrows with the server's own reason. */
function rethrow(error: unknown): never {
  if (!hasCode(error, 'siwx_invalid')) throw error
  const { message, context } = error as BillfoldError
  throw new BillfoldError('siwx_invalid', message, { context: { ...context, fault: context['description'] } })
}

function createBadAnswer(): BillfoldError {
  return new BillfoldError('siwx_unknown', 'The sign-in server did not answer as documented.')
}
