/** The search in the activity: what the person entered, and the results so far. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import type { ActivityFilter, ActivityHead, ActivityKind } from '../../src/core/assets/activity.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { SentRow } from '../../src/core/payments/sent.ts'
import { useViewer } from '../base/shell-context.ts'

/** What the person entered. Empty fields match everything. */
export interface Wish {
  text: string
  kind: ActivityKind | ''
  token: string
  direction: 'in' | 'out' | ''
}

export interface Found {
  /** The filter as a text, to compare filters. */
  key: string
  filter: ActivityFilter
  head: ActivityHead
  error: ErrorRecord | undefined
}

/** Whether the search has covered all loaded activity, except what could not be read from the store. */
export function isEnded({ head: { search } }: Found): boolean {
  return !search || search.searched + search.unread >= search.loaded
}

export interface ActivitySearchState {
  /** What the person entered; undefined while the search is closed. */
  wish: Wish | undefined
  /** Changes some fields of the search; undefined closes it. */
  set(wish: Partial<Wish> | undefined): void
  open(): void
  /** The results of the newest filter that has results. Undefined without a filter. */
  found: Found | undefined
  /** The options of the filter controls. */
  choices: { kinds: readonly ActivityKind[]; tokens: readonly string[] }
}

/** Pause after the last key press before the search starts. Milliseconds. */
const PAUSE = 120
const MAX_TEXT_LENGTH = 200
const MAX_HASHES = 100
const anything: Wish = { text: '', kind: '', token: '', direction: '' }
const noChoices = { kinds: [], tokens: [] }

export function useActivitySearch(account: CaipAddress): ActivitySearchState {
  useSignals()
  const { topic } = useViewer()
  const [wish, setWish] = useState<Wish>()
  const isOpen = wish !== undefined
  const text = useSettled(wish?.text.trim() ?? '')
  const payments = isOpen && text ? topic('sent', { account }).value.data?.payments : undefined
  const key = isOpen ? JSON.stringify(toFilter({ ...wish, text }, payments)) : undefined
  const filter = useMemo(() => (key === undefined ? undefined : (JSON.parse(key) as ActivityFilter)), [key])
  const answer = filter && topic('activity', { account, filter }).value
  const [found, setFound] = useState<Found>()
  // Keep the last results until the new filter has results.
  const { data, error } = answer ?? {}
  if (data && key !== undefined && (found?.key !== key || found.head !== data || found.error !== error))
    setFound({ key, filter: filter!, head: data, error })
  if (!isOpen && found) setFound(undefined)
  const { kinds, tokens } = found?.head.search ?? noChoices
  return {
    wish,
    set: (change) => setWish(change && ((before = anything) => ({ ...before, ...change }))),
    open: () => setWish(anything),
    found: found && found.key !== NOTHING && key !== NOTHING ? found : undefined,
    choices: { kinds, tokens },
  }
}

const NOTHING = '{}'

function toFilter(wish: Wish, payments: readonly SentRow[] = []): ActivityFilter {
  const text = wish.text.slice(0, MAX_TEXT_LENGTH)
  const hashes = text.length < 3 ? [] : findByReceiver(text, payments)
  return {
    ...(text && { text }),
    ...(hashes.length > 0 && { hashes }),
    ...(wish.kind && { kinds: [wish.kind] }),
    ...(wish.token && { token: wish.token }),
    ...(wish.direction && { direction: wish.direction }),
  }
}

/**
 * Hashes of payments that were sent from here to a matching receiver. The history itself has neither names nor the
 * receivers of token transfers.
 */
function findByReceiver(text: string, payments: readonly SentRow[]): string[] {
  const part = text.toLowerCase()
  return payments
    .filter(({ to }) => to.toLowerCase().includes(part))
    .map(({ hash, executedBy }) => executedBy ?? hash)
    .slice(0, MAX_HASHES)
}

/** The entered text, once it has not changed for a short time. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
