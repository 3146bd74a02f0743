import type { Wallet } from '../../src/core/assets/wallet.ts'
import { Button } from '../components/button.tsx'
import { useCopy } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { texts } from './texts.ts'

/** Help if a wallet did not open or cannot scan. @param uri absent until there is one */
export function LinkButtons({ wallet, uri }: { wallet: Wallet | undefined; uri: string | undefined }) {
  const { router } = useShell()
  const copy = useCopy('Link')
  const isToBeHad =
    wallet && (wallet.app_store ?? wallet.play_store ?? wallet.chrome_store ?? wallet.homepage)
  return (
    <div className="buttons">
      <button
        type="button"
        part="button secondary"
        className="button secondary"
        disabled={!uri}
        onClick={({ currentTarget }) => void copy(uri!, currentTarget)}
      >
        <Icon name="copy" />
        {texts.copyLink}
      </button>
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
