/** Billfold: the shell. Safe to import on a server. */
export { type Billfold, type BillfoldState, createBillfold } from './billfold.ts'
export type { Adapter, WalletAccounts, WalletAdapter } from './adapter.ts'
export type { Connector, ConnectorType } from './connector.ts'
export type {
  ActivityAmount,
  ActivityGroup,
  ActivityHead,
  ActivityKind,
  ActivityRow,
} from './core/activity.ts'
export type { AccountId, ChainId, Namespace } from './core/caip.ts'
export { BillfoldError, type ErrorCategory, type ErrorCode, type ErrorRecord } from './core/errors.ts'
export type { Identity } from './core/identity.ts'
export type { ListHead } from './core/list.ts'
export type { Network, NetworkInput } from './core/networks.ts'
export type { NftRow, NftsHead } from './core/nfts.ts'
export type { NativeBalance, PortfolioHead, TokenRow } from './core/portfolio.ts'
export type { Snapshot, SnapshotStatus, SupportedNetworks } from './core/protocol.ts'
export type { Metadata, Options, ThemeMode } from './options.ts'
export type { ViewName } from './router.ts'
export type { AccountState, Readable } from './shell.ts'
