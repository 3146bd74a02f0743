/** Tokens that are one of a kind, two in a row. */
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useCallback, useMemo } from 'react'
import type { NftRow, NftsHead } from '../../src/core/nfts.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { ListPanel, PullTrouble } from '../components/list-panel.tsx'
import { Mark } from '../components/mark.tsx'
import type { Place } from '../components/row-window.ts'
import { WindowList } from '../components/window-list.tsx'
import type { List } from '../../src/worker-link/list.ts'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import { useList } from '../use-list.ts'
import css from './nfts.css?inline'
import { texts } from './texts.ts'

addSheet(css)

const ROW = 212

export function Nfts({ account, network }: PanelProps) {
  return (
    <ListPanel
      name="nfts"
      account={account}
      reading={texts.reading}
      failed={texts.failed}
      empty={{
        title: texts.empty,
        text: say(texts.emptyText, { network: network.name }),
      }}
    >
      {(head) => <NftGrid head={head} account={account} />}
    </ListPanel>
  )
}

function NftGrid({ head, account }: { head: NftsHead; account: PanelProps['account'] }) {
  useSignals()
  const list = useList('nfts', account)
  const { total, source, unseen } = head
  const sections = useMemo(() => [{ head: 12, rows: Math.ceil(total / 2) }], [total])
  const onView = useCallback(
    (from: number, to: number, ahead: 1 | -1) => list.show(from * 2, to * 2, ahead),
    [list],
  )
  const renderRow = useCallback(
    (place: Place) => <NftPair place={place} list={list} total={total} />,
    [list, total],
  )
  return (
    <>
      <WindowList
        label={texts.nfts}
        sections={sections}
        rowHeight={ROW}
        renderRow={renderRow}
        onView={onView}
        foot={
          <>
            {source === 'activity' && <p className="foot">{texts.fromActivity}</p>}
            {unseen > 0 && <p className="foot">{say(texts.unseen, { n: unseen })}</p>}
          </>
        }
      />
      <PullTrouble list={list} />
    </>
  )
}

interface NftPairProps {
  place: Place
  list: List<NftRow>
  total: number
}

const NftPair = memo(function NftPair({ place, list, total }: NftPairProps) {
  useSignals()
  void list.revision.value
  const first = place.index.value * 2
  return (
    <div className="nfts" tabIndex={place.tabIndex.value} ref={(element) => place.setTarget(element)}>
      <Nft row={list.get(first)} />
      {first + 1 < total && <Nft row={list.get(first + 1)} />}
    </div>
  )
})

const Nft = memo(function Nft({ row }: { row: NftRow | undefined }) {
  if (!row) {
    return (
      <div className="nft" aria-hidden="true">
        <i className="skeleton" />
      </div>
    )
  }
  return (
    <div className="nft" part="nft">
      <Mark name={row.name} url={row.imageUrl} size={154} shape="tile" />
      <bdi className="a" title={row.name}>
        {row.name}
      </bdi>
      <bdi className="b">{sayCountAndCollection(row)}</bdi>
    </div>
  )
})

function sayCountAndCollection({ count, collection }: NftRow): string | undefined {
  if (count === 1n) return collection
  const values = { count: count.toString() }
  return collection ? say(texts.countOf, { ...values, collection }) : say(texts.count, values)
}
