/** Creates the wallet for email and social accounts: at a sign-in, or when a stored sign-in is restored. */
import { createApproval } from './approve.ts'
import type { AuthPage } from './option.ts'
import { createAuthFrame } from './frame.ts'
import { createLoginStore } from './login.ts'
import { type AuthSolana, createAuthSolana } from './solana.ts'
import { type AuthAccountType, listAccounts } from './messages.ts'
import { createAuthUser } from './user.ts'
import { type AuthWallet, createAuthWallet } from './wallet.ts'

export interface StartedAuth {
  wallet: AuthWallet
  /** Absent on a page without Solana. */
  solana?: AuthSolana | undefined
  /** Type of an EVM address; `eoa` if it is unknown. */
  getAccountType(address: string): AuthAccountType
  /** Whether the smart account's contract is deployed, according to the site. Undefined if unknown. Reads a signal. */
  isDeployed(): boolean | undefined
  /** EIP-155 ids of the networks on which the site has smart accounts. Empty until they are known. Reads a signal. */
  getSmartAccountNetworks(): readonly number[]
  stop(): void
}

export function startAuthWallet(
  url: string,
  { projectId, version, metadata, networks, storage, themeMode, accountTypes, call, getPlace }: AuthPage,
  emit: Parameters<typeof createAuthUser>[0]['emit'],
): StartedAuth {
  const served = networks.filter(({ chainNamespace: one }) => one === 'eip155' || (call && one === 'solana'))
  const first = served.find(({ chainNamespace }) => chainNamespace === 'eip155') ?? served[0]
  const address = new URL(url)
  address.searchParams.set('projectId', projectId)
  address.searchParams.set('chainId', first?.caipNetworkId ?? 'eip155:1')
  address.searchParams.set('version', '4')
  // The site's logger would write requests to the console, including the codes from emails.
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
    themeMode,
    place: getPlace(),
  })
  const login = createLoginStore(storage)
  const getType = () => (accountTypes?.peek().eip155 === 'eoa' ? 'eoa' : 'smartAccount')
  const user = createAuthUser({ frame, login, networks: served, getType, emit })
  const approve = createApproval(frame)
  const wallet = createAuthWallet({ frame, approve, login, user, origin: address.origin })
  let last = getType()
  const stopTypes = accountTypes?.subscribe(() => {
    if (last === getType()) return
    last = getType()
    void user.prefer()
  })
  return {
    wallet,
    solana:
      call && served.some(({ chainNamespace }) => chainNamespace === 'solana')
        ? createAuthSolana({ user, approve, call, networks: served })
        : undefined,
    getAccountType(of) {
      const now = user.peek()
      const isIt = (one: { address: string }) => one.address.toLowerCase() === of.toLowerCase()
      return (now && listAccounts(now).find(isIt)?.type) ?? 'eoa'
    },
    isDeployed: () => user.deployed.value,
    getSmartAccountNetworks: () => frame.smartNetworks.value,
    stop() {
      stopTypes?.()
      frame.drop()
    },
  }
}
