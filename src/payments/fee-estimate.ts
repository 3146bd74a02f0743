/** Estimates the fee of a plain transfer, for forms that pages draw themselves. */
import { effect, signal, untracked } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { TransferFee } from '../core/payments/transfer.ts'
import type { Readable } from '../base/readable.ts'
import type { Shell } from '../shell/shell.ts'
import { readFeePayer } from './fee-payer.ts'

/** Pause before a failed estimate is requested again. Milliseconds. */
const AGAIN = 10_000

export interface FeeEstimate {
  /** The fee. Undefined while it is unknown. Reads signals. */
  get(): TransferFee | undefined
  /**
   * Requests the fee, and again for each account that becomes active.
   * @param lacks whether the account cannot pay the fee: only then the wallet is asked whether another party pays
   * @returns a stop function
   */
  watch(lacks: () => boolean): () => void
}

/** @param account the paying account; undefined while no account is connected */
export function createFeeEstimate(shell: Shell, account: Readable<CaipAddress | undefined>): FeeEstimate {
  const known = signal<{ account: CaipAddress; fee: TransferFee } | undefined>(undefined)
  const get = () => (known.value?.account === account.value ? known.value?.fee : undefined)

  function ask(of: CaipAddress): () => void {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () =>
      void shell
        .call('transferFee', { account: of }, { signal })
        .catch(() => undefined)
        .then((fee) => {
          if (signal.aborted) return
          if (fee) known.value = { account: of, fee }
          else timer = setTimeout(run, AGAIN)
        })
    run()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }

  return {
    get,
    watch(lacks) {
      const stops = [
        effect(() => {
          const of = account.value
          return of && untracked(() => ask(of))
        }),
        effect(() => {
          const last = known.value
          if (!last || last.account !== account.value || last.fee.isOptional || !lacks()) return
          void readFeePayer(shell, last.account).then((has) => {
            if (has && known.peek() === last)
              known.value = { ...last, fee: { ...last.fee, isOptional: true } }
          })
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
