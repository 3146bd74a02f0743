/**
 * The tokens that the active account can send, as one signal. Tokens without decimals are left out, since they are
 * tickets or passes (A103).
 */
import { computed } from '@preact/signals-core'
import type { TokenRow } from '../core/assets/portfolio.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { Readable } from '../base/readable.ts'
import type { Shell } from '../shell/shell.ts'
import { createRows } from '../worker-link/rows.ts'
import { canSendToken } from './can-send-token.ts'

export interface HeldTokens {
  /** known: all tokens are loaded. failed: no tokens can be shown. */
  status: 'loading' | 'failed' | 'known'
  /** In display order, with the group `unverified` last. */
  tokens: readonly TokenRow[]
  error?: ErrorRecord
}

/** Upper limit of tokens that are read: a list keeps no more rows in memory. */
const MAX_TOKENS = 2_000
const NOTHING: HeldTokens = { status: 'loading', tokens: [] }

/** @param account undefined while no account is connected */
export function createHeldTokens(
  shell: Pick<Shell, 'topic' | 'call'>,
  account: Readable<CaipAddress | undefined>,
): Readable<HeldTokens> {
  const list = computed(
    () => account.value && createRows(shell, 'portfolio', { account: account.value }, 0, MAX_TOKENS),
  )
  return computed<HeldTokens>(() => {
    const { data, error } = list.value?.value ?? {}
    if (!data || (data.length === 0 && error))
      return error ? { status: 'failed', tokens: [], error } : NOTHING
    const rows = data.filter((row) => row !== undefined)
    if (rows.length < data.length) return error ? { status: 'failed', tokens: [], error } : NOTHING
    const can = rows.filter((row) => row.group !== 'other' && canSendToken(row))
    const isMain = ({ group }: TokenRow) => group === 'main'
    return { status: 'known', tokens: [...can.filter(isMain), ...can.filter((row) => !isMain(row))] }
  })
}
