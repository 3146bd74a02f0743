/** The tokens that stand apart: what was seen about each. Nothing here leads out of the page. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CaipAddress } from '../../src/core/caip.ts'
import type { TokenRow } from '../../src/core/portfolio.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { deadenLinks } from '../../src/core/text.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { SkeletonRow } from '../components/skeleton.tsx'
import { useShell } from '../shell-context.ts'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import { useList } from '../use-list.ts'
import type { ViewDefinition } from '../view.ts'
import { sayReason } from './say-reason.ts'
import { texts } from './texts.ts'
import css from './unverified.css?inline'

addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    UnverifiedTokens: { account: CaipAddress }
  }
}

/** Rows at first, and with each further wish. */
const STEP = 20

export const view: ViewDefinition<'UnverifiedTokens'> = {
  title: () => texts.unverified,
  next: ['Token'],
  View: ({ data }) => data && <UnverifiedTokens {...data} />,
}

function UnverifiedTokens({ account }: Routes['UnverifiedTokens']) {
  useSignals()
  const { topic } = useShell()
  const list = useList('portfolio', account)
  const [shown, setShown] = useState(STEP)
  const { unverifiedFrom: from = 0, total = 0 } = topic('portfolio', { account }).value.data ?? {}
  const to = Math.min(total, from + shown)
  useEffect(() => list.show(from, to, 0), [list, from, to])
  void list.revision.value
  return (
    <>
      <div className="body unverified-lede">
        <p className="lede">{texts.unasked}</p>
      </div>
      <div className="list" role="list" aria-label={texts.unverified}>
        {Array.from({ length: to - from }, (_, offset) => {
          const row = list.get(from + offset)
          return (
            <div key={row?.id ?? offset} role="listitem">
              {row ? <UnverifiedRow row={row} account={account} index={from + offset} /> : <SkeletonRow />}
            </div>
          )
        })}
      </div>
      {to < total && (
        <div className="body">
          <Button onClick={() => setShown(shown + STEP)}>{say(texts.showMore, { n: total - to })}</Button>
        </div>
      )}
    </>
  )
}

interface UnverifiedRowProps {
  row: TokenRow
  account: CaipAddress
  index: number
}

function UnverifiedRow({ row, account, index }: UnverifiedRowProps) {
  const { router } = useShell()
  const name = deadenLinks(row.name || row.symbol)
  return (
    <button
      type="button"
      className="row unverified-token"
      part="token"
      onClick={() => router.push('Token', { account, row, index })}
    >
      <span className="letter" aria-hidden="true">
        {Array.from(name)[0]}
      </span>
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {name}
        </bdi>
        <span className="row-detail">{row.unverified && sayReason(row, row.unverified)}</span>
      </span>
      <Icon name="right" size={18} />
    </button>
  )
}
