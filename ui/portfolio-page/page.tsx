/** The portfolio, which looks like an open wallet: balances and tokens on the left, NFTs and activity on the right. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { getAccountKey, type PortfolioAccount } from '../../src/portfolio/account.ts'
import { addSheet } from '../base/sheets.ts'
import { getSite } from '../base/site.ts'
import { t } from '../base/texts.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { AccountActivity } from './account-activity.tsx'
import { getAddress } from './account-name.tsx'
import { AccountChooser } from './accounts-view.tsx'
import { AddAccount } from './add-account.tsx'
import { AllTokens } from './all-tokens.tsx'
import { Banner } from './banner.tsx'
import { Details } from './details.tsx'
import { NftStrip } from './nft-strip.tsx'
import css from './portfolio-page.css?inline'
import { getPartsOf, getShown, usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'
import { Worth } from './worth.tsx'

addSheet(css)

export function PortfolioPage() {
  useSignals()
  const page = usePortfolio()
  const shown = getShown(page)
  return (
    <div className="portfolio" part="portfolio">
      <div className="portfolio-inside">
        <Head />
        {shown.length === 0 ? (
          <div className="open-fold alone">
            <div className="nobody">
              <Notice title={texts.nobody} text={texts.nobodyText} />
              <AddAccount />
            </div>
          </div>
        ) : (
          <Shown shown={shown} />
        )}
        <Foot shown={shown} />
      </div>
      <Details />
    </div>
  )
}

function Shown({ shown }: { shown: readonly PortfolioAccount[] }) {
  useSignals()
  const page = usePortfolio()
  const parts = getPartsOf(shown, page)
  // Accounts on EVM networks: only they have NFTs and activity.
  const onEvm = parts.flatMap(({ account }) => (account.startsWith('eip155:') ? [account] : []))
  const [first] = shown
  const alone = shown.length === 1 ? first : undefined
  return (
    <>
      <Banner parts={parts} />
      <main className={onEvm.length > 0 ? 'open-fold' : 'open-fold alone'}>
        <section className="page-total">
          <div className="total-who">
            <AccountChooser shown={shown} />
            {alone && <CopyButton text={getAddress(alone)} what="address" />}
          </div>
          <Worth parts={parts} />
          <div className="total-acts">
            {alone && (
              <Button icon="receive" onClick={() => page.router.open({ view: 'ReceiveAt', account: alone })}>
                {texts.receive}
              </Button>
            )}
            <span>{texts.needsWallet}</span>
          </div>
        </section>
        <section className="page-pocket first">
          <AllTokens parts={parts} />
        </section>
        {onEvm.length > 0 && (
          <section className="held-nfts">
            <NftStrip accounts={onEvm} />
          </section>
        )}
        {onEvm.length > 0 && (
          <section className="page-pocket last">
            <AccountActivity accounts={onEvm} />
          </section>
        )}
      </main>
    </>
  )
}

/** The site's name, with the button that connects a wallet. */
function Head() {
  useSignals()
  const { portfolio } = usePortfolio()
  const { metadata, billfold } = portfolio.options
  const { domain, iconUrl } = getSite({ name: location.host, ...metadata })
  const isConnected = billfold?.account.value.status === 'connected'
  return (
    <header className="portfolio-head">
      {iconUrl && <Mark name={metadata?.name ?? domain} url={iconUrl} size={36} shape="square" />}
      <div>
        <h1>{texts.portfolio}</h1>
        <p>{domain}</p>
      </div>
      {billfold && (
        <Button
          small
          kind={isConnected ? 'secondary' : 'primary'}
          onClick={() => void billfold.open().catch(() => {})}
        >
          {isConnected ? texts.connected : texts.connect}
        </Button>
      )}
    </header>
  )
}

function Foot({ shown }: { shown: readonly PortfolioAccount[] }) {
  useSignals()
  const { remove } = usePortfolio()
  const [first] = shown
  const forgettable = shown.length === 1 && first?.sources.join() === 'typed' ? first : undefined
  return (
    <footer className="portfolio-foot">
      <Kept shown={shown} />
      {forgettable && (
        <button type="button" className="link" onClick={() => remove(forgettable)}>
          {texts.forget}
        </button>
      )}
      <span className="portfolio-maker">{texts.maker}</span>
    </footer>
  )
}

/** The size of the stored data of the shown accounts. Measured again when a newer balance arrives. */
function Kept({ shown }: { shown: readonly PortfolioAccount[] }) {
  useSignals()
  const page = usePortfolio()
  const { call, locale } = page
  const [bytes, setBytes] = useState<number>()
  const parts = getPartsOf(shown, page)
  const key = shown.map(getAccountKey).join(' ')
  const newest = Math.max(0, ...parts.map(({ snapshot }) => snapshot.fetchedAt ?? 0))
  const accounts = parts.map(({ account }) => account).join(' ')
  useEffect(() => {
    if (key === '' || newest === 0) return undefined
    const controller = new AbortController()
    const owned = key.split(' ').flatMap((owner) => {
      const address = owner.slice(owner.indexOf(':') + 1)
      return accounts.split(' ').find((one) => one.endsWith(`:${address}`)) ?? []
    })
    Promise.all(owned.map((account) => call('keptBytes', { account: account as never }, controller))).then(
      (sizes) => controller.signal.aborted || setBytes(sizes.reduce((sum, size) => sum + size, 0)),
      () => {},
    )
    return () => controller.abort()
  }, [call, key, accounts, newest])
  return (
    <span>
      {bytes === undefined ? texts.keptHereOnly : t(texts.keptHere, { size: formatSize(bytes, locale) })}
    </span>
  )
}

/** @param locale BCP 47; undefined: the browser's own */
function formatSize(bytes: number, locale: string | undefined): string {
  const isLarge = bytes >= 1_000_000
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
    numberingSystem: 'latn',
  })
  return format.format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000))
}
