/** The tokens of an account; those that count nowhere stand below, under "Other". */
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useCallback, useMemo } from 'react'
import { shortAddress } from '../../src/core/address.ts'
import type { PortfolioHead, TokenRow } from '../../src/core/portfolio.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { ListPanel, PullTrouble } from '../components/list-panel.tsx'
import { Mark } from '../components/mark.tsx'
import { SkeletonRow } from '../components/skeleton.tsx'
import type { Place } from '../components/row-window.ts'
import { WindowList } from '../components/window-list.tsx'
import type { List } from '../../src/worker-link/list.ts'
import { say } from '../texts.ts'
import { useList } from '../use-list.ts'
import { texts } from './texts.ts'

const ROW = 60
const HEAD = 38

export function Tokens({ account, network }: PanelProps) {
  return (
    <ListPanel
      name="portfolio"
      account={account}
      reading={texts.reading}
      failed={texts.failed}
      empty={{
        title: texts.noTokens,
        text: say(texts.holdsNothing, { network: network.name }),
      }}
    >
      {(head) => <TokenList head={head} account={account} />}
    </ListPanel>
  )
}

function TokenList({ head, account }: { head: PortfolioHead; account: PanelProps['account'] }) {
  useSignals()
  const list = useList('portfolio', account)
  const { total, otherFrom, dropped } = head
  const sections = useMemo(
    () => [
      { head: 0, rows: otherFrom },
      { head: total > otherFrom ? HEAD : 0, rows: total - otherFrom },
    ],
    [total, otherFrom],
  )
  const onView = useCallback((from: number, to: number, ahead: 1 | -1) => list.show(from, to, ahead), [list])
  const renderRow = useCallback((place: Place) => <TokenItem place={place} list={list} />, [list])
  return (
    <>
      <WindowList
        label={texts.tokens}
        sections={sections}
        rowHeight={ROW}
        ground="lines"
        renderHead={() => <h4 className="hdline">{texts.other}</h4>}
        renderRow={renderRow}
        onView={onView}
        foot={dropped > 0 && <p className="foot">{say(texts.unreadable, { n: dropped })}</p>}
      />
      <PullTrouble list={list} />
    </>
  )
}

const TokenItem = memo(function TokenItem({ place, list }: { place: Place; list: List<TokenRow> }) {
  useSignals()
  void list.revision.value
  const row = list.get(place.index.value)
  return row ? <Token row={row} place={place} /> : <SkeletonRow />
})

const Token = memo(function Token({ row, place }: { row: TokenRow; place: Place }) {
  useSignals()
  const { name, symbol, text, full, value, price, unusual } = row
  const contract = row.kind === 'token' ? row.id.split(':').at(-1) : undefined
  const fullText = `${full}\u00a0${symbol}`
  return (
    <div
      className="rw asset"
      part="token"
      tabIndex={place.tabIndex.value}
      ref={(element) => place.setTarget(element)}
    >
      <Mark name={symbol || name} url={row.iconUrl} size={36} shape="round" />
      <span className="tx">
        <bdi className="a" title={name}>
          {unusual && contract ? shortAddress(contract) : name}
        </bdi>
        {unusual && contract ? (
          <span className="b warn" title={fullText}>
            {texts.unusual}
          </span>
        ) : (
          <bdi className="b" dir="ltr" title={fullText}>
            {place.focused.value ? fullText : `${text}\u00a0${symbol}`}
          </bdi>
        )}
      </span>
      <span className="e">
        {value === undefined ? (
          <span className="a none">{row.group === 'other' ? texts.notCounted : texts.noPrice}</span>
        ) : (
          <bdi className="a" dir="ltr">
            {value}
          </bdi>
        )}
        {price !== undefined && value !== undefined && (
          <bdi className="b" dir="ltr">
            {say(texts.each, { price })}
          </bdi>
        )}
      </span>
    </div>
  )
})
