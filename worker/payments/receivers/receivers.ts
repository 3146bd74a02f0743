/** Commands for the receiver of a payment: resolve a name, check an address, list recent receivers. */
import type { AccountKind } from '../../../src/core/assets/account-kind.ts'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import {
  type Anchor,
  createLookAlikes,
  type LookAlike,
  type LookAlikes,
} from '../../../src/core/chains/look-alike.ts'
import { findNamesNetwork } from '../../../src/core/names/names-network.ts'
import type { AccountParams } from '../../../src/core/contract/protocol.ts'
import { readReceiver } from '../../../src/core/payments/receiver.ts'
import {
  type FoundReceiver,
  type ReceiverInput,
  type ReceiverWarning,
  type RecentReceivers,
  sortWarnings,
} from '../../../src/core/payments/transfer.ts'
import type { CommandContext } from '../../base/context.ts'
import { openRpc } from '../../http/rpc.ts'
import { wrapFailure } from '../../base/wrap-failure.ts'
import { normalize } from '../../names/normalize.ts'
import type * as Resolve from '../../names/resolve.ts'
import { readAccountParams } from '../../base/account-topic.ts'
import { withTimeout } from '../../../src/core/base/wait.ts'
import { Recent } from '../../base/recent.ts'
import { fetchAccountKind } from '../../evm/account-kind.ts'
import type * as EvmReceiver from '../../evm/evm-receiver.ts'
import { keepName, readKnownReceivers, toAddressKey } from './known-receivers.ts'
import type { SolanaDomain } from '../../main/files/billfold-solana.ts'
import { ANY_EVM, getCoinType } from '../../names/coin-type.ts'
import { resolveProfileName } from '../../names/profile/lookup.ts'

/** Upper limit of recent receivers in the list. */
const MAX_RECENT = 5

/**
 * Resolves a receiver's name. Undefined if the name is not registered, or has no address.
 * @throws name_invalid, names_unavailable, name_unresolved (no node or gateway answered), networks_unknown,
 * network_missing, name_elsewhere (context: caipNetworkId; the name has an address for that network, and none for this one)
 */
export async function findReceiver(
  input: AccountParams & { name: string },
  context: CommandContext,
): Promise<FoundReceiver | undefined> {
  const { account } = readAccountParams(input)
  const query = String(input.name).trim()
  const name = await normalize(query, context)
  if (name === undefined) throw new BillfoldError('name_invalid', 'This is not a valid name.')
  const found = (await resolveProfile(name, account, context)) ?? (await resolveEns(name, account, context))
  if (!context.signal.aborted) await keepName(context.store, account, { name, address: found?.address })
  if (!found) return undefined
  const { address, ...rest } = found
  return { query, name, address: toChecksumAddress(address), ...rest, foundAt: context.clock.now() }
}

type Found = Pick<FoundReceiver, 'address' | 'foundOn'>

/** @throws name_elsewhere, name_unresolved, networks_unknown */
async function resolveProfile(
  name: string,
  account: CaipAddress,
  context: CommandContext,
): Promise<Found | undefined> {
  if (name.endsWith('.eth') || !account.startsWith('eip155:')) return undefined
  const { caipNetworkId } = parseCaipAddress(account)
  const { address, foundOn, onlyOn } = await resolveProfileName(context, caipNetworkId, name)
  if (onlyOn) throw createOtherNetworkError(name, onlyOn)
  return address === undefined ? undefined : { address, ...(foundOn && { foundOn }) }
}

/** @throws network_missing, name_unresolved, name_elsewhere */
async function resolveEns(
  name: string,
  account: CaipAddress,
  context: CommandContext,
): Promise<Found | undefined> {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  const { networks } = context.config
  const network =
    namespace === 'eip155' ? findNamesNetwork(networks, caipNetworkId)?.caipNetworkId : undefined
  if (!network) throw new BillfoldError('network_missing', `Names are not available on ${caipNetworkId}.`)
  const ask = async (coinType: number | undefined) => {
    try {
      const { resolveAddress } = await context.load<typeof Resolve>('evm')
      return await resolveAddress(context, network, name, coinType)
    } catch (error) {
      throw wrapFailure('name_unresolved', 'Error resolving name', error)
    }
  }
  const main = { coinType: undefined, foundOn: network }
  const own = [...findCoinTypes(caipNetworkId), ANY_EVM].map((coinType) => ({ coinType }))
  const ranked: readonly { coinType: number | undefined; foundOn?: CaipNetworkId }[] =
    network === caipNetworkId ? [{ coinType: undefined }, { coinType: ANY_EVM }] : [...own, main]
  const found = await findFirst(ranked, ask)
  if (found) {
    const { coinType: _, ...rest } = found
    return rest
  }
  const others = networks.filter((one) => one.caipNetworkId !== network).slice(0, MAX_OTHERS)
  const onOtherNetwork = others.flatMap(({ caipNetworkId }) =>
    findCoinTypes(caipNetworkId).map((coinType) => ({ caipNetworkId, coinType })),
  )
  const only = await findFirst(onOtherNetwork, ask)
  if (only) throw createOtherNetworkError(name, only.caipNetworkId)
  return undefined
}

