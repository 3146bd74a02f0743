/**
 * Names under `reown.id`, kept in memory: looks them up, suggests free names, and registers a name with a signature.
 * Checks requests in the order of the public API, with a library that Billfold doesn't use for this.
 */
import { randomInt } from 'node:crypto'
import { getAddress, isAddress, verifyMessage } from 'ethers'
import { people } from '../people/accounts.ts'
import { type FaultKind, sendFailure, sendFault } from './faults.ts'
import { type Handler, readBody, sendJson } from './local-server.ts'

/** Registered names, and how the API misbehaves. */
export interface ProfileState {
  /** By full name, such as `joon.reown.id`. */
  names: Map<string, NameRecord>
  /**
   * How a registration fails. `refuses`: with a reason. `breaks`: with status 500 and no body. `loses`: registers the
   * name, but the response is lost. `drops`: the connection closes before the API reads the request. null: no fault.
   */
  fault: 'refuses' | 'breaks' | 'loses' | 'drops' | null
  /** Milliseconds by which the API's own clock is ahead of this machine's. */
  shift: number
  /** Hides the `date` header from pages. */
  hidesTime: boolean
  /** Returns an empty list of suggestions. */
  knowsNothing: boolean
}

interface NameRecord {
  name: string
  registered_at: string
  updated_at: string | null
  attributes: Record<string, string> | null
  addresses: Record<string, { address: string; created_at: string | null }>
}

const ZONE = 'reown.id'
/** Seconds by which a timestamp may differ from the API's clock. */
const WINDOW = 10
const MAX_SUGGESTIONS = 5
const ETHEREUM = 60

export function createProfileState(): ProfileState {
  const names = new Map<string, NameRecord>()
  const joon = keep(names, `joon.${ZONE}`, ETHEREUM, people.joon.account.address, Date.UTC(2026, 3, 2))
  joon.attributes = {
    bio: 'Ferryman at the northern pier. Sails on Tuesdays.',
    location: 'Skerry',
    url: 'https://driftwood.example/joon',
  }
  return { names, fault: null, shift: 0, hidesTime: false, knowsNothing: false }
}

/**
 * @param getFault how responses to read requests break
 * @param getAvatar URL of a name's picture
 */
export function createProfileApi(
  profile: ProfileState,
  getFault: () => FaultKind | undefined,
  getAvatar: (name: string) => string,
): Handler {
  return async (request, response, url) => {
    const now = Date.now() + profile.shift
    response.setHeader('date', new Date(now).toUTCString())
    if (profile.hidesTime) response.setHeader('access-control-expose-headers', 'retry-after')
    const [, , , noun, asked = ''] = url.pathname.split('/').map(decodeURIComponent)
    if (request.method === 'POST' && noun === 'account' && !asked) {
      if (profile.fault === 'drops') return void response.destroy()
      if (profile.fault === 'breaks') return void response.writeHead(500).end()
      if (profile.fault === 'refuses')
        return sendFailure(response, 400, 'Names are not available right now', 'name')
      const registered = register(profile, await readBody(request), now)
      if (profile.fault === 'loses') return void response.destroy()
      if ('refused' in registered)
        return sendFailure(response, registered.status, registered.refused, registered.field)
      return sendJson(response, 200, registered)
    }
    const body = request.method === 'GET' ? read(profile, noun, asked, url, getAvatar) : undefined
    const fault = getFault()
    if (!body) sendFailure(response, 404, `No ${request.method} ${url.pathname}`)
    else if (fault) sendFault(fault, response, body)
    else sendJson(response, 200, body)
  }
}

function read(
  { names, knowsNothing }: ProfileState,
  noun = '',
  asked: string,
  url: URL,
  getAvatar: (name: string) => string,
): object | undefined {
  if (noun === 'account') {
    const record = names.get(asked)
    if (!record?.attributes) return record ?? []
    return { ...record, attributes: { avatar: getAvatar(asked), ...record.attributes } }
  }
  if (noun === 'reverse') {
    // The lookup is case-sensitive: addresses match only as they were registered.
    const has = ({ addresses }: NameRecord) =>
      Object.values(addresses).some(({ address }) => address === asked)
    return [...names.values()].filter(has)
  }
  if (noun !== 'suggestions') return undefined
  if (knowsNothing || url.searchParams.get('zone') !== ZONE) return { suggestions: [] }
  const labels = [asked, `${asked}1`, `the${asked}`, `${asked}-x`, `${asked}${randomInt(100, 999)}`]
  const suggestions = labels.slice(0, MAX_SUGGESTIONS).map((label) => {
    const name = `${label}.${ZONE}`
    return { name, registered: names.has(name) }
  })
  return { suggestions }
}

interface Refused {
  refused: string
  field: string
  status: number
}

function register({ names }: ProfileState, body: string, now: number): NameRecord | Refused {
  const refuse = (field: string, refused: string, status = 400): Refused => ({ refused, field, status })
  const { coin_type: coinType, address, message, signature } = readRecord(body)
  const { name, attributes, timestamp } = readRecord(message)
  if (typeof name !== 'string' || !/^[a-z0-9.-]{3,64}$/.test(name))
    return refuse('name', 'Invalid name format')
  if (!name.endsWith(`.${ZONE}`)) return refuse('name', 'Name is not in the allowed zones')
  const isEvm = coinType === ETHEREUM || (Number.isInteger(coinType) && Number(coinType) > 0x80000000)
  if (!isEvm || Number(coinType) > 0xffffffff)
    return refuse('coin_type', 'Unsupported coin type for name registration')
  if (names.has(name)) return refuse('name', 'Name is already registered')
  const age = Math.floor(now / 1000) - Number(timestamp)
  if (!(Math.abs(age) <= WINDOW)) return refuse('timestamp', 'Timestamp is too old or in the future')
  if (typeof address !== 'string' || !isAddress(address))
    return refuse('address', 'Invalid H160 address format')
  if (typeof attributes !== 'object') return refuse('attributes', 'Unsupported attribute in payload')
  if (!isSigned(String(message), String(signature), address))
    return refuse('signature', 'Invalid signature or message format', 401)
  return keep(names, name, Number(coinType), address, now)
}

function keep(
  names: Map<string, NameRecord>,
  name: string,
  coinType: number,
  address: string,
  at: number,
): NameRecord {
  const time = new Date(at).toISOString()
  const record: NameRecord = {
    name,
    registered_at: time,
    updated_at: null,
    attributes: null,
    // Store the address for Ethereum too, whichever network the name was registered for.
    addresses: {
      [ETHEREUM]: { address, created_at: time },
      [coinType]: { address, created_at: time },
    },
  }
  names.set(name, record)
  return record
}

function isSigned(message: string, signature: string, address: string): boolean {
  try {
    return getAddress(verifyMessage(message, signature)) === getAddress(address)
  } catch {
    return false
  }
}

/** Empty for text that isn't a JSON object. */
function readRecord(text: unknown): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(String(text)) as object) }
  } catch {
    return {}
  }
}
