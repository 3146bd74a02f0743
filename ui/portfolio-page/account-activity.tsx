/** The activity of one account on one network. If there are several accounts or networks, a control selects one. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { formatMonth } from '../../src/core/text/time.ts'
import { getNetworkId } from '../../src/portfolio/account.ts'
import { isOld } from '../../src/portfolio/totals.ts'
import { Activity } from '../activity/activity-panel.tsx'
import { readClock } from '../base/clock.ts'
import { t } from '../base/texts.ts'
import { ListContext } from '../lists/list-context.ts'
import { formatWhen } from './format-when.ts'
import { PageList } from './page-list.tsx'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'

export function AccountActivity({ accounts }: { accounts: readonly CaipAddress[] }) {
  useSignals()
  const { networks } = usePortfolio()
  const [chosen, setChosen] = useState<CaipAddress>()
  const account = accounts.find((one) => one === chosen) ?? accounts[0]
  const findNetwork = (one: CaipAddress) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === getNetworkId(one))
  const network = account && findNetwork(account)
  if (!account || !network) return null
  const getAddress = (one: CaipAddress) => one.slice(one.lastIndexOf(':') + 1)
  const hasOthers = accounts.some((one) => getAddress(one) !== getAddress(account))
  return (
    <>
      <header className="page-head">
        <h2>{texts.activity}</h2>
        <Reach account={account} />
        {accounts.length > 1 && (
          <select
            className="page-select"
            aria-label={texts.network}
            value={account}
            onChange={({ target }) => setChosen(target.value as CaipAddress)}
          >
            {accounts.map((one) => {
              const name = findNetwork(one)?.name ?? ''
              return (
                <option key={one} value={one}>
                  {hasOthers
                    ? t(texts.placeOf, { network: name, account: shortAddress(getAddress(one)) })
                    : name}
                </option>
              )
            })}
          </select>
        )}
      </header>
      <ListContext.Provider value={PageList}>
        <Activity key={account} account={account} network={network} />
      </ListContext.Provider>
    </>
  )
}

/** Shows the oldest month of the activity and, if the activity is out of date, the time of the last fetch. */
function Reach({ account }: { account: CaipAddress }) {
  useSignals()
  const { topic, locale = navigator.language } = usePortfolio()
  const snapshot = topic('activity', { account }).value
  const now = readClock()
  const last = snapshot.data?.groups.findLast(({ kind }) => kind === 'month')
  const isPast = snapshot.fetchedAt !== undefined && isOld(snapshot, now)
  return (
    <>
      {last?.kind === 'month' && (
        <span>
          {t(texts.keptBackTo, {
            month: formatMonth(last.year, last.month, last.year !== new Date(now).getFullYear(), locale),
          })}
        </span>
      )}
      {isPast && (
        <span className="old">{t(texts.asOf, { time: formatWhen(snapshot.fetchedAt!, now, locale) })}</span>
      )}
    </>
  )
}
