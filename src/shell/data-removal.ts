/**
 * Accounts whose data must still be removed. Each account is marked before the removal, so that an interrupted removal
 * is finished on the next load. The mark is deleted when the worker confirms the removal.
 */
import type { Sessions } from '../connections/session.ts'
import { type CaipAddress, isSameOwner } from '../core/chains/caip.ts'
import { hasCode } from '../core/base/errors.ts'

export interface DataRemoval {
  add(caipAddress: CaipAddress): void
  /** Call it when the account is connected again: then its data stays. */
  drop(caipAddress: CaipAddress): void
  /** Asks the worker to remove the data of all marked accounts. */
  flush(): void
}

/**
 * @param remove removes the stored data of an account, and resolves when that is done
 * @param isNamed whether a portfolio shows the account without a wallet: then its data stays
 */
export function createDataRemoval(
  sessions: Sessions,
  remove: (account: CaipAddress) => Promise<unknown>,
  isNamed: (account: CaipAddress) => boolean,
): DataRemoval {
  /**
   * Updates the number of failed removals of an account; undefined ends the removal. Has no effect if `drop` was called
   * meanwhile.
   */
  function update(account: string, getFailures: (before: number) => number | undefined): void {
    const { [account]: failures, ...marked } = sessions.getForgotten()
    const next = failures === undefined ? undefined : getFailures(failures)
    sessions.setForgotten(next === undefined ? marked : { ...marked, [account]: next })
  }

  function flush(): void {
    for (const account of Object.keys(sessions.getForgotten()) as CaipAddress[]) {
      if (isNamed(account)) {
        update(account, () => undefined)
        continue
      }
      remove(account).then(
        () => update(account, () => undefined),
        (error: unknown) => {
          // Count the failure. The next load tries again.
          if (!hasCode(error, 'stopped')) update(account, (failures) => failures + 1)
        },
      )
    }
  }

  return {
    add(caipAddress) {
      if (isNamed(caipAddress)) return
      sessions.setForgotten({ ...sessions.getForgotten(), [caipAddress]: 0 })
      flush()
    },
    drop(caipAddress) {
      const marked = sessions.getForgotten()
      for (const other in marked) if (isSameOwner(other, caipAddress)) delete marked[other]
      sessions.setForgotten(marked)
    },
    flush,
  }
}
