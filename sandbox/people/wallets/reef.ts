/** Reef, the sandbox's Solana wallet: several accounts with their own keys, registered by the Wallet Standard. */
import type { Keypair } from '@solana/web3.js'
import { solanaPeople, solanaTreasury } from '../../chains/solana-accounts.ts'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import { toDataUri } from './data-uri.ts'
import { pictures } from './pictures.ts'
import { askToSignBytes, askToSignText } from './questions.ts'
import { createRpcError, UNAUTHORIZED } from './rpc-error.ts'
import {
  sendSolanaTransaction,
  type SignedTransaction,
  signSolanaMessage,
  signSolanaTransaction,
} from './solana-signer.ts'
import {
  createStandardWallet,
  requireShared,
  type StandardAccount,
  type StandardWallet,
  type WalletOptions,
} from './standard-wallet.ts'

export interface ReefOptions extends WalletOptions {
  rpcUrl: string
  fetch: typeof fetch
}

export const reefInfo = {
  name: 'Reef',
  icon: toDataUri(pictures.reef),
}

interface MessageInput {
  account: StandardAccount
  message: Uint8Array
}

interface TransactionInput {
  account: StandardAccount
  /** Serialized transaction, legacy or version 0. */
  transaction: Uint8Array
}

const supportedTransactionVersions = ['legacy', 0] as const

export function createReef({ rpcUrl, fetch, ...shared }: ReefOptions): StandardWallet {
  const { site, approval } = shared
  const keypairs = [solanaPeople.mara, solanaPeople.theo, solanaPeople.wren] as const

  async function signMessage(...inputs: readonly MessageInput[]): Promise<object[]> {
    const outputs = []
    for (const { account, message } of inputs) {
      const keypair = requireKeypair(account)
      await approval.ask(askToSignText(site, account.address, new TextDecoder().decode(message)))
      outputs.push({ signedMessage: message, signature: signSolanaMessage(message, keypair) })
    }
    return outputs
  }

  async function signTransaction(...inputs: readonly TransactionInput[]): Promise<object[]> {
    const signed = await sign(inputs)
    return signed.map(({ bytes }) => ({ signedTransaction: bytes }))
  }

  async function signAndSendTransaction(...inputs: readonly TransactionInput[]): Promise<object[]> {
    const outputs = []
    for (const { bytes, signature } of await sign(inputs)) {
      await sendSolanaTransaction(bytes, { rpcUrl, fetch })
      outputs.push({ signature })
    }
    return outputs
  }

  async function sign(inputs: readonly TransactionInput[]): Promise<SignedTransaction[]> {
    const signed = []
    for (const { account, transaction } of inputs) {
      const keypair = requireKeypair(account)
      await approval.ask(askToSignBytes(site, account.address, transaction.length))
      signed.push(signSolanaTransaction(transaction, keypair))
    }
    return signed
  }

  function requireKeypair({ address }: StandardAccount): Keypair {
    const known = requireShared(permissions, address)
    const found = keypairs.find(({ publicKey }) => publicKey.toBase58() === known)
    if (!found) throw createRpcError(UNAUTHORIZED, `This wallet has no key for ${known}.`)
    return found
  }

  const [first, ...others] = keypairs.map(toAccount)
  const standard = createStandardWallet({
    ...shared,
    ...reefInfo,
    chain: solanaLocalnet.caipNetworkId,
    families: ['standard'],
    accounts: [first!, ...others],
    // The first has an invalid address, the second belongs to another person.
    lies: [{ ...first!, address: 'nobody' }, toAccount(solanaTreasury)],
    key: 'reef-wallet',
    features: {
      'solana:signMessage': { version: '1.1.0', signMessage },
      'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions, signTransaction },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions,
        signAndSendTransaction,
      },
    },
  })
  const { permissions } = standard
  return standard
}

function toAccount({ publicKey }: Keypair): StandardAccount {
  return { address: publicKey.toBase58(), publicKey: publicKey.toBytes() }
}
