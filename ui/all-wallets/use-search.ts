/** Searches wallets by name as the person types. */
import { useSignals } from '@preact/signals-react/runtime'
import type { WalletsPage } from '../../src/core/assets/wallet.ts'
import { markInstalled } from '../../src/connections/match-installed-wallets.ts'
import { track } from '../../src/base/tracked-event.ts'
import { useShell } from '../base/shell-context.ts'
import { type CommandState, useCommand } from '../base/use-command.ts'

/** Pause after the last key press before the search starts. Milliseconds. */
const PAUSE = 500
const MIN_LETTERS = 2

export interface Search extends CommandState<WalletsPage> {
  /** The search text; undefined if it is too short. */
  words: string | undefined
}

export function useSearch(typed: string, certified: boolean): Search {
  useSignals()
  const { trackedEvent, connectors } = useShell()
  const trimmed = typed.trim()
  const query = trimmed.length >= MIN_LETTERS ? trimmed : undefined
  const answer = useCommand(
    'searchWallets',
    query === undefined ? undefined : { words: query, certified },
    PAUSE,
    () => track({ trackedEvent }, { event: 'SEARCH_WALLET', properties: { certified } }),
  )
  const { data } = answer
  // Mark installed wallets at each render: a wallet may announce itself after the results have arrived.
  return { words: query, ...answer, ...(data && { data: markInstalled(data, connectors.value) }) }
}
