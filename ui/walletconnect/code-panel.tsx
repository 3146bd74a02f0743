/** The QR code, its remaining time, and a button to copy its link. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { readSecondsTo } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { QrCode, QrPlaceholder } from '../components/qr-code.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import css from './code-panel.css?inline'
import { formatLeft } from './format-left.ts'
import { LinkButtons } from './link-buttons.tsx'
import { texts } from './texts.ts'
import type { Pairing } from './use-pairing.ts'

addSheet(css)

interface CodePanelProps {
  wallet: Wallet | undefined
  pairing: Pairing
}

export function CodePanel({ wallet, pairing: { link } }: CodePanelProps) {
  return (
    <>
      {link ? (
        <QrCode text={link.uri} label={texts.code}>
          <CodeMark wallet={wallet} />
        </QrCode>
      ) : (
        <QrPlaceholder label={texts.making} />
      )}
      <p className="scan">
        {wallet ? <Trans message={texts.scan} wallet={<bdi>{wallet.name}</bdi>} /> : texts.scanNameless}
        <br />
        {link ? <Left link={link} /> : texts.making}
      </p>
      <Lost />
      <LinkButtons wallet={wallet} uri={link?.uri} />
    </>
  )
}

export function CodeMark({ wallet }: { wallet: Wallet | undefined }) {
  if (wallet) return <Mark name={wallet.name} url={wallet.image_url} size={56} shape="square" />
  return (
    <span className="any">
      <Icon name="wallet" size={28} />
    </span>
  )
}

/** How long before a code expires the next code replaces it. Milliseconds. */
const RENEWAL = 10_000

function Left({ link: { expiresAt, isLast } }: { link: NonNullable<Pairing['link']> }) {
  useSignals()
  const seconds = readSecondsTo(isLast ? expiresAt : expiresAt - RENEWAL)
  return (
    <Trans
      message={isLast ? texts.works : texts.worksThenNext}
      time={<span className="strong">{formatLeft(seconds)}</span>}
    />
  )
}

/** Warns that the connection to the relay is lost. When it is back, the shown code works again. */
function Lost() {
  useSignals()
  const { topic } = useShell()
  const isLost = topic('walletConnect', {}).value.data?.relay === 'lost'
  return (
    <span role="status" className={isLost ? 'scan warning' : undefined}>
      {isLost && texts.lost}
    </span>
  )
}
