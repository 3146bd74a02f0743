import type { CaipAddress, CaipNetworkId } from '../core/chains/caip.ts'

/** The accounts that a wallet shares in one namespace. */
export interface WalletAccounts {
  /** CAIP-2 id of the network that the wallet uses in this namespace. */
  caipNetworkId: CaipNetworkId
  /** The active account is the first. */
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /**
   * CAIP-2 ids of the page's networks to which the wallet can switch. Absent if the wallet may be asked to switch to
   * any network.
   */
  approved?: readonly CaipNetworkId[] | undefined
}

export interface WalletAccount {
  /** CAIP-10, used as a key; eip155 addresses in lower case. */
  caipAddress: CaipAddress
  /** The address as the wallet wrote it. */
  address: string
  purpose: 'eoa' | 'smartAccount' | 'payment' | 'ordinals'
}
