/** The tokens of all shown accounts and networks, sorted by value. Tokens that the total leaves out are below. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { PortfolioHead, TokenRow } from '../../src/core/assets/portfolio.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { getNetworkId } from '../../src/portfolio/account.ts'
import { FIRST_ROWS } from '../../src/portfolio/last-shown.ts'
import type { Part } from '../../src/portfolio/totals.ts'
import { explainError } from '../base/explain-error.ts'
import { t } from '../base/texts.ts'
import { Button } from '../components/button.tsx'
import type { Slot } from '../lists/row-window.ts'
import { PullError } from '../lists/list-panel.tsx'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { Token } from '../portfolio/tokens-panel.tsx'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import { getPlainSlot, MORE_ROWS } from './plain-slot.ts'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'
import { type AccountList, useLists } from './use-lists.ts'

export function AllTokens({ parts }: { parts: readonly Part[] }) {
  useSignals()
  const { networks, online, getFirstRows } = usePortfolio()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const lists = useLists(
    'portfolio',
    parts.map(({ account }) => account),
    limit,
    getFirstRows,
  )
  const heads = new Map(parts.map(({ account, snapshot }) => [account, snapshot.data] as const))
  const { main, other } = merge(lists, heads, limit)
  const total = sum(parts, ({ unverifiedFrom }) => unverifiedFrom)
  const known = parts.filter(({ snapshot }) => snapshot.data)
  const places = new Set(known.map(({ account }) => getNetworkId(account)))
  const findNetwork = (account: CaipAddress) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === getNetworkId(account))
  const hasSeveral = new Set(parts.map(({ account }) => getNetworkId(account))).size > 1
  const withMark = hasSeveral ? findNetwork : undefined
  const shown = [...main, ...other].slice(0, limit)
  const failure = parts.find(({ snapshot }) => snapshot.status === 'failed')?.snapshot.error
  return (
    <>
      <header className="page-head">
        <h2>{texts.tokens}</h2>
        {known.length > 0 && (
          <span>
            {places.size === 1
              ? t(texts.onNetwork, { n: total, network: findNetwork(known[0]!.account)?.name ?? '' })
              : t(texts.onNetworks, { n: places.size, count: total })}
          </span>
        )}
      </header>
      {known.length === 0 && !failure && <SkeletonRows count={4} words={texts.readingTokens} />}
      {known.length === 0 && failure && (
        <p className="page-note" role="alert">
          <b>{texts.tokensFailed}</b> {explainError(failure, online.value)}
        </p>
      )}
      {known.length > 0 && total === 0 && <p className="page-note">{texts.noTokens}</p>}
      <Rows rows={shown.filter(({ row }) => row.group === 'main')} network={withMark} />
      {shown.some(({ row }) => row.group === 'other') && <h3 className="group-title">{texts.other}</h3>}
      <Rows rows={shown.filter(({ row }) => row.group === 'other')} network={withMark} />
      {limit < total && (
        <div className="page-list-more">
          <Button onClick={() => setLimit(limit + MORE_ROWS)}>
            {t(texts.showMore, { n: Math.min(MORE_ROWS, total - limit) })}
          </Button>
        </div>
      )}
      {parts.map(({ account, snapshot: { data } }) => {
        const network = findNetwork(account)
        const count = data ? data.total - data.unverifiedFrom : 0
        return (
          network &&
          count > 0 && (
            <div key={account} className="page-apart">
              <UnverifiedEntry kind="portfolio" count={count} account={account} network={network} />
            </div>
          )
        )
      })}
      {lists.map(({ account, list }) => (
        <PullError key={account} list={list} />
      ))}
    </>
  )
}

/** A token, with its index in the list of its account. */
interface Held {
  account: CaipAddress
  row: TokenRow
  slot: Slot
}

interface RowsProps {
  rows: readonly Held[]
  network:
    | ((account: CaipAddress) => ReturnType<typeof usePortfolio>['networks'][number] | undefined)
    | undefined
}

function Rows({ rows, network }: RowsProps) {
  if (rows.length === 0) return null
  return (
    <div role="list" aria-label={texts.tokens} className="page-list">
      {rows.map(({ account, row, slot }) => (
        <div key={`${account} ${row.id}`} role="listitem" className="slot">
          <Token row={row} slot={slot} account={account} network={network?.(account)} />
        </div>
      ))}
    </div>
  )
}

/**
 * Merges the first `limit` rows of each account's list. Each list is sorted, so the result has the `limit` tokens with
 * the highest values. Reads signals.
 */
function merge(
  lists: readonly AccountList<'portfolio'>[],
  heads: ReadonlyMap<CaipAddress, PortfolioHead | undefined>,
  limit: number,
): { main: readonly Held[]; other: readonly Held[] } {
  const held = lists.flatMap(({ account, list }) => {
    void list.revision.value
    const count = Math.min(limit, heads.get(account)?.unverifiedFrom ?? 0)
    return Array.from({ length: count }, (_, index) => index).flatMap((index): Held[] => {
      const row = list.get(index)
      return row ? [{ account, row, slot: getPlainSlot(index) }] : []
    })
  })
  const main = held.filter(({ row }) => row.group === 'main')
  return {
    main: main.sort((a, b) => (b.row.value ?? -1) - (a.row.value ?? -1)),
    other: held.filter(({ row }) => row.group === 'other'),
  }
}

function sum(parts: readonly Part[], count: (head: PortfolioHead) => number): number {
  return parts.reduce((all, { snapshot: { data } }) => all + (data ? count(data) : 0), 0)
}
