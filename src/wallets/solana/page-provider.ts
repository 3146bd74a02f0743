/**
 * The page's Solana provider: a Wallet Standard object that exists before the wallet code is loaded. It lists the
 * accounts that Billfold has validated. The connected wallet signs.
 * @see https://github.com/wallet-standard/wallet-standard
 */
import type { ProviderPage } from '../adapter.ts'
import { leaveWallet } from '../leave-wallet.ts'
import { isOwn, markOwn, PASSES_ON } from '../own-provider.ts'
import type { SolanaProvider, WalletStandardAccount } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { awaitPageRestored } from '../await-page-restored.ts'
import { toSolanaChain } from './networks.ts'

export interface SolanaPageProvider {
  readonly provider: SolanaProvider
  readonly listeners: Set<ChangeListener>
  page?: ProviderPage
  /** Absent while no wallet is connected. */
  target?: SolanaTarget | undefined
}

type ChangeListener = Parameters<SolanaProvider['features']['standard:events']['on']>[1]

export interface SolanaTarget {
  /** The active account first; never empty. An account keeps its object while nothing in it changes. */
  accounts: readonly WalletStandardAccount[]
  /** Asks the wallet. `method` is the name of the feature without `solana:`, such as `signMessage`. */
  call(method: string, inputs: readonly SolanaInput[]): Promise<unknown>
}

/** The common fields of the inputs for all signing methods. */
export interface SolanaInput {
  account: { address: string }
  chain?: string
}

export function createSolanaPageProvider(): SolanaPageProvider {
  const version = '1.0.0'
  const supportedTransactionVersions = ['legacy', 0]
  const listeners = new Set<ChangeListener>()
  const passOn =
    (method: string) =>
    async (...inputs: readonly SolanaInput[]): Promise<unknown> => {
      assertNotOwn(...inputs)
      if (!pageProvider.target) await awaitPageRestored(pageProvider.page, 'solana')
      if (pageProvider.target) return pageProvider.target.call(method, inputs)
      throw new BillfoldError('wallet_missing', 'Call standard:connect first.')
    }
  const features = {
    'standard:connect': markOwn({
      version,
      async connect(input: { silent?: boolean } = {}) {
        assertNotOwn(input)
        const { silent = false } = input
        const { page } = pageProvider
        // With `silent`, load code only if the page is restoring a session.
        const isRestoring = page?.account.peek().status !== 'disconnected'
        if (page && !pageProvider.target && (isRestoring || !silent))
          await (await page.load())[silent ? 'awaitRestored' : 'connect']('solana')
        return { accounts: pageProvider.provider.accounts }
      },
    }),
    'standard:disconnect': {
      version,
      disconnect: () => leaveWallet(pageProvider, 'solana'),
    },
    'standard:events': {
      version,
      on(event: string, listener: ChangeListener) {
        if (event === 'change') listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signMessage': { version, signMessage: passOn('signMessage') },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions,
      signTransaction: passOn('signTransaction'),
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: passOn('signAndSendTransaction'),
    },
  } as unknown as SolanaProvider['features']

  const pageProvider: SolanaPageProvider = {
    listeners,
    provider: markOwn({
      version,
      name: 'Billfold',
      icon: ICON,
      features,
      get chains() {
        const networks = pageProvider.page?.networks.filter(
          ({ chainNamespace }) => chainNamespace === 'solana',
        )
        return [...new Set(networks?.map(({ caipNetworkId }) => toSolanaChain(caipNetworkId)))]
      },
      get accounts() {
        return pageProvider.target?.accounts ?? []
      },
    }),
  }
  return pageProvider
}

/** @throws wallet_failed */
function assertNotOwn(...inputs: readonly object[]): void {
  if (inputs.some(isOwn)) throw new BillfoldError('wallet_failed', `This wallet ${PASSES_ON}`)
}

/** A plain image, since the Wallet Standard requires an icon. */
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0IDQiPjxwYXRoIGQ9Ik0wIDFoNHYzSDAiLz48L3N2Zz4='
