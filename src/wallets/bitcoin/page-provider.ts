/**
 * The Bitcoin provider of the page. The object exists before the wallet code is loaded, and stays the same whatever
 * wallet is connected.
 */
import type { ProviderPage } from '../adapter.ts'
import { markOwn } from '../own-provider.ts'
import type { BitcoinProvider } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { awaitPageRestored } from '../await-page-restored.ts'

export interface BitcoinPageProvider {
  readonly provider: BitcoinProvider
  page?: ProviderPage
  /** Absent while no wallet is connected. */
  target?: BitcoinTarget | undefined
}

/** Calls a method of the provider on the connected wallet. */
export type BitcoinTarget = (method: keyof BitcoinProvider, request: unknown) => Promise<unknown>

export function createBitcoinPageProvider(): BitcoinPageProvider {
  const passOn =
    (method: keyof BitcoinProvider) =>
    async (request: unknown): Promise<unknown> => {
      if (!pageProvider.target) await awaitPageRestored(pageProvider.page, 'bip122')
      if (pageProvider.target) return pageProvider.target(method, request)
      throw new BillfoldError('wallet_missing', 'No account is connected. Call connect("bip122") first.')
    }
  const provider = markOwn({
    signMessage: passOn('signMessage'),
    signPsbt: passOn('signPsbt'),
  } as BitcoinProvider)
  const pageProvider: BitcoinPageProvider = { provider }
  return pageProvider
}
