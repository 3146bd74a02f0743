/** Signs with Keel's keys, for both of its providers. */
import { SigHash, Transaction } from '@scure/btc-signer'
import { type BitcoinKey, bitcoinKeys } from '../../chains/bitcoin-keys.ts'
import { askToSignBytes, askToSignText } from './questions.ts'
import { createRpcError, INVALID_PARAMS, UNAUTHORIZED } from './rpc-error.ts'
import { signBip322 } from './sign-bip322.ts'
import type { WalletOptions } from './standard-wallet.ts'

export interface KeelSigner {
  /** @returns a "simple" BIP-322 signature */
  signMessage(address: string, message: string): Promise<Uint8Array>
  /** @param isFinal whether to finalize the inputs, so that the transaction can be sent */
  signPsbt(psbt: Uint8Array, inputs: readonly InputsToSign[], isFinal: boolean): Promise<Uint8Array>
}

export interface InputsToSign {
  address: string
  indexes: readonly number[]
}

/** @param requireShared returns the address; throws when it isn't shared with the page */
export function createKeelSigner(
  { site, approval }: Pick<WalletOptions, 'site' | 'approval'>,
  requireShared: (address: string) => string,
): KeelSigner {
  function requireKey(address: string): BitcoinKey {
    const known = requireShared(address)
    const found = [bitcoinKeys.payment, bitcoinKeys.ordinals].find((key) => key.address === known)
    if (!found) throw createRpcError(UNAUTHORIZED, `This wallet has no key for ${known}.`)
    return found
  }

  return {
    async signMessage(address, message) {
      const key = requireKey(address)
      await approval.ask(askToSignText(site, address, message))
      return signBip322(message, key)
    },
    async signPsbt(psbt, inputs, isFinal) {
      const [first] = inputs
      if (!first) throw createRpcError(INVALID_PARAMS, 'No input to sign.')
      const chosen = inputs.map(({ address, indexes }) => ({ key: requireKey(address), indexes }))
      const transaction = Transaction.fromPSBT(psbt)
      await approval.ask(askToSignBytes(site, first.address, psbt.length))
      for (const { key, indexes } of chosen) {
        for (const index of indexes) {
          transaction.signIdx(key.privateKey, index, [SigHash.ALL, SigHash.DEFAULT])
          if (isFinal) transaction.finalizeIdx(index)
        }
      }
      return transaction.toPSBT()
    },
  }
}
