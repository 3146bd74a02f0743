/**
 * The Solana wallet that a page gets: one Wallet Standard object from the start, before the code that speaks to wallets is
 * loaded. Its accounts are those that Billfold has checked, so that page and Billfold never disagree; the connected wallet
 * signs.
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
  /** Absent while disconnected. */
  target?: SolanaTarget | undefined
}

type ChangeListener = Parameters<SolanaProvider['features']['standard:events']['on']>[1]

export interface SolanaTarget {
  /** The active one first; never empty. The same objects while nothing of them changes. */
  accounts: readonly WalletStandardAccount[]
  /** Asks the wallet. The features of the standard are called as their methods are: `solana:signMessage`. */
  call(method: string, inputs: readonly SolanaInput[]): Promise<unknown>
}

/** What the inputs of all that a wallet signs have in common. */
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
        // Without an earlier connection nothing is loaded.
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

/** An SVG of one billfold: the standard asks for an image. */
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0IDQiPjxwYXRoIGQ9Ik0wIDFoNHYzSDAiLz48L3N2Zz4='
