import type { CaipAddress, CaipNetworkId } from '../core/chains/caip.ts'

/** The accounts that a wallet shares in one namespace. */
export interface WalletAccounts {
  /** CAIP-2 of the wallet's network there. */
  caipNetworkId: CaipNetworkId
  /** First is the active one. */
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** CAIP-2, of the page's: the wallet can be on these and on no other. Absent where it may be asked to go to any. */
  approved?: readonly CaipNetworkId[] | undefined
}

export interface WalletAccount {
  /** CAIP-10 in the one form that serves as a key: eip155 addresses in lower case. */
  caipAddress: CaipAddress
  /** As the wallet gave it. */
  address: string
  purpose: 'eoa' | 'smartAccount' | 'payment' | 'ordinals'
}
