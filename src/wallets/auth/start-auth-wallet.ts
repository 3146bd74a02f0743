/** Puts the parts together once somebody signs in, or has before. */
import type { AuthPage } from './option.ts'
import { createAuthFrame } from './frame.ts'
import { createLoginStore } from './login.ts'
import { createAuthUser } from './user.ts'
import { type AuthWallet, createAuthWallet } from './wallet.ts'

export function startAuthWallet(
  url: string,
  { projectId, version, metadata, networks, storage, themeMode, getPlace }: AuthPage,
  emit: Parameters<typeof createAuthUser>[0]['emit'],
): { wallet: AuthWallet; stop(): void } {
  const own = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const address = new URL(url)
  address.searchParams.set('projectId', projectId)
  address.searchParams.set('chainId', own[0]?.caipNetworkId ?? 'eip155:1')
  address.searchParams.set('version', '4')
  // The site would write what it is asked to the console, codes included.
  address.searchParams.set('enableLogger', 'false')
  const frame = createAuthFrame({
    url: address.href,
    page: {
      metadata: {
        name: metadata.name,
        description: metadata.description ?? '',
        url: metadata.url ?? location.origin,
        icons: metadata.icons ?? [],
      },
      sdkVersion: `html-billfold-${version}`,
      sdkType: 'appkit',
      projectId,
    },
    getTheme: () => themeMode.peek(),
    place: getPlace(),
  })
  const login = createLoginStore(storage)
  const user = createAuthUser({ frame, login, networks: own, emit })
  const wallet = createAuthWallet({ frame, login, user, origin: address.origin })
  return { wallet, stop: frame.drop }
}
