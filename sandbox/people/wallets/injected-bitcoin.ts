/**
 * The provider that several Bitcoin extensions inject. It has one active account, and strings for parameters and
 * results.
 */
import { Transaction } from '@scure/btc-signer'
import { bytesToHex, hexToBytes } from 'viem'
import type { InputsToSign, KeelSigner } from './keel-signer.ts'
import { createRpcError, INVALID_PARAMS, UNAUTHORIZED } from './rpc-error.ts'
import { askForAccounts, type StandardWallet, type WalletOptions } from './standard-wallet.ts'

export interface InjectedBitcoin {
  requestAccounts(): Promise<string[]>
  getAccounts(): Promise<string[]>
  /** The active account's public key in hex. */
  getPublicKey(): Promise<string>
  getNetwork(): Promise<string>
  getChain(): Promise<{ enum: string; name: string; network: string }>
  /** @returns the signature in base64 */
  signMessage(message: string, type?: string): Promise<string>
  /** Takes and returns hex. Default: signs every input with the active account, and finalizes it. */
  signPsbt(psbt: string, options?: SignPsbtOptions): Promise<string>
  disconnect(): Promise<void>
  on(event: string, listener: AccountsListener): void
  removeListener(event: string, listener: AccountsListener): void
}

export interface SignPsbtOptions {
  autoFinalized?: boolean
  toSignInputs?: readonly { index: number; address?: string }[]
}

type AccountsListener = (accounts: string[]) => void

export function createInjectedBitcoin(
  options: Pick<WalletOptions, 'site' | 'approval'>,
  signer: KeelSigner,
  { permissions, watch }: StandardWallet,
): InjectedBitcoin {
  const stops = new Map<AccountsListener, () => void>()
  const getActive = () => permissions.getAccounts().slice(0, 1)
  const getAddresses = () => getActive().map(({ address }) => address)
  function requireActive() {
    const [active] = getActive()
    if (!active) throw createRpcError(UNAUTHORIZED, 'This page is not connected.')
    return active
  }

  return {
    async requestAccounts() {
      await askForAccounts(options, permissions)
      return getAddresses()
    },
    getAccounts: async () => getAddresses(),
    getPublicKey: async () => strip(bytesToHex(new Uint8Array(requireActive().publicKey))),
    getNetwork: async () => 'regtest',
    getChain: async () => ({ enum: 'BITCOIN_REGTEST', name: 'Bitcoin Regtest', network: 'regtest' }),
    async signMessage(message, type = 'bip322-simple') {
      if (type !== 'bip322-simple')
        throw createRpcError(INVALID_PARAMS, `Keel does not support ${type} signatures.`)
      const signature = await signer.signMessage(requireActive().address, message)
      return btoa(String.fromCharCode(...signature))
    },
    async signPsbt(psbt, { autoFinalized = true, toSignInputs } = {}) {
      const bytes = hexToBytes(`0x${psbt}`)
      const { address } = requireActive()
      const inputs = (toSignInputs ?? listInputs(bytes)).map((input): InputsToSign => ({
        address: input.address ?? address,
        indexes: [input.index],
      }))
      return strip(bytesToHex(await signer.signPsbt(bytes, inputs, autoFinalized)))
    },
    disconnect: async () => permissions.revoke(),
    on(event, listener) {
      if (event !== 'accountsChanged' || stops.has(listener)) return
      stops.set(
        listener,
        watch(() => listener(getAddresses())),
      )
    },
    removeListener(_event, listener) {
      stops.get(listener)?.()
      stops.delete(listener)
    },
  }
}

function listInputs(psbt: Uint8Array): { index: number; address?: string }[] {
  return Array.from({ length: Transaction.fromPSBT(psbt).inputsLength }, (_, index) => ({ index }))
}

/** Removes the prefix `0x`, which Bitcoin doesn't use. */
function strip(hex: string): string {
  return hex.slice(2)
}
