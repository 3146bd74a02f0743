/**
 * Requests to a Solana wallet: signatures and payments.
 * @see https://github.com/anza-xyz/wallet-standard
 */
import { base58 } from '@scure/base'
import type { ConnectedAccount } from '../account.ts'
import { beforeAsking } from '../before-asking.ts'
import type { Connector } from '../connector.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import { isBytes, isSameBytes } from '../../core/base/same-bytes.ts'
import { parseSiwxMessage } from '../../core/siwx/siwx-message.ts'
import type { NamespaceCalls, SolanaTransaction, WorkerCall } from '../namespace-calls.ts'
import { toSolanaChain } from './networks.ts'
import { findSendFeature, type SendFeature } from './send-feature.ts'
import { askFeature, getFeature, walletOf } from '../standard/standard-wallet.ts'
import { toWalletError } from '../wallet-error.ts'

export const solanaCalls: NamespaceCalls = {
  async signMessage(account, text, onSigned) {
    const message = new TextEncoder().encode(text)
    // `onSigned` is passed only for a sign-in. Then try the wallet's sign-in feature, which may sign other bytes than
    // the message.
    const signedIn = onSigned && (await askSignIn(account, text, message))
    const { signature, signedMessage } =
      signedIn ?? (await askSignature(account, 'solana:signMessage', { message }))
    if (signedMessage && !isSameBytes(signedMessage, message)) onSigned?.(base58.encode(signedMessage))
    return base58.encode(signature)
  },
  /** Resolves with the transaction's first signature, which is its id. */
  async sendTransaction(account, request, call) {
    const { transaction } = request as SolanaTransaction
    if (!isBytes(transaction))
      throw new BillfoldError('transaction_bad', 'A Solana transaction must be a Uint8Array.')
    const chain = toSolanaChain(account.caipNetworkId)
    const feature = findSendFeature(account.connector, account.address)
    if (feature !== 'solana:signTransaction' || !call)
      return base58.encode(
        (await askSignature(account, 'solana:signAndSendTransaction', { transaction, chain })).signature,
      )
    return signAndSend(account, { transaction, chain }, call)
  },
}

/** Sends through the worker, for a wallet that only signs. */
async function signAndSend(
  account: ConnectedAccount,
  input: { transaction: Uint8Array; chain: string },
  call: WorkerCall,
): Promise<string> {
  const { address, caipNetworkId, connector } = account
  const asked = input.transaction.slice()
  const given = readSignedTransaction(
    await ask(account, 'solana:signTransaction', { ...input, transaction: asked.slice() }),
  )
  // Until `sendSolana` is called, an error means that nothing was sent.
  const signed =
    given && (await call('readSignedSolana', { asked, address, answer: { signed: given } }).catch(notSent))
  if (!signed)
    throw new BillfoldError('payment_changed', `${connector.name} signed something else. Nothing was sent.`)
  const signature = base58.encode(signed.slice(1, 65))
  try {
    await call('sendSolana', { caipNetworkId, transaction: signed })
  } catch (error) {
    if (hasCode(error, 'transaction_bad') || hasCode(error, 'call_unsupported')) throw error
    // A node may have received the transaction all the same. Return the signature, so that the network is asked for
    // the outcome.
  }
  return signature
}

function notSent(error: unknown): never {
  return beforeAsking('', () => {
    throw error
  })
}

interface Signed {
  signature: Uint8Array
  /** The bytes that the wallet signed in place of the message, if it reports them. */
  signedMessage?: Uint8Array | undefined
}

async function askSignature(
  account: ConnectedAccount,
  feature: 'solana:signMessage' | 'solana:signAndSendTransaction',
  input: object,
): Promise<Signed> {
  const signed = readSigned(await ask(account, feature, input))
  if (signed) return signed
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

/**
 * Signs in with the wallet's own feature, which shows the fields of the message. Undefined if the wallet lacks the
 * feature, fails, or signed a different text: the caller then requests a signature of the text.
 * @throws wallet_declined, wallet_busy
 * @see https://github.com/phantom/sign-in-with-solana
 */
async function askSignIn(
  { address, connector }: ConnectedAccount,
  text: string,
  message: Uint8Array,
): Promise<Signed | undefined> {
  const read = parseSiwxMessage(text)
  if (!read || !getFeature(walletOf(connector), SIGN_IN)) return undefined
  const { accountAddress, ...input } = read.data
  let answer: unknown
  try {
    answer = await askFeature(connector, SIGN_IN, { ...input, address: accountAddress })
  } catch (error) {
    const failure = toWalletError(error, connector.name)
    if (hasCode(failure, 'wallet_declined') || hasCode(failure, 'wallet_busy')) throw failure
    return undefined
  }
  const signed = readSigned(answer)
  const signedText = signed?.signedMessage
  // An off-chain message ends with the text. Its header is checked when the signature is verified.
  const isText =
    signedText && isSameBytes(signedText.subarray(Math.max(0, signedText.length - message.length)), message)
  return isText && readAddress(answer) === address ? signed : undefined
}

const SIGN_IN = 'solana:signIn'

function readAddress(answer: unknown): unknown {
  try {
    const [{ account }] = answer as [{ account: { address: unknown } }]
    return account.address
  } catch {
    return undefined
  }
}

/** Upper limit of a signed message from a wallet, since the message is stored. Bytes. */
const MAX_SIGNED = 10_000

/** The wallet's own account object, since wallets compare accounts by identity. */
function findAccount(connector: Connector, address: string): WalletStandardAccount {
  const found = walletOf(connector).accounts.find((one) => one.address === address)
  if (found) return found
  throw new Error(`it no longer shares ${address}`)
}

/** The signed transaction in the answer to a single input. Undefined if the answer is invalid. */
function readSignedTransaction(answer: unknown): Uint8Array | undefined {
  try {
    const [{ signedTransaction }] = answer as [{ signedTransaction: unknown }]
    return isBytes(signedTransaction) ? signedTransaction : undefined
  } catch {
    return undefined
  }
}

/** The signature in the answer to a single input. The answer may be any value, even one that throws when it is read. */
function readSigned(answer: unknown): Signed | undefined {
  try {
    const [{ signature, signedMessage }] = answer as [{ signature: unknown; signedMessage?: unknown }]
    if (!isBytes(signature) || signature.length !== 64) return undefined
    const isKnown = isBytes(signedMessage) && signedMessage.length <= MAX_SIGNED
    return { signature, signedMessage: isKnown ? signedMessage.slice() : undefined }
  } catch {
    return undefined
  }
}
