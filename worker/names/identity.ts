/**
 * The identity of an address: its name and picture. Source: GET /v1/identity/{address}. If the API has no name, looks
 * for a name in the provider's zone.
 */
import * as v from 'valibot'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Identity } from '../../src/core/assets/identity.ts'
import { notList, parseOrNone, text, type Untrusted } from '../../src/core/contract/schemas.ts'
import { safeUrl } from '../../src/core/text/url.ts'
import type { CreateSource } from '../base/context.ts'
import { keepNewest } from '../base/keep-newest.ts'
import { path } from '../http/path.ts'
import { readCached } from '../base/read-cached.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { readLabel } from '../../src/core/names/account-name.ts'
import { storedAttributes } from './profile/attributes.ts'
import { fetchOwnName, fetchProfileName, isOf, type ProfileName } from './profile/lookup.ts'
import { NAME_LIMIT, normalize } from './normalize.ts'

const STALE_TIME = 300_000

export const createIdentitySource: CreateSource<'identity'> = (context, account) => {
  const { clock, http, store } = context
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const key = `identity/${account}`
  const owner = `${namespace}:${address}`
  const isEvm = namespace === 'eip155'
  /** The identity that is known without a request: only the address. */
  const plain: Identity = { address: isEvm ? toChecksumAddress(address) : address, unusualName: false }

  /** The identity of the last answer, but without a name. */
  let nameless = plain

  const readStored = (value: unknown) => readCached(value, storedIdentity(plain.address))

  async function fetchIdentity(signal: AbortSignal): Promise<Identity> {
    // The API knows only names of EVM addresses on the networks that it serves.
    if (!isEvm || !(await context.isSupported(caipNetworkId, signal))) return plain
    const answer = await http
      .client('api')
      .get(path`/v1/identity/${address}`, { sender: address }, { signal })
    const { name, avatar } = readIdentity(answer)
    const avatarUrl = safeUrl(avatar)
    nameless = { ...plain, ...(avatarUrl ? { avatarUrl } : {}) }
    if (!name) return nameOwn(signal)
    // Show only a name that equals its own normal form: any other name may imitate one.
    const isNormal = (await normalize(name, context)) === name
    if (!isNormal) return { ...nameless, unusualName: true }
    if (readLabel(name) === undefined) return { ...nameless, name }
    // Show the name even if its profile cannot be fetched.
    const record = await fetchProfileName({ http, clock, signal }, name).catch(() => undefined)
    return record && isOf(record, address) ? withProfile(record) : { ...nameless, name }
  }

  function withProfile({ name, profile: { avatarUrl, attributes } }: ProfileName): Identity {
    const picture = nameless.avatarUrl ?? avatarUrl
    return {
      ...nameless,
      name,
      ...(picture && { avatarUrl: picture }),
      ...(attributes.length > 0 && { attributes }),
    }
  }

  /** Looks for a name in the provider's zone if the account has no other name. */
  async function nameOwn(signal: AbortSignal): Promise<Identity> {
    const record = await fetchOwnName({ http, clock, signal }, address)
    return record ? withProfile(record) : nameless
  }

  return {
    staleTime: STALE_TIME,
    load: async () => readStored((await store.get(key))?.value),
    async fetch({ signal }) {
      const data = await fetchIdentity(signal)
      const value = { data, fetchedAt: clock.now() }
      const record = { key, owner, value, bytes: 300 + 300 * (data.attributes?.length ?? 0) }
      await keepNewest(store, record, clock.now())
      return value
    },
    // Without an answer, show at least the address.
    afterFailure: (data) => data ?? nameless,
  }
}

/** An optional text; undefined for null and for empty text. */
const textOrNone = v.pipe(
  v.nullish(v.string()),
  v.transform((given) => given || undefined),
)
const identityAnswer = v.pipe(notList, v.object({ name: textOrNone, avatar: textOrNone }))

/** @throws bad_envelope */
function readIdentity(answer: unknown): v.InferOutput<typeof identityAnswer> {
  const read = parseOrNone(identityAnswer, answer)
  if (read) return read
  throw new BillfoldError('bad_envelope', 'The identity of this address has an unexpected format.', {
    category: 'DATA_PARSING_ERROR',
  })
}

/**
 * A stored name. It was normalised before it was stored, so only characters that no normal form contains are excluded. This
 * check needs no tables.
 */
const showableName = v.pipe(
  text(NAME_LIMIT),
  v.nonEmpty(),
  v.regex(/^[^\p{Cc}\p{Cs}\p{Z}\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u),
)

const storedIdentity = (address: string): Untrusted<Identity> =>
  v.object({
    address: v.literal(address),
    name: v.exactOptional(showableName),
    avatarUrl: v.exactOptional(
      v.pipe(
        v.string(),
        v.check((url) => safeUrl(url) === url),
      ),
    ),
    unusualName: v.boolean(),
    attributes: v.exactOptional(storedAttributes),
  })
