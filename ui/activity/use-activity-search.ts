/** What somebody searches for in the activity, and what was found so far. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import type { ActivityFilter, ActivityHead, ActivityKind } from '../../src/core/assets/activity.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { SentRow } from '../../src/core/payments/sent.ts'
import { useViewer } from '../base/shell-context.ts'

/** What was entered; empty: anything. */
export interface Wish {
  text: string
  kind: ActivityKind | ''
  token: string
  direction: 'in' | 'out' | ''
}

export interface Found {
  /** Of the filter. */
  key: string
  filter: ActivityFilter
  head: ActivityHead
  error: ErrorRecord | undefined
}

/** All that is loaded was searched. */
export function isEnded({ head: { search } }: Found): boolean {
  return !search || search.searched + search.unread >= search.loaded
}

export interface ActivitySearchState {
  /** Undefined while nobody searches. */
  wish: Wish | undefined
  /** Undefined begins or ends the search. */
  set(wish: Partial<Wish> | undefined): void
  open(): void
  /** Of the newest filter that has an answer. Undefined as long as nothing was entered. */
  found: Found | undefined
  /** What there is to choose from. */
  choices: { kinds: readonly ActivityKind[]; tokens: readonly string[] }
}

/** Somebody who types does not wait for what the first letters find. Milliseconds. */
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
  // Until there is an answer, the last one stays.
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

/** The history names no receivers of tokens, and no names; payments from here do. */
function findByReceiver(text: string, payments: readonly SentRow[]): string[] {
  const part = text.toLowerCase()
  return payments
    .filter(({ to }) => to.toLowerCase().includes(part))
    .map(({ hash, executedBy }) => executedBy ?? hash)
    .slice(0, MAX_HASHES)
}

/** What was typed, once there is a pause. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
