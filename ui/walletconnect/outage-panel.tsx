/**
 * Shown in place of a QR code or link while the relay does not answer. Says since when, and when the next retry comes.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { getWays } from '../../src/connections/group-wallets.ts'
import { readSecondsTo } from '../base/clock.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { openInstalledWallets } from '../connect/choose-wallet.ts'
import { t } from '../base/texts.ts'
import css from './outage-panel.css?inline'
import { texts } from './texts.ts'
import type { Outage } from './use-pairing.ts'

addSheet(css)

interface OutagePanelProps {
  outage: Outage
  /** Whether the attempt needs a QR code, not a link. */
  isCode: boolean
  onTry(): void
}

export function OutagePanel({ outage, isCode, onTry }: OutagePanelProps) {
  useSignals()
  const { online, locale } = useShell()
  const left = readSecondsTo(outage.nextTry)
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(outage.since)
  return (
    <>
      <div className="body">
        <div className="outage-well" role="status">
          <span className="outage-icon">
            <Icon name="offline" />
          </span>
          <h3 className="heading">{isCode ? texts.noCode : texts.noLink}</h3>
          <p>
            {online.value
              ? (outage.why ?? texts.unreachable[isCode ? 'code' : 'link'])
              : texts.offline[isCode ? 'code' : 'link']}
          </p>
        </div>
        <div className="alert outage">
          <Icon name="refresh" />
          <span aria-live="off">
            <b>{left > 0 ? t(texts.nextTry, { n: left }) : texts.trying}</b>
            {t(texts.tried, { n: outage.tries, time })}
          </span>
          <Button small busy={left === 0} onClick={onTry}>
            {texts.tryNow}
          </Button>
        </div>
      </div>
      <Others />
    </>
  )
}

/** Installed wallets and page connectors, which connect without the relay. */
function Others() {
  useSignals()
  const shell = useShell()
  const { connectors } = shell
  const others = connectors.value.filter(({ type }) => type !== 'WALLET_CONNECT' && type !== 'AUTH')
  if (others.length === 0) return null
  return (
    <div className="list">
      <h3 className="outage-title">{texts.others}</h3>
      <div className="outage-others" role="list" aria-label={texts.others}>
        {others.map((connector) => (
          <div key={connector.id} role="listitem">
            <button
              type="button"
              className="row"
              part="wallet"
              onClick={() => openInstalledWallets(shell, getWays(connector))}
            >
              <Mark name={connector.name} url={connector.imageUrl} size={40} shape="square" />
              <bdi className="row-title">{connector.name}</bdi>
              <Icon name="right" size={18} />
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
