/** Where each view is defined. A new view is its folder and a line here. */
import type { ViewName } from '../src/shell/routes.ts'
import { addIcons } from './components/icon.tsx'
import { laterPaths } from './components/later-icons.ts'
import type { ViewDefinition } from './view.ts'

addIcons(laterPaths)

export const viewFiles: {
  readonly [Name in ViewName]: () => Promise<{ view: ViewDefinition<Name> }>
} = {
  Account: () => import('./account/account.tsx'),
  AccountSettings: () => import('./account/account-settings.tsx'),
  AllWallets: () => import('./all-wallets/all-wallets.tsx'),
  BuyInProgress: () => import('./buy/buy-in-progress.tsx'),
  ChooseAccountName: () => import('./names/choose-account-name.tsx'),
  Connect: () => import('./connect/connect.tsx'),
  ConnectingExternal: () => import('./connect/connecting-external.tsx'),
  ConnectingFarcaster: () => import('./login/connecting-farcaster.tsx'),
  ConnectingSocial: () => import('./login/connecting-social.tsx'),
  ConnectSocials: () => import('./login/connect-socials.tsx'),
  ConnectingWalletConnect: () => import('./walletconnect/connecting-wallet-connect.tsx'),
  ConnectingWalletConnectBasic: () => import('./walletconnect/connecting-wallet-connect-basic.tsx'),
  ConnectingMultiChain: () => import('./connect/connecting-multi-chain.tsx'),
  Downloads: () => import('./downloads/downloads.tsx'),
  EmailVerifyDevice: () => import('./login/email-verify-device.tsx'),
  EmailVerifyOtp: () => import('./login/email-verify-otp.tsx'),
  GetWallet: () => import('./downloads/get-wallet.tsx'),
  Networks: () => import('./networks/networks.tsx'),
  Nft: () => import('./nfts/nft.tsx'),
  OnRampFiatSelect: () => import('./buy/fiat-select.tsx'),
  OnRampProviders: () => import('./buy/onramp-providers.tsx'),
  OnRampTokenSelect: () => import('./buy/token-select.tsx'),
  RegisterAccountName: () => import('./names/register-account-name.tsx'),
  RegisterAccountNameSuccess: () => import('./names/register-account-name-success.tsx'),
  SentPayment: () => import('./payments/sent-payment.tsx'),
  SIWXSignMessage: () => import('./siwx/sign-message.tsx'),
  Swap: () => import('./swap/swap.tsx'),
  SwapPreview: () => import('./swap/preview.tsx'),
  SwapSelectToken: () => import('./swap/select-token.tsx'),
  SwitchActiveChain: () => import('./networks/switch-active-chain.tsx'),
  SwitchNetwork: () => import('./networks/switch-network.tsx'),
  Token: () => import('./portfolio/token.tsx'),
  UnsupportedChain: () => import('./networks/unsupported-chain.tsx'),
  UnknownPayment: () => import('./payments/unknown-payment.tsx'),
  Unverified: () => import('./unverified/unverified.tsx'),
  WalletCompatibleNetworks: () => import('./receive/compatible-networks.tsx'),
  WalletReceive: () => import('./receive/receive.tsx'),
  WalletSend: () => import('./send/wallet-send.tsx'),
  WalletSendPreview: () => import('./send/preview.tsx'),
  WalletSendSelectToken: () => import('./send/select-token.tsx'),
  Wallets: () => import('./wallets/wallets.tsx'),
  WhatIsABuy: () => import('./buy/what-is-a-buy.tsx'),
  WhatIsANetwork: () => import('./networks/what-is-a-network.tsx'),
  WhatIsAWallet: () => import('./guides/what-is-a-wallet.tsx'),
}
