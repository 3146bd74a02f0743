/** Payments: loaded with the first one, or with the page while one is still open. */
import { readStored, SENT, watchSessions } from '../base/storage.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { lazy } from '../core/base/lazy.ts'
import type { PaymentsControl, PaymentsOptions } from './create-payments.ts'

export interface StartedPayments {
  /** @throws code_missing */
  load(): Promise<PaymentsControl>
  /** Drops the payments of a disconnected account. */
  forget(account: CaipAddress): void
}

/** @param stops gets what ends it */
export function startPayments(options: PaymentsOptions, stops: (() => void)[]): StartedPayments {
  const payments = lazy(
    () => import('./create-payments.ts'),
    ({ createPayments }) => createPayments(options),
  )

  /** Downloads no code on a page without payments. */
  function use(what: (payments: PaymentsControl) => void): void {
    if (!payments.loading && !readStored(options.storage, SENT)) return
    payments.load().then(what, () => {})
  }

  const resume = () => use((loaded) => loaded.resume())
  stops.push(watchSessions(options.storage, resume), () => use((loaded) => loaded.stop()))
  resume()

  return { load: payments.load, forget: (account) => use((loaded) => loaded.forget(account)) }
}
