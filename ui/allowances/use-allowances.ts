/** The spending caps of an account. They are fetched again when the history or an approval changes. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { type CaipAddress, toCaipKey } from '../../src/core/chains/caip.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { Allowance, Allowances } from '../../src/core/payments/allowance.ts'
import { isOpen, isQueued, isRevocation } from '../../src/core/payments/sent.ts'
import { getHistory } from '../../src/payments/follow-history.ts'
import { useShell } from '../base/shell-context.ts'

interface KnownAllowances extends Snapshot<Allowances> {
  refresh(): void
  /** Fetches the next older page of activity, which may have more approvals. Absent if there is no older page. */
  loadOlder?: () => Promise<unknown>
  /** Whether a revocation of this allowance is pending. */
  isRevoking(allowance: Pick<Allowance, 'token' | 'spender'>): boolean
}

export function useAllowances(account: CaipAddress): KnownAllowances {
  useSignals()
  const shell = useShell()
  const { call, topic } = shell
  const snapshot = topic('allowances', { account }).value
  const history = getHistory(shell, account)?.value.data
  const sent = topic('sent', { account }).value.data?.payments ?? []
  const approvals = sent.filter(({ kind }) => kind === 'approve')
  const settled = approvals.filter((one) => !isOpen(one) && !isQueued(one)).length
  const refresh = () => void call('refresh', { topic: 'allowances', params: { account } }).catch(() => {})
  const version = `${history?.version} ${settled}`
  const last = useRef(version)
  useEffect(() => {
    if (last.current === version) return
    last.current = version
    refresh()
  })
  return {
    ...snapshot,
    refresh,
    ...(history && history.next !== null && { loadOlder: () => call('more', { account }).catch(() => {}) }),
    isRevoking: ({ token, spender }) =>
      approvals.some(
        (one) =>
          (isOpen(one) || isQueued(one)) &&
          isRevocation(one) &&
          one.out.token !== undefined &&
          toCaipKey(one.out.token) === toCaipKey(token) &&
          one.to.toLowerCase() === spender.toLowerCase(),
      ),
  }
}
