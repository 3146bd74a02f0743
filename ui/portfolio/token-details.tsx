/** One token: its balance, value, network and contract. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { deadenLinks } from '../../src/core/text/text.ts'
import type { Routes } from '../../src/shell/routes.ts'
import pocketCss from '../components/pocket.css?inline'
import { Address } from '../components/whole-address.tsx'
import { ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { formatReason } from '../unverified/format-reason.ts'
import { useList } from '../lists/use-list.ts'
import { formatShare } from './format-share.ts'
import css from './token.css?inline'
import { texts } from './texts.ts'

addSheet(pocketCss)
addSheet(css)

interface TokenDetailsProps {
  opened: Routes['Token']
  /** Buttons for the token, such as Send. */
  children?: ReactNode
}

export function TokenDetails({ opened, children }: TokenDetailsProps) {
  useSignals()
  const { networks, topic, locale } = useViewer()
  const row = useRow(opened)
  const sum = topic('portfolio', { account: opened.account }).value.data?.value
  // Use the network of the opened account, since the wallet may have switched to another network.
  const network = networks.find(({ caipNetworkId }) => opened.account.startsWith(`${caipNetworkId}:`))
  const share = row.group === 'main' && sum ? formatShare((row.value ?? 0) / sum, locale) : undefined
  return (
    <>
      <Amount row={row} network={network} />
      {children}
      <div className="pocket token-facts" part="pocket">
        <div className="token-scroll">
          <Warning row={row} />
          <Facts row={row} network={network} />
          {share && row.value !== undefined && sum && <Share text={share} part={row.value / sum} />}
          {row.contract && <Contract contract={row.contract} network={network} />}
        </div>
      </div>
    </>
  )
}

/** The token's current row. If the row is gone or cannot be read, the row that was opened. */
function useRow({ account, row, index }: Routes['Token']): TokenRow {
  useSignals()
  const list = useList('portfolio', account)
  useEffect(() => list.show(index, index + 1, 0), [list, index])
  void list.revision.value
  const now = list.get(index)
  return now?.id === row.id ? now : row
}

function Amount({ row, network }: { row: TokenRow; network: Network | undefined }) {
  const { symbol, text, valueText } = row
  const point = text.search(/[^\d]\d{3}$/)
  // Split the decimals off to draw them smaller. Do not split "<0.001", or amounts of a million or more, which end in a
  // unit.
  const [whole, fraction] =
    point > 0 && !text.startsWith('<') ? [text.slice(0, point), text.slice(point)] : [text]
  return (
    <div className="token">
      <div>
        <p className="label">{texts.yourBalance}</p>
        <p
          className={`amount ${text.length > 14 ? 'long longest' : text.length + symbol.length > 12 ? 'long' : ''}`}
        >
          <bdi dir="ltr">
            {whole}
            {fraction && <span className="fraction">{fraction}</span>}
          </bdi>
          <bdi className="symbol" title={symbol}>
            {symbol}
          </bdi>
        </p>
        <p className="worth">{row.group !== 'main' ? texts.notCounted : (valueText ?? texts.noPrice)}</p>
      </div>
      <span className="token-mark">
        <Mark name={symbol || row.name} url={row.iconUrl} size={56} shape="round" />
        {network && <Mark name={network.name} url={network.imageUrl} size={24} shape="round" />}
      </span>
    </div>
  )
}

/** Why a token is unverified, has an unusual name, or is left out of the total. */
function Warning({ row }: { row: TokenRow }) {
  const { unverified, unusual, group, name } = row
  if (!unverified && !unusual && group === 'main') return null
  const isFact = !unverified && !unusual
  return (
    <div className={isFact ? 'alert' : 'alert warn'}>
      <Icon name={unusual ? 'warn' : 'flag'} />
      <span>
        <b>{isFact ? texts.notCounted : unverified ? formatReason(unverified, unusual) : texts.unusual}</b>
        {isFact ? texts.noDecimals : <Trans message={texts.compare} name={<bdi>{deadenLinks(name)}</bdi>} />}
      </span>
    </div>
  )
}

function Facts({ row, network }: { row: TokenRow; network: Network | undefined }) {
  return (
    <dl className="token-list">
      <div>
        <dt>{texts.exact}</dt>
        <dd>
          <bdi dir="ltr">{row.full}</bdi>
          <CopyButton text={row.full} what="balance" />
        </dd>
      </div>
      <div>
        <dt>{texts.price}</dt>
        <dd>{row.priceText === undefined ? texts.noPrice : <bdi dir="ltr">{row.priceText}</bdi>}</dd>
      </div>
      {network && (
        <div>
          <dt>{texts.network}</dt>
          <dd>
            <Mark name={network.name} url={network.imageUrl} size={18} shape="round" />
            <bdi>{network.name}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Share({ text, part }: { text: string; /** A share, from 0 to 1. */ part: number }) {
  return (
    <div className="token-share">
      <p>
        <span>{texts.share}</span>
        <bdi dir="ltr">{text}</bdi>
      </p>
      <div aria-hidden="true">
        <i style={{ width: `${Math.min(1, part) * 100}%` }} />
      </div>
    </div>
  )
}

function Contract({ contract, network }: { contract: string; network: Network | undefined }) {
  const link = explorerLink(network, 'address', contract)
  return (
    <>
      <div className="crease" />
      <div className="token-contract">
        <p>
          <span>{texts.contract}</span>
          <CopyButton text={contract} what="contract" />
        </p>
        <Address address={contract} />
      </div>
      {link && (
        <div className="token-link">
          <ButtonLink href={link} icon="external">
            {texts.viewOnExplorer}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/** The title of the view. If the token's name is deceptive, the short address of its contract. */
export function getTokenTitle({ unusual, contract, name, symbol }: TokenRow): string {
  return unusual && contract ? shortAddress(contract) : deadenLinks(name || symbol)
}
