/** The tokens that an account can send. Leaves out tokens with 0 decimals, which are tickets or passes (A103). */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { useShell } from '../base/shell-context.ts'
import { useList } from '../lists/use-list.ts'
import { canSendToken } from '../../src/payments/can-send-token.ts'

/** Upper limit of the rows that are read: a list caches only this many. */
const MAX_TOKENS = 2_000

export type SendableTokens =
  | { status: 'loading' }
  | { status: 'failed'; error: ErrorRecord }
  | { status: 'known'; main: readonly TokenRow[]; unverified: readonly TokenRow[] }

export function useTokens(account: CaipAddress): SendableTokens {
  useSignals()
  const shell = useShell()
  const list = useList('portfolio', account)
  const { data, error } = shell.topic('portfolio', { account }).value
  const total = Math.min(data?.total ?? 0, MAX_TOKENS)
  useEffect(() => list.show(0, total, 0), [list, total])
  void list.revision.value
  if (!data || (data.total === 0 && error)) return error ? { status: 'failed', error } : { status: 'loading' }
  const rows = Array.from({ length: total }, (_, index) => list.get(index))
  const known = rows.filter((row) => row !== undefined)
  const broken = list.error.value
  if (known.length === 0 && total > 0)
    return broken ? { status: 'failed', error: broken } : { status: 'loading' }
  return {
    status: 'known',
    main: known.filter((row) => row.group === 'main' && canSendToken(row)),
    unverified: known.filter((row) => row.group === 'unverified' && canSendToken(row)),
  }
}
