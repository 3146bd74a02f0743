/**
 * Resolves names in the provider's zone, in both directions. Source: GET /v1/profile/account/{name} and GET
 * /v1/profile/reverse/{address}.
 */
import * as v from 'valibot'
import { readLabel } from '../../../src/core/names/account-name.ts'
import { isEvmAddress } from '../../../src/core/chains/address.ts'
import type { CaipNetworkId } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { listOf, parseOrNone, recordOf, type Untrusted } from '../../../src/core/contract/schemas.ts'
import type { CommandContext, Http } from '../../base/context.ts'
import { path } from '../../http/path.ts'
import { wrapFailure } from '../../base/wrap-failure.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { findCoinNetwork, getCoinType, getMainCoinTypes } from '../coin-type.ts'
import { type ProfileAttributes, readAttributes } from './attributes.ts'
import { recordServerTime } from './server-time.ts'

type LookupContext = Pick<CommandContext, 'http' | 'clock' | 'signal'>
export type ProfileContext = LookupContext & Pick<CommandContext, 'isSupported'>

/** A registered name, with its addresses in lower case by coin type (ENSIP-11). */
export interface ProfileName {
  name: string
  addresses: ReadonlyMap<number, string>
  profile: ProfileAttributes
}

/** The result of a lookup. Empty if the name is free or has no address; with `reason` if no server was asked. */
export interface Resolved {
  /** The address, with checksum. */
  address?: string
  /** The network for which this address was set, if the name has no address for the requested network. */
  foundOn?: CaipNetworkId
  /** A network for which the name has an address, if none of its addresses can be used on the requested network. */
  onlyOn?: CaipNetworkId
  reason?: 'network_unsupported'
}

/** How long a resolved name is reused. Milliseconds. */
const STALE_TIME = 300_000
/** How many names are checked for one address at most. */
const MAX_NAMES = 5

const known = new WeakMap<Http, Map<string, { record: ProfileName; at: number }>>()

/**
 * The address of a name on a network: the address that the name's owner has set for this network, else the address for
 * Ethereum. An address that was set only for another network is not used, since on this network it may belong to
 * somebody else. Cached for 5 minutes.
 * @throws name_unresolved, networks_unknown, chain_invalid
 */
export async function resolveProfileName(
  context: ProfileContext,
  caipNetworkId: CaipNetworkId,
  name: string,
): Promise<Resolved> {
  if (!(await isServed(context, caipNetworkId))) return { reason: 'network_unsupported' }
  if (readLabel(name) === undefined) return {}
  const records = known.get(context.http) ?? new Map<string, { record: ProfileName; at: number }>()
  known.set(context.http, records)
  const kept = records.get(name)
  const isFresh = kept && context.clock.now() < kept.at + STALE_TIME
  const record = isFresh ? kept.record : await fetchProfileName(context, name)
  // Do not cache free names, since they may be registered at any moment.
  if (!record) records.delete(name)
  else if (!isFresh) records.set(name, { record, at: context.clock.now() })
  if (!record) return {}
  const { addresses } = record
  const own = addresses.get(getCoinType(caipNetworkId))
  if (own) return { address: toChecksumAddress(own) }
  const main = getMainCoinTypes().find((coinType) => addresses.has(coinType))
  const address = main === undefined ? undefined : toChecksumAddress(addresses.get(main)!)
  if (address) return { address, ...(caipNetworkId !== MAIN && { foundOn: MAIN }) }
  const onlyOn = [...addresses.keys()].map(findCoinNetwork).find((network) => network !== undefined)
  return onlyOn ? { onlyOn } : {}
}

const MAIN = 'eip155:1'

/** Fetches a name, without the cache. Undefined if the name is free. @throws name_unresolved */
export async function fetchProfileName(
  context: LookupContext,
  name: string,
): Promise<ProfileName | undefined> {
  const { http, signal } = context
  try {
    const answer = await http
      .client('api')
      .get(
        path`/v1/profile/account/${name}`,
        { apiVersion: '2' },
        { signal, onHeaders: recordServerTime(context) },
      )
    return readAnswer(answer, name)
  } catch (error) {
    throw wrapFailure('name_unresolved', 'Error resolving name', error)
  }
}

/**
 * The name of an address in the provider's zone, with its profile. Undefined if no such name resolves back to the
 * address.
 * @param address the address in lower case
 * @throws names_failed, name_unresolved
 */
export async function fetchOwnName(
  context: LookupContext,
  address: string,
): Promise<ProfileName | undefined> {
  for (const name of await fetchNamesOf(context, address)) {
    const record = await fetchProfileName(context, name)
    if (record && isOf(record, address)) return record
  }
  return undefined
}

/**
 * Names that the API lists for an address. The API finds a name only if the address has the same upper and lower case as
 * when the name was registered. @throws names_failed
 */
async function fetchNamesOf(context: LookupContext, address: string): Promise<readonly string[]> {
  const { http, signal } = context
  const query = { sender: address, apiVersion: '2' }
  try {
    const answer = await http
      .client('api')
      .get(path`/v1/profile/reverse/${toChecksumAddress(address)}`, query, {
        signal,
        onHeaders: recordServerTime(context),
      })
    const listed = parseOrNone(namesAnswer, answer)
    if (!listed) throw unusable()
    return listed.slice(0, MAX_NAMES).map(({ name }) => name)
  } catch (error) {
    throw wrapFailure('names_failed', 'Error fetching names for address', error)
  }
}

/** Whether accounts on this network can have a name: only on EVM networks that the API serves. @throws networks_unknown */
export async function isServed(
  { isSupported, signal }: ProfileContext,
  caipNetworkId: CaipNetworkId,
): Promise<boolean> {
  return caipNetworkId.startsWith('eip155:') && isSupported(caipNetworkId, signal)
}

/** Whether the name resolves to this address for any coin type. @param address in upper or lower case */
export function isOf({ addresses }: ProfileName, address: string): boolean {
  return [...addresses.values()].includes(address.toLowerCase())
}

export const zoneName = v.pipe(
  v.string(),
  v.check((name) => readLabel(name) !== undefined),
)
const namesAnswer = listOf(v.object({ name: zoneName }))

/** Drops invalid addresses, and keeps the rest of the name. */
const profileName: Untrusted<ProfileName> = v.pipe(
  v.object({ name: v.string(), addresses: recordOf(v.unknown()), attributes: v.optional(v.unknown()) }),
  v.transform(({ name, addresses, attributes }) => ({
    name,
    profile: readAttributes(attributes),
    addresses: new Map(parseOrNone(listOf(addressOfCoinType), Object.entries(addresses))),
  })),
)
const addressOfCoinType = v.tuple([
  v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number)),
  v.pipe(
    v.object({
      address: v.pipe(
        v.string(),
        v.check(isEvmAddress),
        v.transform((address) => `0x${address.replace(/^0x/i, '').toLowerCase()}`),
      ),
    }),
    v.transform(({ address }) => address),
  ),
])

/** @throws bad_envelope */
export function readProfileName(answer: unknown): ProfileName {
  const read = parseOrNone(profileName, answer)
  if (!read) throw unusable()
  return read
}

/** Reads the answer for one name. The API reports a free name by status 200 and an empty list. @throws bad_envelope */
function readAnswer(answer: unknown, name: string): ProfileName | undefined {
  if (Array.isArray(answer) && answer.length === 0) return undefined
  const record = readProfileName(answer)
  if (record.name !== name) throw unusable()
  return record
}

function unusable(): BillfoldError {
  return new BillfoldError('bad_envelope', 'The server’s answer about names has an unexpected format.', {
    category: 'DATA_PARSING_ERROR',
  })
}
