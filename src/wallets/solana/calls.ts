/**
 * What a Solana wallet is asked for.
 * @see https://github.com/anza-xyz/wallet-standard
 */
import { base58 } from '@scure/base'
import type { ConnectedAccount } from '../account.ts'
import { beforeAsking } from '../before-asking.ts'
import type { Connector } from '../connector.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import type { NamespaceCalls, SolanaTransaction, WorkerCall } from '../namespace-calls.ts'
import { toSolanaChain } from './networks.ts'
import { findSendFeature, type SendFeature } from './send-feature.ts'
import { askFeature, getFeature, walletOf } from '../standard/standard-wallet.ts'
import { toWalletError } from '../wallet-error.ts'

export const solanaCalls: NamespaceCalls = {
  signMessage: (account, message) =>
    askSignature(account, 'solana:signMessage', { message: new TextEncoder().encode(message) }),
  /** The first signature of a transaction is its id. */
  async sendTransaction(account, request, call) {
    const { transaction } = request as SolanaTransaction
    if (!(transaction instanceof Uint8Array))
      throw new BillfoldError('transaction_bad', 'A transaction of Solana is a Uint8Array.')
    const chain = toSolanaChain(account.caipNetworkId)
    const feature = findSendFeature(account.connector, account.address)
    if (feature !== 'solana:signTransaction' || !call)
      return askSignature(account, 'solana:signAndSendTransaction', { transaction, chain })
    return signAndSend(account, { transaction, chain }, call)
  },
}

/** For a wallet that only signs. */
async function signAndSend(
  account: ConnectedAccount,
  input: { transaction: Uint8Array; chain: string },
  call: WorkerCall,
): Promise<string> {
  const { address, caipNetworkId, connector } = account
  const asked = input.transaction.slice()
  const given = readSigned(
    await ask(account, 'solana:signTransaction', { ...input, transaction: asked.slice() }),
  )
  // Nothing is sent until the node gets it, whatever goes wrong here.
  const signed =
    given && (await call('readSignedSolana', { asked, address, answer: { signed: given } }).catch(notSent))
  if (!signed)
    throw new BillfoldError(
      'payment_changed',
      `${connector.name} has signed something else. Nothing was sent.`,
    )
  const signature = base58.encode(signed.slice(1, 65))
  try {
    await call('sendSolana', { caipNetworkId, transaction: signed })
  } catch (error) {
    if (hasCode(error, 'transaction_bad') || hasCode(error, 'call_unsupported')) throw error
    // A node may have it all the same: the network says what becomes of this signature.
  }
  return signature
}

function notSent(error: unknown): never {
  return beforeAsking('', () => {
    throw error
  })
}

/** In base58. */
async function askSignature(
  account: ConnectedAccount,
  feature: 'solana:signMessage' | 'solana:signAndSendTransaction',
  input: object,
): Promise<string> {
  const signature = readSignature(await ask(account, feature, input))
  if (signature) return base58.encode(signature)
  throw new BillfoldError('wallet_bad_answer', `${account.connector.name} did not answer as documented.`)
}

async function ask(
  { address, connector }: ConnectedAccount,
  feature: 'solana:signMessage' | SendFeature,
  input: object,
): Promise<unknown> {
  if (!getFeature(walletOf(connector), feature))
    throw new BillfoldError('call_unsupported', `${connector.name} has no ${feature}.`)
  const account = beforeAsking(connector.name, () => findAccount(connector, address))
  try {
    return await askFeature(connector, feature, { ...input, account })
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
}

/** The wallet's own object: wallets know theirs by identity. */
function findAccount(connector: Connector, address: string): WalletStandardAccount {
  const found = walletOf(connector).accounts.find((one) => one.address === address)
  if (found) return found
  throw new Error(`it does not share ${address} any more`)
}

/** Of the one input that was asked for, whole. */
function readSigned(answer: unknown): Uint8Array | undefined {
  try {
    const [{ signedTransaction }] = answer as [{ signedTransaction: unknown }]
    return signedTransaction instanceof Uint8Array ? signedTransaction : undefined
  } catch {
    return undefined
  }
}

/** Of the one input that was asked for. An answer may be anything, also what throws when it is read. */
function readSignature(answer: unknown): Uint8Array | undefined {
  try {
    const [{ signature }] = answer as [{ signature: unknown }]
    return signature instanceof Uint8Array && signature.length === 64 ? signature : undefined
  } catch {
    return undefined
  }
}
