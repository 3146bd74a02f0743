/** Loads the payment code with the first payment, or at once if a stored payment is still open. */
import { readStored, SENT, watchSessions } from '../base/storage.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { lazy } from '../core/base/lazy.ts'
import type { PaymentsControl, PaymentsOptions } from './create-payments.ts'

export interface StartedPayments {
  /** @throws code_missing */
  load(): Promise<PaymentsControl>
  /** Deletes the payments of a disconnected account. */
  forget(account: CaipAddress): void
}

/** @param stops receives the functions to call when Billfold stops */
export function startPayments(options: PaymentsOptions, stops: (() => void)[]): StartedPayments {
  const payments = lazy(
    () => import('./create-payments.ts'),
    ({ createPayments }) => createPayments(options),
  )

  /** Runs `what` with the payment code. Does not load that code on a page without payments. */
  function use(what: (payments: PaymentsControl) => void): void {
    if (!payments.loading && !readStored(options.storage, SENT)) return
    payments.load().then(what, () => {})
  }

  const resume = () => use((loaded) => loaded.resume())
  stops.push(watchSessions(options.storage, resume), () => use((loaded) => loaded.stop()))
  resume()

  return { load: payments.load, forget: (account) => use((loaded) => loaded.forget(account)) }
}
