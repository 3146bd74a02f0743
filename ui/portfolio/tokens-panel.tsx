/** The tokens of an account. Tokens that the total leaves out are below, under "Other". */
import { useSignals } from '@preact/signals-react/runtime'
import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { ListPanel, type ListProps } from '../lists/list-panel.tsx'
import { Mark } from '../components/mark.tsx'
import { MarkOn } from '../components/mark-on.tsx'
import { Notice } from '../components/notice.tsx'
import { hasOtherNetworks, NextActions } from '../components/next-actions.tsx'
import { SkeletonRow } from '../lists/skeleton-rows.tsx'
import type { Slot } from '../lists/row-window.ts'
import { WindowList } from '../lists/window-list.tsx'
import type { List } from '../../src/worker-link/list.ts'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import { texts } from './texts.ts'
import css from './tokens.css?inline'

addSheet(css)

const ROW = 60
const HEAD = 38

export function Tokens({ account, network }: PanelProps) {
  const holdsNothing = hasOtherNetworks(useViewer()) ? texts.othersMay : texts.holdsNothing
  const nothing = {
    title: texts.noTokens,
    text: t(holdsNothing, { network: network.name }),
    children: <NextActions />,
  }
  return (
    <ListPanel
      name="portfolio"
      account={account}
      reading={texts.reading}
      failed={texts.failed}
      empty={nothing}
    >
      {({ list, head }) => {
        const foot = <Foot head={head} account={account} network={network} />
        if (head.unverifiedFrom > 0)
          return <TokenList list={list} head={head} account={account} foot={foot} />
        return (
          <div className="scroll">
            <Notice {...nothing} />
            {foot}
          </div>
        )
      }}
    </ListPanel>
  )
}

interface TokenListProps extends Pick<ListProps<'portfolio'>, 'list' | 'head'> {
  account: CaipAddress
  foot: ReactNode
}

function TokenList({ list, head, account, foot }: TokenListProps) {
  const { otherFrom, unverifiedFrom } = head
  const sections = useMemo(
    () => [
      { head: 0, rows: otherFrom },
      { head: unverifiedFrom > otherFrom ? HEAD : 0, rows: unverifiedFrom - otherFrom },
    ],
    [otherFrom, unverifiedFrom],
  )
  const onView = useCallback((from: number, to: number, ahead: 1 | -1) => list.show(from, to, ahead), [list])
  const renderRow = useCallback(
    (slot: Slot) => <TokenItem slot={slot} list={list} account={account} />,
    [list, account],
  )
  return (
    <WindowList
      label={texts.tokens}
      sections={sections}
      rowHeight={ROW}
      renderHead={() => <h3 className="group-title">{texts.other}</h3>}
      renderRow={renderRow}
      onView={onView}
      foot={foot}
    />
  )
}

/** Says how many tokens are unverified, and how many were unreadable. */
function Foot({ head, ...open }: PanelProps & Pick<ListProps<'portfolio'>, 'head'>) {
  const { total, unverifiedFrom, dropped } = head
  const unverified = total - unverifiedFrom
  if (unverified === 0 && dropped === 0) return null
  return (
    <div className="tokens-foot">
      {unverified > 0 && <UnverifiedEntry kind="portfolio" count={unverified} {...open} />}
      {dropped > 0 && <p className="foot">{t(texts.unreadable, { n: dropped })}</p>}
    </div>
  )
}

interface TokenItemProps {
  slot: Slot
  list: List<TokenRow>
  account: CaipAddress
}

const TokenItem = memo(function TokenItem({ slot, list, account }: TokenItemProps) {
  useSignals()
  void list.revision.value
  const row = list.get(slot.index.value)
  return row ? <Token row={row} slot={slot} account={account} /> : <SkeletonRow />
})

interface TokenProps {
  row: TokenRow
  slot: Slot
  account: CaipAddress
  /** The token's network, in lists with tokens of several networks. */
  network?: Network | undefined
}

export const Token = memo(function Token({ row, slot, account, network }: TokenProps) {
  useSignals()
  const { router } = useViewer()
  const { name, symbol, text, full, valueText, priceText, unusual, contract } = row
  const fullText = `${full}\u00a0${symbol}`
  return (
    <button
      type="button"
      className="row asset"
      part="token"
      tabIndex={slot.tabIndex.value}
      ref={(element) => slot.setTarget(element)}
      onClick={() => router.push('Token', { account, row, index: slot.index.peek() })}
    >
      {network ? (
        <MarkOn name={symbol || name} url={row.iconUrl} size={36} on={network} title={network.name} />
      ) : (
        <Mark name={symbol || name} url={row.iconUrl} size={36} shape="round" />
      )}
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {unusual && contract ? shortAddress(contract) : name}
        </bdi>
        {unusual && contract ? (
          <span className="row-detail warn" title={fullText}>
            {texts.unusual}
          </span>
        ) : (
          <bdi className="row-detail" dir="ltr" title={fullText}>
            {slot.focused.value ? fullText : `${text}\u00a0${symbol}`}
          </bdi>
        )}
      </span>
      <span className="row-end">
        {valueText === undefined || row.group !== 'main' ? (
          <span className="row-title none">{row.group === 'main' ? texts.noPrice : texts.notCounted}</span>
        ) : (
          <bdi className="row-title" dir="ltr">
            {valueText}
          </bdi>
        )}
        {priceText !== undefined && valueText !== undefined && (
          <bdi className="row-detail" dir="ltr">
            {t(texts.each, { price: priceText })}
          </bdi>
        )}
      </span>
    </button>
  )
})
