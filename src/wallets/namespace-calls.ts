/**
 * Requests to a connected wallet, besides those for its accounts and network. Each adapter implements what its wallets
 * support.
 */
import type { ConnectedAccount } from './account.ts'
import type { RevokedSession } from '../core/assets/smart-session.ts'
import type { CaipNetworkId } from '../core/chains/caip.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'

/** Each method asks the wallet of `account`, even if another wallet has been connected meanwhile (F14). */
export interface NamespaceCalls {
  /**
   * `onSigned` receives the signed bytes in base58 if the wallet has wrapped the message, as hardware wallets on Solana
   * do.
   */
  signMessage?(
    account: ConnectedAccount,
    message: string,
    onSigned?: (signedMessage: string) => void,
  ): Promise<string>
  /**
   * Asks the person to revoke a smart session. Resolves with the signature that the API requires for the revocation.
   */
  signRevocation?(account: ConnectedAccount, session: RevokedSession): Promise<string>
  /** @param call sends commands to the worker, which sends transactions that the wallet can only sign */
  sendTransaction?(account: ConnectedAccount, transaction: Transaction, call?: WorkerCall): Promise<string>
  estimateGas?(account: ConnectedAccount, transaction: EvmTransaction): Promise<bigint>
  getCapabilities?(account: ConnectedAccount): Promise<Capabilities>
  /** The answer is not validated. */
  getAssets?(account: ConnectedAccount): Promise<unknown>
}

export type WorkerCall = <C extends CommandName>(
  command: C,
  input: CommandInput<C>,
) => Promise<CommandOutput<C>>

/** The capabilities that a wallet reports, by network and then by capability name. */
export type Capabilities = Readonly<Record<CaipNetworkId, Readonly<Record<string, unknown>>>>

export type Transaction = EvmTransaction | SolanaTransaction

export interface EvmTransaction {
  namespace?: 'eip155' | undefined
  /** Address of the receiver or the contract: 0x and 40 hexadecimal digits. */
  to: string
  /** Wei. Default: 0. */
  value?: bigint | undefined
  /** Calldata in hex. */
  data?: string | undefined
  /** Gas limit. Default: the wallet's own estimate. */
  gas?: bigint | undefined
  /** Position among the account's transactions. Many wallets ignore it. Default: the wallet's choice. */
  nonce?: number | undefined
  /** Wei per unit of gas (EIP-1559). Default: the wallet's choice. */
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
  /** Wei per unit of gas, instead of the two fees above, on networks without EIP-1559. */
  gasPrice?: bigint | undefined
}

export interface SolanaTransaction {
  namespace: 'solana'
  /** The serialized transaction; the wallet adds its signature. */
  transaction: Uint8Array
}
