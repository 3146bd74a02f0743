/** The home view of a page that offers only WalletConnect: the QR code, and a link to all wallets. */
import { Icon } from '../components/icon.tsx'
import { Consent } from '../connect/consent.tsx'
import { Footer } from '../connect/footer.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Connecting } from './connecting-wallet-connect-view.tsx'
import { texts } from './texts.ts'

export const view: ViewDefinition<'ConnectingWalletConnectBasic'> = {
  title: () => texts.scanWithAny,
  next: ['Account'],
  View: ConnectingWalletConnectBasic,
}

function ConnectingWalletConnectBasic() {
  const { router } = useShell()
  return (
    <Connecting>
      <div className="list basic">
        <button type="button" className="row" part="all-wallets" onClick={() => router.push('AllWallets')}>
          <span className="basic-mark">
            <Icon name="search" />
          </span>
          <span className="row-title">{texts.allWallets}</span>
          <Icon name="right" size={18} />
        </button>
      </div>
      <Footer Consent={Consent} />
    </Connecting>
  )
}
