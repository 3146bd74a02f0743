/** Suggests a few wallets to people who have none, and links to a guide that compares more wallets. */
import { useSignals } from '@preact/signals-react/runtime'
import { isInstalled } from '../../src/connections/match-installed-wallets.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { ButtonLink } from '../components/button.tsx'
import { Failure } from '../components/failure.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { SkeletonWallets } from '../components/skeleton.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './get-wallet.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'GetWallet'> = {
  title: () => texts.getAWallet,
  next: ['Downloads'],
  View: GetWallet,
}

/** A guide that compares wallets. */
const GUIDE = new URL('https://walletguide.walletconnect.network/')
const SOME = 4
const params = { list: 'all', page: 1 } as const

function GetWallet() {
  useSignals()
  const { features } = useShell()
  return (
    <>
      {features.value.allWallets !== false && <Some />}
      <div className="body">
        <ButtonLink kind="primary" icon="external" href={GUIDE.href}>
          {texts.guide}
        </ButtonLink>
        <p className="guide-note">
          <Trans message={texts.guideText} domain={<bdi dir="ltr">{GUIDE.host}</bdi>} />
        </p>
      </div>
    </>
  )
}

function Some() {
  useSignals()
  const { topic, call, router, connectors } = useShell()
  const { data, error } = topic('wallets', params).value
  const retry = () => void call('refresh', { topic: 'wallets', params }).catch(() => {})
  if (!data && error) return <Failure title={texts.unreadable} error={error} onRetry={retry} />
  if (!data)
    return (
      <div className="list" role="status" aria-label={texts.reading}>
        <SkeletonWallets count={SOME} />
      </div>
    )
  return (
    <div className="list" role="list" aria-label={texts.some}>
      {data.wallets
        .filter((wallet) => isToBeHad(wallet) && !(wallet.installed ?? isInstalled(wallet, connectors.value)))
        .slice(0, SOME)
        .map((wallet) => (
          <div key={wallet.id} role="listitem">
            <button
              type="button"
              className="row"
              part="wallet"
              onClick={() => router.push('Downloads', { wallet })}
            >
              <Mark name={wallet.name} url={wallet.image_url} size={40} shape="square" />
              <bdi className="row-title" title={wallet.name}>
                {wallet.name}
              </bdi>
              <Icon name="right" size={18} />
            </button>
          </div>
        ))}
    </div>
  )
}

function isToBeHad({ app_store, play_store, chrome_store, homepage }: Wallet): boolean {
  return [app_store, play_store, chrome_store, homepage].some(Boolean)
}
