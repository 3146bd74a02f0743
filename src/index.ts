/** Billfold: the shell. Safe to import on a server. */
export { createBillfold } from './shell/create-billfold.ts'
export type { Billfold, BillfoldState } from './shell/billfold.ts'
export type { AccountState, ConnectedAccount } from './connections/account.ts'
export type { Adapter, AdapterContext, ProviderPage, WalletAdapter } from './connections/adapter.ts'
export type { ConnectRequest, Progress, WalletRequest } from './connections/wallet-request.ts'
export type { WalletAccount, WalletShare } from './connections/wallet-share.ts'
export type { Connector, ConnectorType } from './connections/connector.ts'
export type {
  BitcoinProvider,
  EvmProvider,
  ProviderByNamespace,
  ProvidersOf,
  WalletStandardAccount,
  WalletStandardWallet,
} from './connections/providers.ts'
export type { Eip1193Provider } from './wallets/eip1193.ts'
export type {
  ActivityAmount,
  ActivityGroup,
  ActivityHead,
  ActivityKind,
  ActivityRow,
} from './core/activity.ts'
export type { CaipAddress, CaipNetworkId, Namespace } from './core/caip.ts'
export { BillfoldError, type ErrorCategory, type ErrorCode, type ErrorRecord } from './core/errors.ts'
export type { Identity } from './core/identity.ts'
export type { ListHead } from './core/list.ts'
export type { Network, NetworkInput } from './core/networks.ts'
export type { NftRow, NftsHead } from './core/nfts.ts'
export type { NativeBalance, PortfolioHead, TokenRow } from './core/portfolio.ts'
export type {
  AccountParams,
  ListName,
  ListRows,
  NoParams,
  Snapshot,
  SnapshotStatus,
  SupportedNetworks,
  TopicData,
  TopicName,
  TopicParams,
  Topics,
} from './core/protocol.ts'
export type { Metadata } from './shell/metadata.ts'
export type { Options, ThemeMode } from './shell/options.ts'
export type { OpenableView as ViewName } from './shell/routes.ts'
export type { Rows } from './worker-link/rows.ts'
export type { Readable } from './shell/readable.ts'
