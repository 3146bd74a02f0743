/** The NFTs of an account, two in each row. The last row opens the unverified NFTs. */
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, memo, useCallback, useMemo } from 'react'
import type { NftRow } from '../../src/core/assets/nfts.ts'
import type { List } from '../../src/worker-link/list.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { ListPanel, type ListProps } from '../lists/list-panel.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import type { Slot } from '../lists/row-window.ts'
import { hasOtherNetworks, NextActions } from '../components/next-actions.tsx'
import { WindowList } from '../lists/window-list.tsx'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import css from './nfts.css?inline'
import { texts } from './texts.ts'

addSheet(css)

const ROW = 212

export function Nfts(props: PanelProps) {
  const network = props.network.name
  const text = t(hasOtherNetworks(useViewer()) ? texts.othersMay : texts.emptyText, { network })
  return (
    <ListPanel
      name="nfts"
      account={props.account}
      reading={texts.reading}
      failed={texts.failed}
      empty={{ title: texts.empty, text, children: <NextActions /> }}
    >
      {({ list, head }) => <NftGrid list={list} head={head} {...props} />}
    </ListPanel>
  )
}

function NftGrid({ list, head, account, network }: Pick<ListProps<'nfts'>, 'list' | 'head'> & PanelProps) {
  const { unverifiedFrom: verified, total, source, unseen } = head
  const sections = useMemo(() => [{ head: 8, rows: Math.ceil(verified / 2) }], [verified])
  const onView = useCallback(
    (from: number, to: number, ahead: 1 | -1) => list.show(from * 2, to * 2, ahead),
    [list],
  )
  const renderRow = useCallback(
    (slot: Slot) => <NftPair slot={slot} list={list} total={verified} open={{ account, network }} />,
    [list, verified, account, network],
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
          <div className="nfts-foot">
            {verified === 0 && total > 0 && (
              <Notice title={texts.empty} text={t(texts.emptyButUnverified, { network: network.name })}>
                <NextActions />
              </Notice>
            )}
            {total > verified && (
              <UnverifiedEntry kind="nfts" count={total - verified} account={account} network={network} />
            )}
            {source === 'activity' && <p className="foot">{texts.fromActivity}</p>}
            {unseen > 0 && <p className="foot">{t(texts.unseen, { n: unseen })}</p>}
          </div>
        }
      />
    </>
  )
}

interface NftPairProps {
  slot: Slot
  list: List<NftRow>
  total: number
  open: PanelProps
}

/** A row with two NFTs, both in the tab order. The left and right keys move the focus between them. */
const NftPair = memo(function NftPair({ slot, list, total, open }: NftPairProps) {
  useSignals()
  void list.revision.value
  const first = slot.index.value * 2
  return (
    <>
      <Nft row={list.get(first)} slot={slot} isFirst open={open} />
      {first + 1 < total && <Nft row={list.get(first + 1)} slot={slot} open={open} />}
    </>
  )
})

interface NftProps {
  row: NftRow | undefined
  slot: Slot
  /** Whether this NFT takes the focus of its row. */
  isFirst?: boolean
  open: PanelProps
}

export const Nft = memo(function Nft({ row, slot, isFirst, open }: NftProps) {
  useSignals()
  const { router } = useViewer()
  if (!row) {
    return (
      <div className="nft" aria-hidden="true">
        <i className="skeleton" />
      </div>
    )
  }
  return (
    <button
      type="button"
      className="nft"
      part="nft"
      tabIndex={slot.tabIndex.value}
      ref={isFirst ? (element) => slot.setTarget(element) : undefined}
      onKeyDown={goAside}
      onClick={() => router.push('Nft', { ...open, row })}
    >
      <Mark name={row.name} url={row.imageUrl} size={154} shape="square" />
      <bdi className="row-title" title={row.name}>
        {row.name}
      </bdi>
      <bdi className="row-detail">{formatCountAndCollection(row)}</bdi>
    </button>
  )
})

function goAside({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const isForward = key === (getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight')
  if (!isForward && key !== 'ArrowLeft' && key !== 'ArrowRight') return
  const aside = isForward ? currentTarget.nextElementSibling : currentTarget.previousElementSibling
  if (aside instanceof HTMLElement) aside.focus()
}

function formatCountAndCollection({ count, collection }: NftRow): string | undefined {
  if (count === 1n) return collection
  const values = { count: count.toString() }
  return collection ? t(texts.countOf, { ...values, collection }) : t(texts.count, values)
}
