/** Billfold: the shell. Safe to import on a server. */
export { createBillfold } from './shell/create-billfold.ts'
export type { Billfold, BillfoldState } from './shell/billfold.ts'
export type { AccountState, Attempt, ConnectedAccount } from './connections/account.ts'
export type { Adapter, AdapterContext, ProviderPage, WalletAdapter } from './connections/adapter.ts'
export type { ConnectRequest, Progress, WalletRequest } from './connections/wallet-request.ts'
export type { WalletAccount, WalletShare } from './connections/wallet-share.ts'
export type { Connector, ConnectorType } from './connections/connector.ts'
export type {
  BitcoinProvider,
  BitcoinPsbtInput,
  BitcoinPsbtRequest,
  EvmProvider,
  ProviderByNamespace,
  ProvidersOf,
  SolanaProvider,
  SolanaTransactionInput,
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
export { nameZone, popularSwapTokens, restrictedTimezones, suggestedSwapTokens } from './core/lists.ts'
export type { Network, NetworkInput } from './core/networks.ts'
export type { NftRow, NftsHead, UnverifiedNft } from './core/nfts.ts'
export type { NativeBalance, PortfolioHead, TokenRow, UnverifiedToken } from './core/portfolio.ts'
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
export type { UnverifiedReason } from './core/unverified.ts'
export type { Wallet, WalletSearch, WalletsPage, WalletsParams } from './core/wallet.ts'
export type { SIWXMessageData } from './core/siwx-message.ts'
export type { WalletAsset, WalletAssets } from './core/wallet-assets.ts'
export type {
  Capabilities,
  EvmTransaction,
  NamespaceCalls,
  SolanaTransaction,
  Transaction,
} from './wallet-calls/namespace-calls.ts'
export type { ContractWrite, NameRequest, WalletCalls } from './wallet-calls/wallet-calls.ts'
export type { AccountType, AccountTypes } from './shell/account-types.ts'
export type { Chain, ChainAccountState, ChainNetworkState } from './shell/chain.ts'
export type { Headless } from './shell/headless.ts'
export type { Metadata } from './shell/metadata.ts'
export type {
  ConnectMethod,
  ConnectorGroup,
  Features,
  Options,
  ThemeMode,
  WalletFeature,
} from './shell/options.ts'
export type { OpenableView as ViewName } from './shell/routes.ts'
export type { SignInState, SignRequest } from './siwx/sign-in.ts'
export type {
  SIWEConfig,
  SIWEMessage,
  SIWX,
  SIWXMessage,
  SIWXMessageInput,
  SIWXSession,
} from './siwx/siwx.ts'
export type { Rows } from './worker-link/rows.ts'
export type { Readable } from './shell/readable.ts'
