/**
 * Smart sessions of EVM accounts, kept in memory: lists and revokes them. A revocation needs the account's signature
 * over the permissions context (as `wallet_revokePermissions` signs it) or over the message that names this context.
 */
import { type Hex, isAddress, isHex, verifyMessage } from 'viem'
import { createRevocationMessage } from '../../src/core/assets/smart-session.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { people } from '../people/accounts.ts'
import { type FaultKind, sendFailure, sendFault } from './faults.ts'
import { type Handler, readBody, sendJson } from './local-server.ts'

/** By CAIP-10 id in lower case. */
export type SessionsState = Map<string, ApiSession[]>

/** A smart session in the shape of the public API. Times are seconds since 1970. */
interface ApiSession {
  project: { id: string; name: string; url: string; iconUrl: string }
  pci: string
  expiry: number
  createdAt: number
  permissions: readonly { type: string; data: Readonly<Record<string, unknown>> }[]
  policies: readonly { type: string; data: Readonly<Record<string, unknown>> }[]
  context: Hex
  revokedAt: number | null
}

/** A smart session to create. Omitted fields have defaults. */
export interface Grant {
  /** CAIP-10. */
  account: string
  /** Milliseconds since 1970. Defaults: now, and one hour from now. */
  createdAt?: number
  expiresAt?: number
  name?: string
  url?: string
  permissions?: ApiSession['permissions']
  policies?: ApiSession['policies']
}

const DAY = 86_400_000

/** Creates three smart sessions for Mara: active, expired and revoked. @param chain CAIP-2 */
export function createSessionsState(chain: string): SessionsState {
  const sessions: SessionsState = new Map()
  const account = `${chain}:${people.mara.account.address}`
  const now = Date.now()
  const grant = (name: string, age: number, left: number, part: Partial<Grant> = {}) =>
    grantSession(sessions, {
      account,
      name,
      createdAt: now - age * DAY,
      expiresAt: now + left * DAY,
      ...part,
    })
  const allowance = { allowance: `${5n * 10n ** 16n}`, period: 86_400, start: Math.floor(now / 1_000) }
  grant('Tide Rentals', 2, 5, {
    permissions: [{ type: 'native-token-recurring-allowance', data: allowance }],
    policies: [{ type: 'rate-limit', data: { count: 10, interval: 3_600 } }],
  })
  grant('Driftwood Market', 40, -33)
  grant('Skerry Games', 75, 20)
  sessions.get(toKey(account)!)!.at(-1)!.revokedAt = Math.floor((now - 70 * DAY) / 1_000)
  return sessions
}

/** @throws for an id that isn't an EVM account */
export function grantSession(sessions: SessionsState, grant: Grant): { pci: string } {
  const key = toKey(grant.account)
  if (!key) throw new Error(`"${grant.account}" is not the CAIP-10 id of an EVM account.`)
  const now = Date.now()
  const { createdAt = now, expiresAt = now + 3_600_000, name = 'Driftwood' } = grant
  const session: ApiSession = {
    project: { id: 'sandbox', name, url: grant.url ?? 'https://driftwood.example', iconUrl: '' },
    pci: crypto.randomUUID(),
    expiry: Math.floor(expiresAt / 1_000),
    createdAt: Math.floor(createdAt / 1_000),
    permissions: grant.permissions ?? [
      { type: 'native-token-transfer', data: { allowance: `0x${(10n ** 17n).toString(16)}` } },
    ],
    policies: grant.policies ?? [],
    context: `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`,
    revokedAt: null,
  }
  sessions.set(key, [...(sessions.get(key) ?? []), session])
  return { pci: session.pci }
}

/** @param getFault how responses to list requests break */
export function createSessionsApi(
  getSessions: () => SessionsState,
  getFault: () => FaultKind | undefined,
): Handler {
  return async (request, response, url) => {
    const [, , , id = '', verb] = url.pathname.split('/').map(decodeURIComponent)
    const key = toKey(id)
    if (!key) return sendFailure(response, 400, 'Invalid CAIP-10 address', 'address')
    const listed = getSessions().get(key) ?? []
    if (request.method === 'GET' && !verb) {
      const fault = getFault()
      const body = { pcis: listed }
      return fault ? sendFault(fault, response, body) : sendJson(response, 200, body)
    }
    if (request.method !== 'POST' || verb !== 'revoke')
      return sendFailure(response, 404, `No ${request.method} ${url.pathname}`)
    const { pci, signature } = JSON.parse(await readBody(request)) as Record<string, unknown>
    const session = listed.find((one) => one.pci === pci)
    if (!session) return sendFailure(response, 404, 'Session not found', 'pci')
    if (session.revokedAt !== null) return sendFailure(response, 409, 'Session is already revoked', 'pci')
    if (!(await isSigned(session, key, signature)))
      return sendFailure(response, 401, 'The signature is not one of this account', 'signature')
    session.revokedAt = Math.floor(Date.now() / 1_000)
    response.writeHead(200).end()
  }
}

async function isSigned({ pci, context }: ApiSession, key: string, signature: unknown): Promise<boolean> {
  if (!isHex(signature)) return false
  const address = key.split(':')[2] as Hex
  const messages = [{ raw: context }, createRevocationMessage(key as CaipAddress, { id: pci, context })]
  const verified = messages.map((message) =>
    verifyMessage({ address, message, signature }).catch(() => false),
  )
  return (await Promise.all(verified)).some(Boolean)
}

/** The key of an account in `SessionsState`; undefined for an id that isn't an EVM account. */
function toKey(id: string): string | undefined {
  const [namespace, reference = '', address = '', ...others] = id.split(':')
  const isOne = namespace === 'eip155' && /^\d+$/.test(reference) && others.length === 0
  return isOne && isAddress(address, { strict: false }) ? id.toLowerCase() : undefined
}