/**
 * The first record, in the order of `ranked`, that has an address, together with that address. Requests all records at
 * once.
 * @param ranked records, most important first
 * @throws the failure of a record that is more important than the found one
 */
async function findFirst<R extends { coinType: number | undefined }>(
  ranked: readonly R[],
  ask: (coinType: number | undefined) => Promise<string | undefined>,
): Promise<(R & { address: string }) | undefined> {
  const asked = ranked.map(({ coinType }) => ask(coinType))
  // Prevent unhandled rejections: failures of less important records do not matter.
  for (const one of asked) one.catch(() => {})
  for (const [at, one] of asked.entries()) {
    const address = await one
    if (address) return { ...ranked[at]!, address }
  }
  return undefined
}

/** Upper limit of further networks of the page that are searched for the name or for a contract. */
const MAX_OTHERS = 10

/** The network's coin type. Empty for a network without a coin type in ENSIP-11, for which no name can have an address. */
function findCoinTypes(caipNetworkId: CaipNetworkId): readonly number[] {
  try {
    return [getCoinType(caipNetworkId)]
  } catch {
    return []
  }
}

function createOtherNetworkError(name: string, caipNetworkId: CaipNetworkId): BillfoldError {
  return new BillfoldError('name_elsewhere', `${name} has an address only on ${caipNetworkId}.`, {
    context: { caipNetworkId },
  })
}

/**
 * The network on which an address is a contract, if the address has no code on the account's network: then a payment on
 * the account's network might be lost. A private key controls the same address on every network, but a contract, such
 * as a multisig, exists only where it was deployed. Skips a network that does not answer in time: otherwise, one broken
 * node would delay payments and cast doubt on every receiver.
 * @throws http_timeout if Ethereum does not answer and no other network reports a contract: most contract accounts are
 * on Ethereum, so the search would prove nothing
 */
async function findContractOnOtherNetwork(
  address: string,
  current: CaipNetworkId,
  context: CommandContext,
): Promise<CaipNetworkId | undefined> {
  const { clock, http, signal } = context
  const { kinds, failedAt } = answered.get(http) ?? { kinds: new Recent(MAX_KINDS), failedAt: new Map() }
  answered.set(http, { kinds, failedAt })
  const others = context.config.networks
    .map(({ caipNetworkId }) => caipNetworkId)
    .filter((id) => id !== current && id.startsWith('eip155:'))
    .sort((a, b) => Number(b === ETHEREUM) - Number(a === ETHEREUM))
    .slice(0, MAX_OTHERS)
  const ask = async (id: CaipNetworkId): Promise<AccountKind | 'unasked' | undefined> => {
    const rpc = openRpc(context, id, signal)
    if (!rpc) return 'unasked'
    const key = `${id}:${address.toLowerCase()}`
    const known = kinds.get(key)
    if (known || clock.now() - (failedAt.get(id) ?? -Infinity) < RETRY_PAUSE) return known
    // Keep a late answer for the next check.
    const asked = fetchAccountKind(rpc, address).then((kind) => (kinds.set(key, kind), kind))
    const kind = await withTimeout(clock, LIMIT, asked).catch(() => undefined)
    if (!kind && !signal.aborted) failedAt.set(id, clock.now())
    return kind
  }
  const answers = await Promise.all(others.map(ask))
  const at = answers.indexOf('contract')
  if (at === -1 && others[0] === ETHEREUM && !answers[0])
    throw new BillfoldError('http_timeout', 'Ethereum’s node did not answer.')
  return others[at]
}

const ETHEREUM = 'eip155:1'
/**
 * Time limit for the answer of another network, and pause before a network that did not answer is asked again.
 * Milliseconds.
 */
const LIMIT = 3_000
const RETRY_PAUSE = 30_000

/**
 * Account kinds on other networks, by CAIP-10 id, and the time at which a network last did not answer (milliseconds
 * since 1970). Kept, since a receiver is checked every few seconds while the history loads.
 */
const answered = new WeakMap<
  CommandContext['http'],
  { kinds: Recent<AccountKind>; failedAt: Map<CaipNetworkId, number> }
>()
const MAX_KINDS = 100

