/**
 * What a Solana wallet is asked for.
 * @see https://github.com/anza-xyz/wallet-standard
 */
import { base58 } from '@scure/base'
import type { ConnectedAccount } from '../account.ts'
import { beforeAsking } from '../before-asking.ts'
import type { Connector } from '../connector.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { NamespaceCalls, SolanaTransaction } from '../namespace-calls.ts'
import { toSolanaChain } from './networks.ts'
import { askFeature, getFeature, walletOf } from '../standard/standard-wallet.ts'
import { toWalletError } from '../wallet-error.ts'

export const solanaCalls: NamespaceCalls = {
  signMessage: (account, message) =>
    askSignature(account, 'solana:signMessage', { message: new TextEncoder().encode(message) }),
  /** The first signature of a transaction is its id. */
  async sendTransaction(account, request) {
    const { transaction } = request as SolanaTransaction
    if (!(transaction instanceof Uint8Array))
      throw new BillfoldError('transaction_bad', 'A transaction of Solana is a Uint8Array.')
    const chain = toSolanaChain(account.caipNetworkId)
    return askSignature(account, 'solana:signAndSendTransaction', { transaction, chain })
  },
}

/** In base58. */
async function askSignature(
  { address, connector }: ConnectedAccount,
  feature: 'solana:signMessage' | 'solana:signAndSendTransaction',
  input: object,
): Promise<string> {
  if (!getFeature(walletOf(connector), feature))
    throw new BillfoldError('call_unsupported', `${connector.name} has no ${feature}.`)
  const account = beforeAsking(connector.name, () => findAccount(connector, address))
  let answer: unknown
  try {
    answer = await askFeature(connector, feature, { ...input, account })
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
  const signature = readSignature(answer)
  if (signature) return base58.encode(signature)
  throw new BillfoldError('wallet_bad_answer', `${connector.name} did not answer as documented.`)
}

/** The wallet's own object: wallets know theirs by identity. */
function findAccount(connector: Connector, address: string): WalletStandardAccount {
  const found = walletOf(connector).accounts.find((one) => one.address === address)
  if (found) return found
  throw new BillfoldError('bad_account', `${connector.name} does not share ${address} any more.`)
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
