/** The stores that offer a wallet, from the links of the wallet's directory entry. */
import type { ReactNode } from 'react'
import { safeLink } from '../../src/core/text/url.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { isPhone } from '../../src/base/device.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { Trans } from '../components/trans.tsx'
import { ActionTiles } from '../components/action-tiles.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './downloads.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'Downloads'> = {
  title: (_, data) => t(texts.title, { wallet: data?.wallet.name ?? texts.wallet }),
  View: Downloads,
}

type Store = 'app_store' | 'play_store' | 'chrome_store' | 'homepage'

const drawings: Readonly<Record<Store, string>> = {
  app_store:
    'M7.75 2.75h4.5c1.25 0 2.25 1 2.25 2.25v10c0 1.25-1 2.25-2.25 2.25h-4.5c-1.25 0-2.25-1-2.25-2.25V5c0-1.25 1-2.25 2.25-2.25m1.5 12h1.5',
  play_store:
    'M7.75 2.75h4.5c1.25 0 2.25 1 2.25 2.25v10c0 1.25-1 2.25-2.25 2.25h-4.5c-1.25 0-2.25-1-2.25-2.25V5c0-1.25 1-2.25 2.25-2.25m1.5 12h1.5',
  chrome_store:
    'M5.25 4h9.5c1.4 0 2.5 1.1 2.5 2.5v7c0 1.4-1.1 2.5-2.5 2.5h-9.5a2.5 2.5 0 0 1-2.5-2.5v-7C2.75 5.1 3.85 4 5.25 4m-2.5 3.75h14.5M5.5 5.9v.01M7.75 5.9v.01',
  homepage:
    'M2.75 10a7.25 7.25 0 1 1 14.5 0 7.25 7.25 0 1 1-14.5 0m4.15 0c0-4 1.4-7.25 3.1-7.25S13.1 6 13.1 10s-1.4 7.25-3.1 7.25S6.9 14 6.9 10M3 10h14',
}

/** Names of stores by the host of the link, since the directory's label may be wrong. */
const hosts: Readonly<Record<string, 'appStore' | 'googlePlay' | 'chromeWebStore'>> = {
  'apps.apple.com': 'appStore',
  'play.google.com': 'googlePlay',
  'chromewebstore.google.com': 'chromeWebStore',
}

function Downloads({ data }: { data: Routes['Downloads'] | undefined }) {
  const { router } = useShell()
  const wallet = data?.wallet
  if (!wallet) return null
  const stores = getStores(wallet)
  const homepage = safeLink(wallet.homepage)
  if (stores.length === 0)
    return (
      <Notice title={texts.nowhere} text={t(texts.nowhereText, { wallet: wallet.name })}>
        <ActionTiles
          tiles={[
            { icon: 'wallet', words: texts.chooseOther, go: () => router.push('Connect') },
            { icon: 'search', words: texts.getAWallet, go: () => router.push('GetWallet') },
          ]}
        />
      </Notice>
    )
  return (
    <>
      <div className="list" role="list" aria-label={texts.stores}>
        {stores.map(([store, href]) => (
          <div key={store} role="listitem">
            <StoreRow store={store} href={href} />
          </div>
        ))}
      </div>
      <footer className="footer">
        <span>
          {homepage ? (
            <Trans message={texts.copies} domain={<bdi dir="ltr">{new URL(homepage).host}</bdi>} />
          ) : (
            texts.copiesOnly
          )}
        </span>
      </footer>
    </>
  )
}

/**
 * The stores with their links, the store of this device first. Checks the links, since wallets from the page or from
 * storage are unchecked.
 */
function getStores(wallet: Wallet): [store: Store, href: string][] {
  const isAndroid = /Android/.test(navigator.userAgent)
  const phone: Store[] = isAndroid ? ['play_store', 'app_store'] : ['app_store', 'play_store']
  const order: Store[] = isPhone() ? [...phone, 'homepage'] : [...phone, 'chrome_store', 'homepage']
  return order.flatMap((store): [Store, string][] => {
    const href = safeLink(wallet[store])
    return href ? [[store, href]] : []
  })
}

function StoreRow({ store, href }: { store: Store; href: string }): ReactNode {
  const { host } = new URL(href)
  return (
    <a className="row store" part="store" href={href} target="_blank" rel="noopener noreferrer">
      <span className="store-icon">
        <svg className="icon" width={20} height={20} viewBox="0 0 20 20" aria-hidden="true">
          <path d={drawings[store]} />
        </svg>
      </span>
      <span className="row-text">
        <span className="row-title">{texts[store]}</span>
        <bdi className="row-detail" dir="ltr">
          {Object.hasOwn(hosts, host) ? texts[hosts[host]!] : host}
        </bdi>
      </span>
      <Icon name="external" size={18} />
    </a>
  )
}
