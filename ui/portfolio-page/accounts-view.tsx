/** The accounts of the portfolio: choose which to show, add one, remove one. */
import { useSignals } from '@preact/signals-react/runtime'
import { getAccountKey, type PortfolioAccount } from '../../src/portfolio/account.ts'
import { addUp } from '../../src/portfolio/totals.ts'
import { readClock } from '../base/clock.ts'
import { t } from '../base/texts.ts'
import { Avatar } from '../components/avatar.tsx'
import { IconButton } from '../components/button.tsx'
import { formatMoney } from '../components/format-money.ts'
import { Icon } from '../components/icon.tsx'
import { AccountWords, getAddress, useAccountName } from './account-name.tsx'
import { AddAccount } from './add-account.tsx'
import { getPartsOf, usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'
import { addSheet } from '../base/sheets.ts'
import css from './accounts.css?inline'

addSheet(css)

export function AccountsView() {
  useSignals()
  const { accounts, chosen, choose, router } = usePortfolio()
  const all = accounts.value
  const chooseAndClose = (key: string | undefined) => {
    choose(key)
    router.close()
  }
  return (
    <div className="detail-body accounts">
      {all.length > 0 && (
        <ul className="account-list">
          {all.length > 1 && (
            <li>
              <button
                type="button"
                className="row account-row"
                aria-pressed={chosen.value === undefined}
                onClick={() => chooseAndClose(undefined)}
              >
                <span className="account-all" aria-hidden="true">
                  {all.length}
                </span>
                <span className="row-title">{t(texts.allAccounts, { n: all.length })}</span>
                <Sum accounts={all} />
              </button>
            </li>
          )}
          {all.map((account) => (
            <AccountRow key={getAccountKey(account)} account={account} onChoose={chooseAndClose} />
          ))}
        </ul>
      )}
      <AddAccount onAdded={() => router.close()} />
    </div>
  )
}

interface AccountRowProps {
  account: PortfolioAccount
  onChoose(key: string): void
}

function AccountRow({ account, onChoose }: AccountRowProps) {
  useSignals()
  const page = usePortfolio()
  const { name, short, avatarUrl } = useAccountName(account, page)
  const key = getAccountKey(account)
  const [source] = account.sources
  return (
    <li>
      <button
        type="button"
        className="row account-row"
        aria-pressed={page.chosen.value === key}
        onClick={() => onChoose(key)}
      >
        <Avatar address={getAddress(account)} size={36} url={avatarUrl} />
        <span className="row-text">
          <AccountWords name={name} short={short} />
          {source && <span className="row-detail">{texts.sources[source]}</span>}
        </span>
        <Sum accounts={[account]} />
      </button>
      {account.sources.join() === 'typed' && (
        <IconButton
          small
          icon="close"
          label={t(texts.remove, { account: name ?? short })}
          onClick={() => page.remove(account)}
        />
      )}
    </li>
  )
}

function Sum({ accounts }: { accounts: readonly PortfolioAccount[] }) {
  useSignals()
  const page = usePortfolio()
  const { value } = addUp(getPartsOf(accounts, page), readClock())
  if (value === undefined) return <span className="row-title none">{texts.noFigure}</span>
  const { sign, whole, fraction, suffix } = formatMoney(value, 'USD', page.locale)
  return (
    <bdi className="row-title" dir="ltr">
      {sign + whole + fraction + suffix}
    </bdi>
  )
}

/** Shows which account is selected. Pressing it opens the list of accounts. */
export function AccountChooser({ shown }: { shown: readonly PortfolioAccount[] }) {
  const { router } = usePortfolio()
  const [first] = shown
  const open = () => router.open({ view: 'Accounts' })
  return (
    <button
      type="button"
      className="account-chooser"
      part="account"
      title={texts.chooseAccount}
      onClick={open}
    >
      {first && shown.length === 1 ? <OneAccount account={first} /> : <SeveralAccounts accounts={shown} />}
      <Icon name="down" size={16} />
    </button>
  )
}

function OneAccount({ account }: { account: PortfolioAccount }) {
  const { name, short, avatarUrl } = useAccountName(account, usePortfolio())
  return (
    <>
      <Avatar address={getAddress(account)} size={40} url={avatarUrl} />
      <AccountWords name={name} short={short} />
    </>
  )
}

/** Upper limit of the pictures that are shown for a selection of all accounts. */
const MAX_PICTURES = 3

function SeveralAccounts({ accounts }: { accounts: readonly PortfolioAccount[] }) {
  return (
    <>
      <span className="avatars">
        {accounts.slice(0, MAX_PICTURES).map((account) => (
          <Avatar key={getAccountKey(account)} address={getAddress(account)} size={40} />
        ))}
      </span>
      <span className="row-title">{t(texts.allAccounts, { n: accounts.length })}</span>
    </>
  )
}
