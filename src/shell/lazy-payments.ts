/** Payments, loaded with the first of them, or with the page where one is still open. */
import type { CaipAddress } from '../core/caip.ts'
import { throwMissing } from '../core/missing-error.ts'
import { readStored, watchSessions } from '../connections/storage.ts'
import type { PaymentsControl, PaymentsOptions } from '../payments/create-payments.ts'
import { SENT } from '../payments/sent-key.ts'

export interface LazyPayments {
  /** @throws code_missing */
  load(): Promise<PaymentsControl>
  /** This account has left. */
  forget(account: CaipAddress): void
}

/** @param stops gets what ends it */
export function createLazyPayments(options: PaymentsOptions, stops: (() => void)[]): LazyPayments {
  let loading: Promise<PaymentsControl> | undefined

  function load(): Promise<PaymentsControl> {
    loading ??= import('../payments/create-payments.ts').then(
      ({ createPayments }) => createPayments(options),
      (error: unknown) => {
        loading = undefined
        return throwMissing(error)
      },
    )
    return loading
  }

  /** Where nothing was sent there is nothing to do, and no code is fetched for it. */
  function use(what: (payments: PaymentsControl) => void): void {
    if (!loading && !readStored(options.storage, SENT)) return
    load().then(what, () => {})
  }

  const resume = () => use((payments) => payments.resume())
  stops.push(watchSessions(options.storage, resume), () => use((payments) => payments.stop()))
  resume()

  return { load, forget: (account) => use((payments) => payments.forget(account)) }
}
