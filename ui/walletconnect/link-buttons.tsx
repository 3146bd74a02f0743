import type { Wallet } from '../../src/core/assets/wallet.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { texts } from './texts.ts'

/** Buttons that help if a wallet did not open or cannot scan. @param uri the pairing link; undefined until it is created */
export function LinkButtons({ wallet, uri }: { wallet: Wallet | undefined; uri: string | undefined }) {
  const { router } = useShell()
  const isToBeHad =
    wallet && (wallet.app_store ?? wallet.play_store ?? wallet.chrome_store ?? wallet.homepage)
  return (
    <div className="buttons">
      <CopyButton text={uri} what="link" kind="secondary" label={texts.copyLink} />
      {isToBeHad && (
        <Button icon="receive" onClick={() => router.push('Downloads', { wallet })}>
          <span>
            <Trans message={texts.get} wallet={<bdi>{wallet.name}</bdi>} />
          </span>
        </Button>
      )}
    </div>
  )
}
