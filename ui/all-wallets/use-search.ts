/** Searches wallets by name as the user types. */
import { useSignals } from '@preact/signals-react/runtime'
import type { WalletsPage } from '../../src/core/assets/wallet.ts'
import { markInstalled } from '../../src/connections/match-installed-wallets.ts'
import { track } from '../../src/base/tracked-event.ts'
import { useShell } from '../base/shell-context.ts'
import { type CommandState, useCommand } from '../base/use-command.ts'

/** Debounce. Milliseconds. */
const PAUSE = 500
const MIN_LETTERS = 2

export interface Search extends CommandState<WalletsPage> {
  /** Undefined if the input is too short for a search. */
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
  // A wallet may announce itself after the search has returned.
  return { words: query, ...answer, ...(data && { data: markInstalled(data, connectors.value) }) }
}
