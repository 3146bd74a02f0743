/** All views by name. What the first picture does not need is fetched when it is first shown, or shortly before. */
import { signal } from '@preact/signals-core'
import { BillfoldError } from '../src/core/errors.ts'
import type { ViewName } from '../src/shell/routes.ts'
import { view as connect } from './connect/connect.tsx'
import type { ViewDefinition } from './view.ts'

type Definitions = { [Name in ViewName]: ViewDefinition<Name> }

const loaded = signal<Partial<Definitions>>({ Connect: connect })

const load: { [Name in ViewName]?: () => Promise<{ view: Definitions[Name] }> } = {
  Account: () => import('./account/account.tsx'),
  AccountSettings: () => import('./account/account-settings.tsx'),
  AllWallets: () => import('./all-wallets/all-wallets.tsx'),
  ConnectingExternal: () => import('./connect/connecting-external.tsx'),
  ConnectingWalletConnect: () => import('./walletconnect/connecting-wallet-connect.tsx'),
  ConnectingWalletConnectBasic: () => import('./walletconnect/connecting-wallet-connect-basic.tsx'),
  ConnectingMultiChain: () => import('./connect/connecting-multi-chain.tsx'),
  Downloads: () => import('./downloads/downloads.tsx'),
  GetWallet: () => import('./downloads/get-wallet.tsx'),
  Networks: () => import('./networks/networks.tsx'),
  Nft: () => import('./nfts/nft.tsx'),
  SIWXSignMessage: () => import('./siwx/sign-message.tsx'),
  SwitchActiveChain: () => import('./networks/switch-active-chain.tsx'),
  SwitchNetwork: () => import('./networks/switch-network.tsx'),
  Token: () => import('./portfolio/token.tsx'),
  UnsupportedChain: () => import('./networks/unsupported-chain.tsx'),
  Unverified: () => import('./unverified/unverified.tsx'),
  Wallets: () => import('./wallets/wallets.tsx'),
  WhatIsANetwork: () => import('./networks/what-is-a-network.tsx'),
  WhatIsAWallet: () => import('./guides/what-is-a-wallet.tsx'),
}

/** Undefined until it was loaded; read as a signal. @throws view_unknown */
export function getView<Name extends ViewName>(name: Name): Definitions[Name] | undefined {
  const view = loaded.value[name]
  if (!view && !load[name]) throw new BillfoldError('view_unknown', `There is no view "${name}".`)
  return view
}

/** From now on it is shown at once. */
export function keepView<Name extends ViewName>(name: Name, view: Definitions[Name]): void {
  loaded.value = { ...loaded.peek(), [name]: view }
}

/** Fetched once; what could not be fetched is tried again with the next call. */
export async function loadView<Name extends ViewName>(name: Name): Promise<void> {
  if (loaded.peek()[name]) return
  const module = await load[name]!()
  keepView(name, module.view as Definitions[Name])
}

export async function loadViews(names: readonly ViewName[]): Promise<void> {
  await Promise.all(names.map(loadView))
}
