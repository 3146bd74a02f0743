/**
 * Sign-in for a page without a server: sessions are stored in localStorage, and the worker verifies the signature of
 * each session before it is used.
 */
import * as v from 'valibot'
import { getLocalStorage, readStored } from '../base/storage.ts'
import type { CaipNetworkId } from '../core/chains/caip.ts'
import { BillfoldError } from '../core/base/errors.ts'
import { listOf, parseOrNone } from '../core/contract/schemas.ts'
import { parseSiwxMessage } from '../core/siwx/siwx-message.ts'
import { createMessage, type MessageOptions } from './create-message.ts'
import { isOfAccount } from './is-of-account.ts'
import { createNonce } from './nonce.ts'
import type { ReadySIWX, SIWXTools } from './ready-siwx.ts'
import type { SIWX, SIWXSession } from './siwx.ts'

export interface LocalSiwxOptions extends MessageOptions {
  /** Whether an account is disconnected if it does not sign in. Default: true. */
  required?: boolean
  /** Whether disconnecting also signs out. Default: true. */
  signOutOnDisconnect?: boolean
}

const KEY = 'billfold/siwx'
const MAX_NONCES = 100

/**
 * Creates a sign-in option without a server. A session proves only to the page in this browser who has signed; a server
 * must not trust it.
 * @example
 * createBillfold({ …, siwx: localSiwx({ statement: 'I have read the terms.', required: false }) })
 */
export function localSiwx({
  required = true,
  signOutOnDisconnect = true,
  ...options
}: LocalSiwxOptions = {}): SIWX {
  const storage = getLocalStorage()
  /** Nonces that were issued and are not used yet. */
  const nonces = new Set<string>()
  let tools: SIWXTools | undefined
  /** All sessions, if they could not be stored. */
  let unsaved: readonly SIWXSession[] | undefined

  function list(): readonly SIWXSession[] {
    return unsaved ?? parseOrNone(listOf(session), readStored(storage, KEY)) ?? []
  }

  function store(sessions: readonly SIWXSession[]): void {
    try {
      if (sessions.length > 0) storage!.setItem(KEY, JSON.stringify(sessions))
      else storage?.removeItem(KEY)
      unsaved = undefined
    } catch {
      unsaved = sessions
    }
  }

  function getTools(): SIWXTools {
    if (tools) return tools
    throw new BillfoldError('siwx_missing', 'SIWX is not enabled: pass it to createBillfold.')
  }

  function verify({ data, message, signature, signedMessage }: SIWXSession, nonce?: string) {
    const { chainId, accountAddress: address } = data
    const caipNetworkId = chainId as CaipNetworkId
    return getTools().call('verifySignature', {
      message,
      signature,
      signedMessage,
      caipNetworkId,
      address,
      domain: location.host,
      nonce,
    })
  }

  const siwx: ReadySIWX = {
    attach: (given) => void (tools = given),
    getRequired: () => required,
    signOutOnDisconnect,
    async createMessage(input) {
      const nonce = createNonce()
      nonces.add(nonce)
      // Delete the oldest nonce, whose message was abandoned.
      if (nonces.size > MAX_NONCES) nonces.delete(nonces.values().next().value!)
      return createMessage(input, { nonce, ...getTools() }, options)
    },
    async addSession(session) {
      const { nonce, chainId, accountAddress } = session.data
      if (!nonces.has(nonce)) throw createInvalid('nonce')
      const verdict = await verify(session, nonce)
      if (verdict.outcome === 'unknown') throw createUnknown()
      nonces.delete(nonce)
      if (verdict.outcome === 'invalid') throw createInvalid(verdict.fault)
      const others = list().filter((one) => !isOfAccount(one, chainId as CaipNetworkId, accountAddress))
      store([...others, session])
    },
    async revokeSession(chainId, address) {
      store(list().filter((one) => !isOfAccount(one, chainId, address)))
    },
    async setSessions(sessions) {
      store(sessions)
    },
    async getSessions(chainId, address) {
      const found = list().find((one) => isOfAccount(one, chainId, address))
      if (!found) return []
      const verdict = await verify(found)
      if (verdict.outcome === 'valid') return [readSession(found, chainId)]
      // `early`: the message is not valid yet. The device's clock may be wrong, so keep the session.
      if (verdict.outcome !== 'invalid' || verdict.fault === 'early') throw createUnknown()
      store(list().filter(({ message }) => message !== found.message))
      if (verdict.fault === 'expired') return []
      throw createInvalid(verdict.fault)
    },
  }
  return siwx
}

/** Shape of a stored session. `data` is not validated further, since `readSession` reads it from the signed message. */
const session = v.pipe(
  v.looseObject({
    data: v.looseObject({ chainId: v.string(), accountAddress: v.string() }),
    message: v.string(),
    signature: v.string(),
    signedMessage: v.exactOptional(v.string()),
  }),
  v.transform((stored) => stored as unknown as SIWXSession),
)

/** Replaces the stored data by that of the signed message. */
function readSession(session: SIWXSession, chainId: CaipNetworkId): SIWXSession {
  const read = parseSiwxMessage(session.message)
  return { ...session, data: { ...session.data, ...read?.data, chainId } }
}

function createInvalid(fault: string): BillfoldError {
  return new BillfoldError('siwx_invalid', 'The signature is not valid.', { context: { fault } })
}

function createUnknown(): BillfoldError {
  return new BillfoldError('siwx_unknown', 'Could not verify the signature. Try again.')
}
