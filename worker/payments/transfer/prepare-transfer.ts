/** Prepares a transfer from what the user entered. The same object is shown for review and then signed. */
import { type CaipAddress, parseCaipAddress, toCaipKey } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { AccountParams } from '../../../src/core/contract/protocol.ts'
import type { ReceiverAddress } from '../../../src/core/payments/receiver.ts'
import {
  checkTransfer,
  FOUND_LIFE,
  isStale,
  type PreparedTransfer,
  type ReceiverCheckInput,
  type ReceiverWarning,
  sortWarnings,
  type TransferDraft,
  type TransferFee,
  type TransferInput,
  type TransferToken,
} from '../../../src/core/payments/transfer.ts'
import type { CommandContext } from '../../base/context.ts'
import { extendContext } from '../../base/extend-context.ts'
import { openRpc, type Rpc } from '../../http/rpc.ts'
import { readAccountParams } from '../../base/account-topic.ts'
import type * as Evm from './evm-transfer.ts'
import { toAddressKey } from '../receivers/known-receivers.ts'
import { type TransferOrder, refuse, type SimulatedTransfer } from './transfer-order.ts'
import { checkAddress, findReceiver } from '../receivers/receivers.ts'
import type { SolanaDomain } from '../../main/files/billfold-solana.ts'

/** Highest amount on an EVM network, in base units. */
const MAX_UINT256 = 2n ** 256n - 1n

/**
 * @throws transfer_incomplete; transfer_refused; network_missing; bad_account; the node's error; the errors of
 * `findReceiver`
 */
export async function prepareTransfer(
  { draft, own }: TransferInput,
  context: CommandContext,
): Promise<PreparedTransfer> {
  const { account } = readAccountParams(draft)
  const check = checkTransfer(draft)
  if (check.problem !== undefined)
    throw new BillfoldError('transfer_incomplete', 'The form is incomplete.', {
      context: { problem: check.problem },
    })
  const { receiver } = check
  const { amount } = check.amount
  const { caipNetworkId, address: sender } = parseCaipAddress(account)
  const order = { sender, receiver: receiver.address, token: readToken(draft, context.config), amount }
  if (amount > MAX_UINT256) throw refuse('amount')
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const [tried, warnings, lookedUpAt = Infinity] = await Promise.all([
    tryOrder(order, rpc, account, context),
    checkReceiver({ draft, own }, context),
    assertSameName(draft, receiver, context),
  ])
  const freshUntil = Math.min(tried.freshUntil ?? Infinity, lookedUpAt + FOUND_LIFE)
  return { draft, amount, receiver, warnings, ...tried, ...(freshUntil < Infinity && { freshUntil }) }
}

/**
 * Resolves a receiver's name again if the last lookup is out of date.
 * @returns the time at which the name was last resolved (milliseconds since 1970); undefined for a receiver without a
 * name
 * @throws transfer_refused if the name now has another address; the errors of `findReceiver`
 */
async function assertSameName(
  { account, found }: TransferDraft,
  { name, address }: ReceiverAddress,
  context: CommandContext,
): Promise<number | undefined> {
  if (name === undefined || !found) return undefined
  const now = context.clock.now()
  // Take `now` if the clock was set back: a time in the future would keep the lookup valid for longer.
  if (!isStale(found, now)) return Math.min(found.foundAt, now)
  const again = await findReceiver({ account, name: found.query }, context)
  if (!again || toAddressKey(again.address) !== toAddressKey(address)) throw refuse('name')
  return again.foundAt
}

/**
 * The warnings about the receiver of a draft; the rest of the draft may be incomplete. @throws transfer_incomplete,
 * bad_account
 */
export async function checkReceiver(
  { draft, own, isOffline = false }: ReceiverCheckInput,
  context: CommandContext,
): Promise<readonly ReceiverWarning[]> {
  const { account } = readAccountParams(draft)
  const { receiver } = checkTransfer(draft)
  if (receiver.status !== 'address')
    throw new BillfoldError('transfer_incomplete', 'The form is incomplete.', {
      context: { problem: 'receiver_missing' },
    })
  const input = { account, address: receiver.address, own }
  return addWarnings(await checkAddress(input, isOffline ? toOffline(context) : context), receiver, draft)
}

/** The same context, but without nodes, so that no request is made. */
function toOffline(context: CommandContext): CommandContext {
  const networks = context.config.networks.map((network) => ({ ...network, rpcUrls: [] }))
  return extendContext(context, {
    config: { ...context.config, networks },
    isSupported: async () => true,
  })
}

/** The fee to send the network's native token; undefined if it cannot be fetched. @throws bad_account */
export async function transferFee(
  input: AccountParams,
  context: CommandContext,
): Promise<TransferFee | undefined> {
  const { account } = readAccountParams(input)
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc || (namespace !== 'eip155' && namespace !== 'solana')) return undefined
  try {
    if (namespace === 'solana')
      return await (await context.load<SolanaDomain>('solana')).fetchSolanaFee(address, rpc)
    return await (await context.load<typeof Evm>('evm')).fetchEvmFee(address, rpc)
  } catch (error) {
    if (context.signal.aborted) throw error
    return undefined
  }
}

async function tryOrder(
  order: TransferOrder,
  rpc: Rpc | undefined,
  account: string,
  { clock, load }: CommandContext,
): Promise<SimulatedTransfer> {
  if (account.startsWith('eip155:')) return (await load<typeof Evm>('evm')).prepareEvm(order, rpc)
  if (rpc) return (await load<SolanaDomain>('solana')).prepareSolana(order, rpc, clock.now())
  throw new BillfoldError('network_missing', 'This page has no RPC URL for this network.')
}

/**
 * The draft's token. The transaction calls the token's contract, so the contract must be on this network and be the one in
 * the token's id.
 */
function readToken({ account, token }: TransferDraft, { networks }: CommandContext['config']): TransferToken {
  const { caipNetworkId } = parseCaipAddress(account)
  const { kind, contract, id } = token!
  if (kind === 'native' && id === caipNetworkId) {
    const own = networks.find((one) => one.caipNetworkId === caipNetworkId)?.nativeCurrency.decimals
    if (own !== undefined && own !== token!.decimals) throw refuse('decimals')
    return token!
  }
  const isWhole = kind === 'token' && contract !== undefined
  if (isWhole && toCaipKey(`${caipNetworkId}:${contract}`) === toCaipKey(id as CaipAddress)) return token!
  throw refuse('mint')
}

function addWarnings(
  seen: readonly ReceiverWarning[],
  { address, isChecked, name }: ReceiverAddress,
  { account, token, found }: TransferDraft,
): readonly ReceiverWarning[] {
  const added: ReceiverWarning[] = []
  // `checkAddress` adds the warning `token_contract` only if a node answered: add it here if it is missing.
  const isToken = toAddressKey(token?.contract ?? '') === toAddressKey(address)
  if (isToken && !seen.some(({ code }) => code === 'token_contract')) added.push({ code: 'token_contract' })
  const foundOn = name === undefined ? undefined : found?.foundOn
  if (foundOn) added.push({ code: 'name_of_other_network', caipNetworkId: foundOn })
  // Warn about a missing checksum only on EVM networks, since Solana's addresses have no checksum. An address that was
  // paid before is not mistyped.
  const isNew = seen.some(({ code }) => code === 'new' || code === 'unread')
  if (account.startsWith('eip155:') && !isChecked && isNew) added.push({ code: 'unchecked' })
  return sortWarnings([...seen, ...added])
}
