/** The requests to a connected wallet other than its accounts and network. Each adapter implements what its wallets support. */
import type { ConnectedAccount } from './account.ts'
import type { RevokedSession } from '../core/assets/smart-session.ts'
import type { CaipNetworkId } from '../core/chains/caip.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'

/** Each is asked of the wallet that the account is connected by, whatever is connected meanwhile (F14). */
export interface NamespaceCalls {
  /** `onSigned` hears what the wallet signed in place of the message alone, in base58; Solana's hardware wallets do. */
  signMessage?(
    account: ConnectedAccount,
    message: string,
    onSigned?: (signedMessage: string) => void,
  ): Promise<string>
  /** Asks a person to revoke a smart session. Resolves with the signature that the API wants for it. */
  signRevocation?(account: ConnectedAccount, session: RevokedSession): Promise<string>
  /** @param call of the worker: sends what the wallet only signs */
  sendTransaction?(account: ConnectedAccount, transaction: Transaction, call?: WorkerCall): Promise<string>
  estimateGas?(account: ConnectedAccount, transaction: EvmTransaction): Promise<bigint>
  getCapabilities?(account: ConnectedAccount): Promise<Capabilities>
  /** Unchecked. */
  getAssets?(account: ConnectedAccount): Promise<unknown>
}

export type WorkerCall = <C extends CommandName>(
  command: C,
  input: CommandInput<C>,
) => Promise<CommandOutput<C>>

/** The capabilities that a wallet reports, by network and name. */
export type Capabilities = Readonly<Record<CaipNetworkId, Readonly<Record<string, unknown>>>>

export type Transaction = EvmTransaction | SolanaTransaction

export interface EvmTransaction {
  namespace?: 'eip155' | undefined
  /** 0x and 40 hexadecimal digits. */
  to: string
  /** Wei. Default: none. */
  value?: bigint | undefined
  /** Calldata in hex. */
  data?: string | undefined
  /** Limit. Default: the wallet's own estimate. */
  gas?: bigint | undefined
  /** Number among the account's transactions, which many wallets choose themselves. Default: the wallet's. */
  nonce?: number | undefined
  /** Wei for a unit of gas (EIP-1559). Default: the wallet's. */
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
  /** In place of both, on networks without them. */
  gasPrice?: bigint | undefined
}

export interface SolanaTransaction {
  namespace: 'solana'
  /** As it goes over the wire; the wallet adds its signature. */
  transaction: Uint8Array
}
