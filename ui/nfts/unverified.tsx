/** The NFTs that nobody asked for, and what was seen of each. No picture is loaded here, and nothing leads out. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { NftRow } from '../../src/core/nfts.ts'
import { deadenLinks } from '../../src/core/text.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { PullTrouble } from '../components/list-panel.tsx'
import { Mark } from '../components/mark.tsx'
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
    UnverifiedNfts: PanelProps
  }
}

/** Rows at first, and with each further wish. */
const STEP = 20

export const view: ViewDefinition<'UnverifiedNfts'> = {
  title: () => texts.unverified,
  next: ['Nft'],
  View: ({ data }) => data && <UnverifiedNfts {...data} />,
}

function UnverifiedNfts({ account, network }: PanelProps) {
  useSignals()
  const list = useList('nfts', account)
  const [shown, setShown] = useState(STEP)
  const { unverifiedFrom: from = 0, total = 0 } = useShell().topic('nfts', { account }).value.data ?? {}
  const to = Math.min(total, from + shown)
  useEffect(() => list.show(from, to, 0), [list, from, to])
  void list.revision.value
  return (
    <>
      <div className="unverified-nfts">
        <p className="explanation">{texts.unasked}</p>
        <div role="list" aria-label={texts.unverified}>
          {Array.from({ length: to - from }, (_, offset) => {
            const row = list.get(from + offset)
            return (
              <div key={row?.id ?? offset} role="listitem">
                {row ? <UnverifiedRow row={row} open={{ account, network }} /> : <SkeletonRow />}
              </div>
            )
          })}
        </div>
        {to < total && (
          <Button kind="quiet" onClick={() => setShown(shown + STEP)}>
            {say(texts.showMore, { n: total - to })}
          </Button>
        )}
      </div>
      <PullTrouble list={list} />
    </>
  )
}

function UnverifiedRow({ row, open }: { row: NftRow; open: PanelProps }) {
  const { router } = useShell()
  const name = deadenLinks(row.name)
  return (
    <button
      type="button"
      className="row unverified-nft"
      part="nft"
      onClick={() => router.push('Nft', { ...open, row })}
    >
      <Mark name={name} url={undefined} size={36} shape="square" />
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {name}
        </bdi>
        <span className="row-detail">{row.unverified && sayReason(row.unverified)}</span>
      </span>
      <Icon name="right" size={18} />
    </button>
  )
}
