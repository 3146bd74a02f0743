/**
 * Requests to an EVM wallet: signatures, payments and data. Its answers are untrusted; answers that the standards do
 * not allow are rejected.
 */
import { hex } from '@scure/base'
import * as v from 'valibot'
import type { ConnectedAccount } from '../account.ts'
import { createRevocationMessage, type RevokedSession } from '../../core/assets/smart-session.ts'
import { beforeAsking } from '../before-asking.ts'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { notList, parseOrNone, recordOf, type Untrusted } from '../../core/contract/schemas.ts'
import type { Capabilities, EvmTransaction, NamespaceCalls } from '../namespace-calls.ts'
import { askWallet } from './eip1193.ts'
import { providerOf } from './read-wallet.ts'
import { isDeclined, isUnsupported, readLayers } from '../../core/contract/wallet-answers.ts'
import { toWalletError } from '../wallet-error.ts'

export const evmCalls: NamespaceCalls = {
  async signMessage(account, message) {
    const signature = await ask(account, 'personal_sign', [toHexText(message), account.address])
    return isHex(signature) ? signature : unusable(account)
  },
  /**
   * A wallet that stores smart sessions itself signs the revocation by `wallet_revokePermissions`. Other wallets sign a
   * message.
   */
  async signRevocation(account, session) {
    const answer = await askToRevoke(account, session)
    if (typeof answer !== 'string')
      return evmCalls.signMessage!(account, createRevocationMessage(account.caipAddress, session))
    return isHex(answer) && answer.length > 2 ? answer : unusable(account)
  },
  async sendTransaction(account, transaction) {
    const { name } = account.connector
    const params = beforeAsking(name, () => toParams(account, transaction as EvmTransaction))
    const hash = await ask(account, 'eth_sendTransaction', [params])
    return isHex(hash) && hash.length === 66 ? hash : unusable(account)
  },
  async estimateGas(account, transaction) {
    const gas = await ask(account, 'eth_estimateGas', [toParams(account, transaction)])
    return isHex(gas) && gas.length > 2 && gas.length <= 18 ? BigInt(gas) : unusable(account)
  },
  /** @see https://eips.ethereum.org/EIPS/eip-5792 */
  async getCapabilities(account) {
    const { address, caipNetworkId } = account
    const answer = await ask(account, 'wallet_getCapabilities', [address, [toHexId(caipNetworkId)]])
    return parseOrNone(capabilities, answer) ?? unusable(account)
  },
  /** @see https://eips.ethereum.org/EIPS/eip-7811 */
  getAssets(account) {
    const { address, caipNetworkId } = account
    return ask(account, 'wallet_getAssets', [{ account: address, chainFilter: [toHexId(caipNetworkId)] }])
  },
}

/**
 * JSON-RPC code for invalid parameters. A wallet that knows `wallet_revokePermissions` only from EIP-2255 rejects the
 * parameters of a smart session with this code.
 */
const INVALID_PARAMS = -32602

/**
 * Requests the revocation from the wallet. Resolves with a string only if the wallet has revoked the session.
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
async function askToRevoke(
  { address, connector }: ConnectedAccount,
  { id, context }: RevokedSession,
): Promise<unknown> {
  const params = [{ address, pci: id, permissionsContext: context ?? id }]
  try {
    return await askWallet(providerOf(connector), 'wallet_revokePermissions', params)
  } catch (error) {
    const isUnknown = isUnsupported(error) || readLayers(error).some(({ code }) => code === INVALID_PARAMS)
    if (isUnknown && !isDeclined(error)) return undefined
    throw toWalletError(error, connector.name)
  }
}

/** Converts the hexadecimal chain ids of the answer to CAIP-2 ids. */
const capabilities: Untrusted<Capabilities> = v.pipe(
  notList,
  v.record(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,13}$/i)), recordOf(v.unknown())),
  v.transform((byId) =>
    Object.fromEntries(Object.entries(byId).map(([id, can]) => [`eip155:${Number(id)}`, can])),
  ),
)

async function ask(
  { connector }: ConnectedAccount,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await askWallet(providerOf(connector), method, params)
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
}

/**
 * The parameters of a payment, including the sender and the network, so that a wallet that has switched either of them
 * rejects the payment.
 * @throws transaction_bad
 */
function toParams(account: ConnectedAccount, transaction: EvmTransaction): object {
  const { to, value, data, nonce } = transaction
  if (!isHex(to) || to.length !== 42)
    throw new BillfoldError('transaction_bad', `"${String(to)}" is not an address.`)
  if (data !== undefined && (!isHex(data) || data.length % 2 !== 0))
    throw new BillfoldError('transaction_bad', '`data` must be whole bytes in hex, such as 0x01.')
  if (nonce !== undefined && !(Number.isSafeInteger(nonce) && nonce >= 0))
    throw new BillfoldError('transaction_bad', '`nonce` must be a whole number, such as 7.')
  return {
    from: account.address,
    to,
    chainId: toHexId(account.caipNetworkId),
    ...(value === undefined ? {} : { value: toQuantity('value', value) }),
    ...(data === undefined ? {} : { data }),
    ...(nonce === undefined ? {} : { nonce: toHex(BigInt(nonce)) }),
    ...Object.fromEntries(
      gasFields.flatMap((name) => {
        const units = transaction[name]
        return units === undefined ? [] : [[name, toQuantity(name, units)]]
      }),
    ),
  }
}

const gasFields = ['gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

/** Accepts only a bigint: a decimal string would be encoded as a different amount. @throws transaction_bad */
function toQuantity(name: string, value: unknown): string {
  if (typeof value === 'bigint' && value >= 0n && value < 1n << 256n) return toHex(value)
  throw new BillfoldError(
    'transaction_bad',
    `\`${name}\` must be a bigint from 0 to 2^256 - 1, such as 1_000n; it was ${typeof value === 'bigint' ? value : typeof value}.`,
  )
}

function toHexId(caipNetworkId: CaipNetworkId): string {
  return toHex(BigInt(caipNetworkId.slice('eip155:'.length)))
}

function toHex(value: bigint): string {
  return `0x${value.toString(16)}`
}

function toHexText(text: string): string {
  return `0x${hex.encode(new TextEncoder().encode(text))}`
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
}

function unusable({ connector }: ConnectedAccount): never {
  throw new BillfoldError('wallet_bad_answer', `${connector.name} did not answer as documented.`)
}
