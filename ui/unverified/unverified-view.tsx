/**
 * Unverified tokens, NFTs or transactions, each with the reason. Loads no pictures, and shows no links from strangers.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ListName, ListRows } from '../../src/core/contract/protocol.ts'
import { deadenLinks } from '../../src/core/text/text.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Failure } from '../components/failure.tsx'
import { PullError } from '../lists/list-panel.tsx'
import { SkeletonRow } from '../lists/skeleton-rows.tsx'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { useList } from '../lists/use-list.ts'
import type { ViewDefinition } from '../base/view.ts'
import { formatReason } from './format-reason.ts'
import { texts } from './texts.ts'
import css from './unverified.css?inline'
import { useUnverifiedActivity } from './use-unverified-activity.ts'

addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    /** `kind`: the list whose unverified items are shown. */
    Unverified: PanelProps & { kind: ListName }
  }
}

/** Rows at first, and rows that each press of the button adds. */
const STEP = 20
/** Number of placeholders while items load. */
const AWAITED = 4

export const view: ViewDefinition<'Unverified'> = {
  title: () => texts.unverified,
  next: ['Token', 'Nft'],
  View({ data }) {
    if (data?.kind === 'portfolio') return <Tokens {...data} />
    if (data?.kind === 'nfts') return <Nfts {...data} />
    return data && <Activity {...data} />
  },
}

function Tokens({ account }: PanelProps) {
  const { router } = useViewer()
  return (
    <ListedThings
      kind="portfolio"
      account={account}
      lede={texts.aboutTokens}
      toThing={(row, index) => ({
        id: row.id,
        name: row.name || row.symbol,
        reason: row.unverified && formatReason(row.unverified, row.unusual),
        onOpen: () => router.push('Token', { account, row, index }),
      })}
    />
  )
}

function Nfts({ account, network }: PanelProps) {
  const { router } = useViewer()
  return (
    <ListedThings
      kind="nfts"
      account={account}
      lede={texts.aboutNfts}
      toThing={(row) => ({
        id: row.id,
        name: row.name,
        reason: row.unverified && formatReason(row.unverified),
        onOpen: () => router.push('Nft', { account, network, row }),
      })}
    />
  )
}

function Activity({ account }: PanelProps) {
  useSignals()
  const count = useViewer().topic('activity', { account }).value.data?.hidden.spam ?? 0
  // A new key for each count loads the stored activity again.
  return <KeptActivity key={count} account={account} count={count} />
}

function KeptActivity({ account, count }: { account: PanelProps['account']; count: number }) {
  const { rows, error, retry } = useUnverifiedActivity(account)
  if (error) return <Failure title={texts.notRead} error={error} onRetry={retry} />
  const older = rows ? count - rows.length : 0
  return (
    <Things
      lede={texts.aboutActivity}
      count={rows?.length ?? Math.min(count, AWAITED)}
      get={(index) => {
        const row = rows?.[index]
        return row && { ...row, name: row.name || texts.noName, reason: formatReason(row) }
      }}
    >
      {older > 0 && <p className="explanation">{t(texts.notKept, { n: older })}</p>}
    </Things>
  )
}

interface ListedThingsProps<N extends 'portfolio' | 'nfts'> {
  kind: N
  account: PanelProps['account']
  lede: string
  toThing(row: ListRows[N], index: number): Thing
}

/** Unverified tokens or NFTs, which are at the end of their list. */
function ListedThings<N extends 'portfolio' | 'nfts'>(props: ListedThingsProps<N>) {
  useSignals()
  const { kind, account, lede, toThing } = props
  const list = useList(kind, account)
  const { unverifiedFrom: from = 0, total = 0 } = useViewer().topic(kind, { account }).value.data ?? {}
  const onShow = useCallback((count: number) => list.show(from, from + count, 0), [list, from])
  void list.revision.value
  return (
    <>
      <Things
        lede={lede}
        count={total - from}
        get={(index) => {
          const row = list.get(from + index)
          return row && toThing(row, from + index)
        }}
        onShow={onShow}
      />
      <PullError list={list} />
    </>
  )
}

/** One item, as a row shows it. */
interface Thing {
  id: string
  name: string
  /** Why the item is unverified. */
  reason: string | undefined
  date?: string
  onOpen?(): void
}

interface ThingsProps {
  /** Introductory text: what to do about these items. */
  lede: string
  count: number
  /** Undefined while the item loads. */
  get(index: number): Thing | undefined
  /** Called with the number of rows that are shown. */
  onShow?(count: number): void
  /** Shown after the last row. */
  children?: ReactNode
}

function Things({ lede, count, get, onShow, children }: ThingsProps) {
  const [limit, setLimit] = useState(STEP)
  const shown = Math.min(count, limit)
  useEffect(() => onShow?.(shown), [onShow, shown])
  const things = Array.from({ length: shown }, (_, index) => get(index))
  return (
    <div className="list unverified">
      <p className="explanation">{lede}</p>
      <div role="list" aria-label={texts.unverified} aria-busy={things.includes(undefined)}>
        {things.map((thing, index) => (
          <div key={thing?.id ?? index} role="listitem">
            {thing ? <ThingRow {...thing} /> : <SkeletonRow />}
          </div>
        ))}
      </div>
      {shown < count ? (
        <Button kind="quiet" onClick={() => setLimit(limit + STEP)}>
          {t(texts.showMore, { n: count - shown })}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}

function ThingRow({ name, reason, date, onOpen }: Thing) {
  const dead = deadenLinks(name)
  const content = (
    <>
      <span className="letter" aria-hidden="true">
        {/[\p{L}\p{N}]/u.exec(dead)?.[0].toUpperCase() ?? '?'}
      </span>
      <span className="row-text">
        <bdi className="row-title" title={dead}>
          {dead}
        </bdi>
        <span className="row-detail">{reason}</span>
      </span>
      {onOpen ? (
        <Icon name="right" size={18} />
      ) : (
        <bdi className="date" dir="ltr">
          {date}
        </bdi>
      )}
    </>
  )
  if (!onOpen) return <div className="unverified-thing">{content}</div>
  return (
    <button type="button" className="row unverified-thing" part="unverified-thing" onClick={onOpen}>
      {content}
    </button>
  )
}
