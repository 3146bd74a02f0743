/** The account's spending caps, grouped by spender. Each can be revoked. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Allowance } from '../../src/core/payments/allowance.ts'
import { getLocale } from '../../src/base/locale.ts'
import { createRevocation } from '../../src/payments/create-revocation.ts'
import { explainError } from '../base/explain-error.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Button } from '../components/button.tsx'
import { Failure } from '../components/failure.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { useFiatFormat } from '../money/use-prices.ts'
import { announceSent } from '../payments/announce-sent.ts'
import { texts as reviewTexts } from '../payments/review-texts.ts'
import css from './allowances.css?inline'
import { describeCap, describeRisk } from './describe-cap.ts'
import { texts } from './texts.ts'
import { useAllowances } from './use-allowances.ts'
import { useTokenIcons } from '../money/use-token-icons.ts'

addSheet(css)

export const view: ViewDefinition<'SpendingCaps'> = {
  title: () => texts.title,
  next: ['SpendingCap'],
  fills: () => true,
  View: SpendingCaps,
}

function SpendingCaps() {
  useSignals()
  const { account } = useShell()
  const now = account.value
  return now.status === 'connected' && <List key={now.caipAddress} account={now.caipAddress} />
}

function List({ account }: { account: CaipAddress }) {
  useSignals()
  const shell = useShell()
  const { data, error, refresh, loadOlder, isRevoking } = useAllowances(account)
  const [isLoading, setLoading] = useState(false)
  const allowances = data?.allowances ?? []
  const formatFiat = useFiatFormat([...new Set(allowances.map(({ token }) => token))])
  const findIcon = useTokenIcons(account)
  if (!data && error) return <Failure title={texts.failed} error={error} onRetry={refresh} />
  if (!data) return <SkeletonRows count={4} words={texts.reading} />

  async function load(): Promise<void> {
    setLoading(true)
    await loadOlder?.()
    setLoading(false)
  }

  const locale = getLocale(shell)
  return (
    <div className="list spending-caps">
      {error && (
        <div className="spending-caps-stale" role="status">
          <p>
            <b>{texts.notUpdated}</b>
            {explainError(error, shell.online.value)}
          </p>
          <Button small onClick={refresh}>
            {reviewTexts.tryAgain}
          </Button>
        </div>
      )}
      {allowances.length === 0 ? (
        <Notice title={texts.none} text={texts.noneText} />
      ) : (
        <p className="spending-caps-note">{texts.about}</p>
      )}
      {allowances.map((allowance) => {
        const risk = describeRisk(allowance, formatFiat, locale)
        return (
          <Row
            key={`${allowance.token}/${allowance.spender}`}
            account={account}
            allowance={allowance}
            iconUrl={findIcon(allowance.token)}
            risk={isRevoking(allowance) ? texts.revoking : risk && t(texts.atRisk, { amount: risk })}
          />
        )
      })}
      {(data.isPartial || data.unread > 0) && (
        <div className="spending-caps-partial" role="status">
          <div>
            {data.isPartial && <p>{texts.partial}</p>}
            {data.unread > 0 && <p>{t(texts.unread, { n: data.unread })}</p>}
          </div>
          {data.isPartial && loadOlder && (
            <Button small busy={isLoading} onClick={() => void load()}>
              {texts.loadOlder}
            </Button>
          )}
        </div>
      )}
      <p className="spending-caps-note">{texts.scope}</p>
    </div>
  )
}

interface RowProps {
  account: CaipAddress
  allowance: Allowance
  iconUrl: string | undefined
  risk: string | undefined
}

function Row({ account, allowance, iconUrl, risk }: RowProps) {
  const shell = useShell()
  const { token, spender, app, symbol } = allowance
  const { figure, unit } = describeCap(allowance, getLocale(shell))

  function open(): void {
    const draft = { account, token, spender }
    const revocation = createRevocation(draft, {
      shell,
      onSent: (one, sent) => announceSent(shell, one, sent),
    })
    shell.router.push('SpendingCap', { revocation, app })
  }

  return (
    <button type="button" className="row" part="spending-cap" onClick={open}>
      <Mark name={symbol || spender} url={iconUrl} size={36} shape="round" />
      <span className="row-text">
        <bdi className="row-title" title={formatUnit(figure, unit)}>
          {formatUnit(figure, unit)}
        </bdi>
        <span className="row-detail">
          {app && <bdi>{app} </bdi>}
          <bdi className="mono" dir="ltr" title={spender}>
            {shortAddress(spender)}
          </bdi>
        </span>
        {risk && (
          <span className="row-detail spending-cap-risk">
            <bdi>{risk}</bdi>
          </span>
        )}
      </span>
      <Icon name="right" size={18} />
    </button>
  )
}
