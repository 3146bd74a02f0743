/**
 * What a page signs with on Bitcoin: one object from the start, whatever wallet is behind it, and before the code that
 * speaks to wallets is loaded.
 */
import type { ProviderPage } from '../adapter.ts'
import { markOwn } from '../own-provider.ts'
import type { BitcoinProvider } from '../providers.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { untilRestored } from '../until-restored.ts'

export interface BitcoinRelay {
  readonly provider: BitcoinProvider
  page?: ProviderPage
  /** Absent while disconnected. */
  target?: BitcoinTarget | undefined
}

/** Asks the connected wallet, as the provider's method of this name says. */
export type BitcoinTarget = (method: keyof BitcoinProvider, request: unknown) => Promise<unknown>

export function createBitcoinRelay(): BitcoinRelay {
  const passOn =
    (method: keyof BitcoinProvider) =>
    async (request: unknown): Promise<unknown> => {
      if (!relay.target) await untilRestored(relay.page, 'bip122')
      if (relay.target) return relay.target(method, request)
      throw new BillfoldError('wallet_missing', 'Nobody is connected: call connect("bip122") first.')
    }
  const provider = markOwn({
    signMessage: passOn('signMessage'),
    signPsbt: passOn('signPsbt'),
  } as BitcoinProvider)
  const relay: BitcoinRelay = { provider }
  return relay
}
