/** Who an address says it is. Source: GET /v1/identity/{address}. */
import { parseAccountId } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { Identity } from '../../src/core/identity.ts'
import { safeUrl } from '../../src/core/url.ts'
import type { CreateSource, Known, WorkerContext } from '../context.ts'
import type * as Ens from '../ens.ts'
import { path } from '../path.ts'
import { toChecksumAddress } from './checksum-address.ts'

const LIFETIME = 300_000
/** Longest name that is looked at; DNS allows 253 characters. */
const NAME_LIMIT = 255

export const createIdentitySource: CreateSource<'identity'> = (context, account) => {
  const { clock, http, store } = context
  const { namespace, chainId, address } = parseAccountId(account)
  const key = `identity/${account}`
  const owner = `${namespace}:${address}`
  const isEvm = namespace === 'eip155'
  /** What is known without asking anybody. */
  const plain: Identity = { address: isEvm ? toChecksumAddress(address) : address, unusualName: false }

  async function fetchIdentity(signal: AbortSignal): Promise<Identity> {
    // The API knows names of EVM addresses alone, on the networks that it serves.
    if (!isEvm || !(await context.isSupported(chainId, signal))) return plain
    const answer = await http.get(path`/v1/identity/${address}`, { sender: address }, { signal })
    const { name, avatar } = readIdentity(answer)
    const avatarUrl = safeUrl(avatar)
    const identity: Identity = { ...plain, ...(avatarUrl ? { avatarUrl } : {}) }
    if (!name) return identity
    return (await isNormal(name, context)) ? { ...identity, name } : { ...identity, unusualName: true }
  }

  return {
    key,
    owner,
    lifetime: LIFETIME,
    pauseAfterFailure: 0,
    load: async () => (await store.get(key))?.value as Known<Identity> | undefined,
    async fetch({ signal }) {
      const data = await fetchIdentity(signal)
      const known = { data, fetchedAt: clock.now() }
      await store.write([{ key, owner, value: known, bytes: 300 }])
      return known
    },
    // The address itself needs no network.
    afterFailure: (data) => data ?? plain,
  }
}

/** Absent, null and empty all mean that there is none. @throws bad_envelope */
function readIdentity(answer: unknown): { name: string | undefined; avatar: string | undefined } {
  const { name, avatar } = (answer ?? {}) as { name?: unknown; avatar?: unknown }
  const isText = (value: unknown): value is string | null | undefined =>
    value === undefined || value === null || typeof value === 'string'
  if (
    typeof answer !== 'object' ||
    answer === null ||
    Array.isArray(answer) ||
    !isText(name) ||
    !isText(avatar)
  ) {
    throw new BillfoldError('bad_envelope', 'The identity of this address is not what was expected.', {
      category: 'DATA_PARSING_ERROR',
    })
  }
  return { name: name || undefined, avatar: avatar || undefined }
}

/** Whether a name equals its own normal form (ENSIP-15): only then it is safe to show. */
async function isNormal(name: string, context: WorkerContext): Promise<boolean> {
  if (name.length > NAME_LIMIT) return false
  // Plain names are their own normal form; a label like `xn--…` is not plain.
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) && !/(^|\.)..--/.test(name)) return true
  try {
    return (await context.load<typeof Ens>('ens')).normalizeName(name) === name
  } catch {
    return false
  }
}
