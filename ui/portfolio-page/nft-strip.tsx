/** The NFTs of all shown accounts, side by side. A row below opens the unverified NFTs. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { getNetworkId } from '../../src/portfolio/account.ts'
import { isOld } from '../../src/portfolio/totals.ts'
import { readClock } from '../base/clock.ts'
import { explainError } from '../base/explain-error.ts'
import { t } from '../base/texts.ts'
import { Button } from '../components/button.tsx'
import { Nft } from '../nfts/nfts-panel.tsx'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import { formatWhen } from './format-when.ts'
import { getPlainSlot } from './plain-slot.ts'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'
import { useLists } from './use-lists.ts'
import { addSheet } from '../base/sheets.ts'
import css from './nft-strip.css?inline'

addSheet(css)

const FIRST = 12
const STEP = 24

export function NftStrip({ accounts }: { accounts: readonly CaipAddress[] }) {
  useSignals()
  const { networks, topic, online, locale = navigator.language } = usePortfolio()
  const [limit, setLimit] = useState(FIRST)
  const lists = useLists('nfts', accounts, limit)
  const found = lists.flatMap(({ account, list }) => {
    void list.revision.value
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === getNetworkId(account))
    const snapshot = topic('nfts', { account }).value
    return network ? [{ account, network, list, snapshot }] : []
  })
  const known = found.filter(({ snapshot }) => snapshot.data)
  const total = known.reduce((all, { snapshot }) => all + snapshot.data!.unverifiedFrom, 0)
  const failure = found.find(({ snapshot }) => snapshot.status === 'failed')?.snapshot.error
  const now = readClock()
  const times = known.flatMap(({ snapshot }) =>
    snapshot.fetchedAt !== undefined && isOld(snapshot, now) ? [snapshot.fetchedAt] : [],
  )
  const shown = known
    .flatMap(({ account, network, list, snapshot }) =>
      Array.from({ length: Math.min(limit, snapshot.data!.unverifiedFrom) }, (_, index) => ({
        open: { account, network },
        row: list.get(index),
        key: `${account} ${index}`,
      })),
    )
    .slice(0, limit)
  return (
    <>
      <header className="page-head">
        <h2>{texts.nfts}</h2>
        {known.length > 0 && <span>{total}</span>}
        {times.length > 0 && (
          <span className="old">{t(texts.asOf, { time: formatWhen(Math.min(...times), now, locale) })}</span>
        )}
      </header>
      {known.length === 0 && !failure && (
        <div className="nft-strip" role="status" aria-label={texts.readingNfts}>
          {[0, 1, 2].map((place) => (
            <div key={place} className="nft">
              <i className="skeleton" />
            </div>
          ))}
        </div>
      )}
      {known.length === 0 && failure && (
        <p className="page-note" role="alert">
          <b>{texts.nftsFailed}</b> {explainError(failure, online.value)}
        </p>
      )}
      {known.length > 0 && total === 0 && <p className="page-note">{texts.noNfts}</p>}
      {shown.length > 0 && (
        <div className="nft-strip" role="group" aria-label={texts.nfts}>
          {shown.map(({ key, row, open }) => (
            <Nft key={key} row={row} slot={getPlainSlot(0)} open={open} />
          ))}
          {limit < total && (
            <Button onClick={() => setLimit(limit + STEP)}>
              {t(texts.showMore, { n: Math.min(STEP, total - limit) })}
            </Button>
          )}
        </div>
      )}
      {known.map(({ account, network, snapshot }) => {
        const count = snapshot.data!.total - snapshot.data!.unverifiedFrom
        return (
          count > 0 && (
            <div key={account} className="page-apart">
              <UnverifiedEntry kind="nfts" count={count} account={account} network={network} />
            </div>
          )
        )
      })}
    </>
  )
}
