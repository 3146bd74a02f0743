/** Billfold: the shell. Safe to import on a server. */
export { createBillfold } from './shell/create-billfold.ts'
export type { Billfold, BillfoldState } from './shell/billfold.ts'
export type { AccountState, Attempt, ConnectedAccount } from './wallets/account.ts'
export type { Adapter, AdapterContext, ProviderPage, WalletAdapter } from './wallets/adapter.ts'
export type { ConnectRequest, Progress, WalletRequest } from './wallets/wallet-request.ts'
export type { WalletAccount, WalletAccounts } from './wallets/wallet-accounts.ts'
export type { Connector, ConnectorType } from './wallets/connector.ts'
export type {
  BitcoinProvider,
  BitcoinPsbtInput,
  BitcoinPsbtRequest,
  EvmProvider,
  JsonRpcPayload,
  JsonRpcResponse,
  ProviderByNamespace,
  ProvidersOf,
  SolanaProvider,
  SolanaTransactionInput,
  WalletStandardAccount,
  WalletStandardWallet,
} from './wallets/providers.ts'
export type { Eip1193Provider } from './wallets/evm/eip1193.ts'
export type {
  ActivityAmount,
  ActivityFilter,
  ActivityGroup,
  ActivityHead,
  ActivityKind,
  ActivityRow,
  ActivitySearch,
  TransactionRow,
  TransactionTransfer,
} from './core/assets/activity.ts'
export type { CaipAddress, CaipNetworkId, Namespace } from './core/chains/caip.ts'
export { BillfoldError, type ErrorCategory, type ErrorCode, type ErrorRecord } from './core/base/errors.ts'
export type { Identity } from './core/assets/identity.ts'
export type { ListHead } from './core/contract/list.ts'
export { nameZone, popularSwapTokens, restrictedTimezones, suggestedSwapTokens } from './core/base/lists.ts'
export type { Network, NetworkInput } from './core/chains/networks.ts'
export type { NftRow, NftsHead, UnverifiedNft } from './core/assets/nfts.ts'
export type {
  NativeBalance,
  PortfolioHead,
  TokenBalanceRow,
  TokenRow,
  UnverifiedToken,
} from './core/assets/portfolio.ts'
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
} from './core/contract/protocol.ts'
export type { Allowance, Allowances } from './core/payments/allowance.ts'
export type { PayRequest, PayResult } from './core/payments/pay-request.ts'
export type { UnverifiedReason } from './core/assets/unverified.ts'
export type {
  PermittedFunction,
  SmartSession,
  SmartSessionPermission,
  SmartSessions,
} from './core/assets/smart-session.ts'
export type { Wallet, WalletSearch, WalletsPage, WalletsParams } from './core/assets/wallet.ts'
export type { SIWXMessageData } from './core/siwx/siwx-message.ts'
export type { WalletAsset, WalletAssets } from './core/assets/wallet-assets.ts'
export type {
  Capabilities,
  EvmTransaction,
  NamespaceCalls,
  SolanaTransaction,
  Transaction,
} from './wallets/namespace-calls.ts'
export type { ContractWrite, NameRequest, WalletCalls } from './wallets/wallet-calls.ts'
export type { AccountType, AccountTypes } from './wallets/account-types.ts'
export type { Chain, ChainAccountState, ChainNetworkState } from './shell/chain.ts'
export type { Headless } from './shell/headless.ts'
export type { Send, SendReview } from './payments/page-send.ts'
export type { SendEntry, SendState } from './payments/page-send-form.ts'
export type { PageSwap, SwapReview } from './payments/page-swap.ts'
export type { SwapEntry, SwapState } from './payments/page-swap-form.ts'
export type { RequiredConsent, Obstacle } from './payments/required-consents.ts'
export type { OnRamp, OnRampEntry, OnRampState } from './onramp/page-onramp.ts'
export type { Names, NamesState } from './names/page-names.ts'
export type { Metadata } from './base/metadata.ts'
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
export type { IconName } from './base/icon-name.ts'
export type { Readable } from './base/readable.ts'
export type { SnackState, SnackText } from './base/snacks.ts'
