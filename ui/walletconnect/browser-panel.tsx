import type { Wallet } from '../../src/core/assets/wallet.ts'
import { Button } from '../components/button.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { texts } from './texts.ts'

/**
 * Offers the browser extension of a wallet that is not installed. The installed extension connects without
 * WalletConnect.
 */
export function BrowserPanel({ wallet }: { wallet: Wallet }) {
  const { router } = useShell()
  const name = <bdi>{wallet.name}</bdi>
  return (
    <div className="center link-panel">
      <Mark name={wallet.name} url={wallet.image_url} size={72} shape="square" />
      <h3 className="heading">
        <Trans message={texts.notDetected} wallet={name} />
      </h3>
      <p className="lede">{texts.notDetectedText}</p>
      <Button kind="primary" icon="receive" onClick={() => router.push('Downloads', { wallet })}>
        <span>
          <Trans message={texts.get} wallet={name} />
        </span>
      </Button>
    </div>
  )
}