/** The warnings about a receiver. A failed check also leads to a warning. @throws bad_account */
export async function checkAddress(
  input: ReceiverInput,
  context: CommandContext,
): Promise<readonly ReceiverWarning[]> {
  const { account } = readAccountParams(input)
  const { namespace, address: sender } = parseCaipAddress(account)
  const receiver = readReceiver(String(input.address), namespace)
  if (receiver.status !== 'address')
    throw new BillfoldError('bad_account', 'This address is not valid on this network.')
  const { address } = receiver
  const own = readOwn(input.own, account)
  const [known, facts] = await Promise.all([
    readKnownReceivers(context, account).catch(() => undefined),
    checkOnChain(address, account, context),
  ])
  const lookAlikes = createLookAlikes([
    ...(known?.paid.values() ?? []),
    ...own.map((one): Anchor => ({ address: one })),
  ])
  const isKnown = lookAlikes.isAnchor(address)
  const warnings: ReceiverWarning[] = [...facts]
  // The history could not be read, so the receiver may imitate an address that was paid before: warn.
  if (!known && !facts.some(({ code }) => code === 'unknown')) warnings.push({ code: 'unknown' })
  if (toAddressKey(address) === toAddressKey(sender)) warnings.push({ code: 'self' })
  else if (own.some((one) => toAddressKey(one) === toAddressKey(address))) warnings.push({ code: 'own' })
  const like = isKnown ? undefined : findLike(address, lookAlikes, known?.claimed ?? [])
  if (like) {
    const { anchor, prefix, suffix, isBoth, isClaimed } = like
    const isBait = known?.baits.has(toAddressKey(address)) ?? false
    const meant = namespace === 'eip155' ? toChecksumAddress(anchor.address) : anchor.address
    const who = {
      anchor: meant,
      ...(anchor.name ? { name: anchor.name } : {}),
      ...(isClaimed && { isClaimed }),
      prefix,
      suffix,
    }
    warnings.push(
      isBoth || isBait ? { code: 'look_alike', ...who, isBait } : { code: 'half_look_alike', ...who },
    )
  }
  if (!isKnown) {
    const isStopped = warnings.some((one) => one.code === 'look_alike' && !one.isClaimed)
    warnings.push({ code: known?.isPartial && !isStopped ? 'unread' : 'new' })
  }
  return sortWarnings(warnings)
}

/**
 * Finds the address that `address` imitates. Prefers an address that was paid: an address that only the history contains
 * may itself be planted.
 */
function findLike(
  address: string,
  lookAlikes: LookAlikes,
  claimed: readonly string[],
): (LookAlike & { isClaimed?: true }) | undefined {
  const proved = lookAlikes.find(address)
  if (proved?.isBoth) return proved
  const others = claimed.filter((one) => !lookAlikes.isAnchor(one)).map((one) => ({ address: one }))
  const found = createLookAlikes(others).find(address)
  if (!found || (proved && !found.isBoth)) return proved
  return { ...found, isClaimed: true }
}

/** Addresses up to this number are precompiles and common burn addresses (0x…dEaD). Nobody has a key for them. */
const RESERVED = 0xffffn

async function checkOnChain(
  address: string,
  account: CaipAddress,
  context: CommandContext,
): Promise<readonly ReceiverWarning[]> {
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  try {
    if (namespace !== 'eip155')
      return await (await context.load<SolanaDomain>('solana')).checkSolanaReceiver(address, rpc)
    if (BigInt(address) <= RESERVED || /^0x(.)\1{39}$/i.test(address)) return [{ code: 'zero' }]
    if (!rpc) return [{ code: 'unknown' }]
    const { checkContract } = await context.load<typeof EvmReceiver>('evm')
    const kind = await fetchAccountKind(rpc, address)
    if (kind === 'contract') return await checkContract(address, rpc)
    if (kind === 'delegated') return []
    const onOtherNetwork = await findContractOnOtherNetwork(address, caipNetworkId, context)
    return onOtherNetwork ? [{ code: 'contract_elsewhere', caipNetworkId: onOtherNetwork }] : []
  } catch (error) {
    if (context.signal.aborted) throw error
    return [{ code: 'unknown' }]
  }
}

/** The person's accounts of this namespace, as addresses. The page provides the list, so skip invalid items. */
function readOwn(own: unknown, account: CaipAddress): string[] {
  const { namespace, address } = parseCaipAddress(account)
  const others = Array.isArray(own) ? (own as unknown[]) : []
  const addresses = others.flatMap((one) => {
    const [family, , other] = String(one).split(':')
    return family === namespace && other ? [other] : []
  })
  return [address, ...addresses]
}

/** @throws bad_account, store_unavailable */
export async function recentReceivers(
  input: AccountParams & Pick<ReceiverInput, 'own'>,
  context: CommandContext,
): Promise<RecentReceivers> {
  const { account } = readAccountParams(input)
  const isEvm = account.startsWith('eip155:')
  const own = readOwn(input.own, account).map((address) => ({ address }))
  const { paid, isPartial } = await readKnownReceivers(context, account)
  const newest = [...paid.values()].sort((a, b) => (b.sentAt ?? 0) - (a.sentAt ?? 0))
  const receivers: typeof newest = []
  let leftOut = 0
  for (const one of newest) {
    if (receivers.length === MAX_RECENT) break
    const others = createLookAlikes([...own, ...newest.filter((other) => other !== one)])
    // One of two look-alike addresses is a trap, and dates do not show which one. Offer neither; the person can paste the
    // address.
    if (others.find(one.address)?.isBoth) leftOut += 1
    else receivers.push({ ...one, address: isEvm ? toChecksumAddress(one.address) : one.address })
  }
  return { receivers, leftOut, isPartial }
}
