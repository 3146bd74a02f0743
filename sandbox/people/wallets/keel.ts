/**
 * Keel, the sandbox's Bitcoin wallet on regtest, with an address for payments and one for ordinals. Pages find it by
 * the Wallet Standard's Bitcoin features and as the provider that several extensions inject.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 * @see https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
import { bitcoinKeys } from '../../chains/bitcoin-keys.ts'
import { bitcoinRegtest } from '../../chains/bitcoin-network.ts'
import { toDataUri } from './data-uri.ts'
import { pictures } from './pictures.ts'
import { createInjectedBitcoin, type InjectedBitcoin } from './injected-bitcoin.ts'
import { createKeelSigner } from './keel-signer.ts'
import {
  createStandardWallet,
  requireShared,
  type StandardAccount,
  type StandardWallet,
  type WalletOptions,
} from './standard-wallet.ts'

export interface Keel extends StandardWallet {
  /** The provider at `window.unisat`. */
  injected: InjectedBitcoin
}

export const keelInfo = {
  name: 'Keel',
  icon: toDataUri(pictures.keel),
}

interface MessageInput {
  account: StandardAccount
  message: Uint8Array
}

interface TransactionInput {
  psbt: Uint8Array
  inputsToSign: readonly { account: StandardAccount; signingIndexes: readonly number[] }[]
}

export function createKeel(options: WalletOptions): Keel {
  const { payment, ordinals, stranger } = bitcoinKeys
  const signer = createKeelSigner(options, (address) => requireShared(permissions, address))

  async function signMessage(...inputs: readonly MessageInput[]): Promise<object[]> {
    const outputs = []
    for (const { account, message } of inputs) {
      const signature = await signer.signMessage(account.address, new TextDecoder().decode(message))
      outputs.push({ signedMessage: message, signature })
    }
    return outputs
  }

  async function signTransaction(...inputs: readonly TransactionInput[]): Promise<object[]> {
    const outputs = []
    for (const { psbt, inputsToSign } of inputs) {
      const toSign = inputsToSign.map(({ account, signingIndexes }) => ({
        address: account.address,
        indexes: signingIndexes,
      }))
      outputs.push({ signedPsbt: await signer.signPsbt(psbt, toSign, false) })
    }
    return outputs
  }

  const standard = createStandardWallet({
    ...options,
    ...keelInfo,
    chain: bitcoinRegtest.standardChain,
    families: ['standard', 'bitcoin'],
    accounts: [payment, ordinals],
    // The first has an invalid address, the second an address that isn't the key's.
    lies: [
      { ...payment, address: 'bcrt1nobody' },
      { ...stranger, publicKey: payment.publicKey },
    ],
    key: 'keel-wallet',
    features: {
      'bitcoin:signMessage': { version: '1.0.0', signMessage },
      'bitcoin:signTransaction': { version: '1.0.0', signTransaction },
    },
  })
  const { permissions } = standard
  return { ...standard, injected: createInjectedBitcoin(options, signer, standard) }
}
