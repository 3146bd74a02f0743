/** All views by name. What is not needed to connect is fetched when it is first shown. */
import type { ViewName } from '../src/shell/routes.ts'
import { view as connect } from './connect/connect.tsx'
import { view as connectingExternal } from './connect/connecting-external.tsx'
import type { ViewDefinition } from './view.ts'

type Definitions = { [Name in ViewName]: ViewDefinition<Name> }

const loaded: { [Name in ViewName]?: Definitions[Name] } = {
  Connect: connect,
  ConnectingExternal: connectingExternal,
}

const load: { [Name in ViewName]?: () => Promise<{ view: Definitions[Name] }> } = {
  Account: () => import('./account/account.tsx'),
  AccountSettings: () => import('./account/account-settings.tsx'),
  Networks: () => import('./networks/networks.tsx'),
  Nft: () => import('./nfts/nft.tsx'),
  SwitchNetwork: () => import('./networks/switch-network.tsx'),
  Token: () => import('./portfolio/token.tsx'),
  UnsupportedChain: () => import('./networks/unsupported-chain.tsx'),
  UnverifiedActivity: () => import('./activity/unverified.tsx'),
  UnverifiedNfts: () => import('./nfts/unverified.tsx'),
  UnverifiedTokens: () => import('./portfolio/unverified.tsx'),
}

/** Undefined until it was loaded. */
export function getView<Name extends ViewName>(name: Name): Definitions[Name] | undefined {
  return loaded[name] as Definitions[Name] | undefined
}

/** From now on it is shown at once. */
export function keepView<Name extends ViewName>(name: Name, view: Definitions[Name]): void {
  loaded[name] = view as (typeof loaded)[Name]
}

/** Fetched once; what could not be fetched is tried again with the next call. */
export async function loadView<Name extends ViewName>(name: Name): Promise<void> {
  if (loaded[name]) return
  const module = await load[name]!()
  keepView(name, module.view as Definitions[Name])
}

export async function loadViews(names: readonly ViewName[]): Promise<void> {
  await Promise.all(names.map(loadView))
}
