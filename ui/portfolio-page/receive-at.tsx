/** The address of an account as text and as a QR code, to receive payments without connecting its wallet. */
import type { PortfolioAccount } from '../../src/portfolio/account.ts'
import { addSheet } from '../base/sheets.ts'
import { Avatar } from '../components/avatar.tsx'
import { Icon } from '../components/icon.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { Address } from '../components/whole-address.tsx'
import css from '../receive/receive.css?inline'
import { getAddress } from './account-name.tsx'
import { texts } from './texts.ts'

addSheet(css)

export function ReceiveAt({ account }: { account: PortfolioAccount }) {
  const address = getAddress(account)
  return (
    <div className="detail-body receive">
      <div className="receive-paper">
        <QrCode text={address} label={texts.code}>
          <Avatar address={address} size={48} />
        </QrCode>
        <Address address={address} />
      </div>
      <CopyButton text={address} what="address" kind="secondary" label={texts.copy} />
      <p className="alert warn">
        <Icon name="warn" />
        <span>{texts.caution[account.namespace]}</span>
      </p>
    </div>
  )
}
