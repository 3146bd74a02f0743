/** A purchase in the provider's window, and what is known of its outcome. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import { isSameOwner } from '../../src/core/chains/caip.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Orbit } from '../components/orbit.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { formatQuote } from '../money/format-quote.ts'
import { explainError } from '../base/explain-error.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { formatList, t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './buy.css?inline'
import {
  cancelPurchase,
  getPurchase,
  isUnderWay,
  markOpened,
  type Purchase,
  startPurchase,
} from '../../src/onramp/purchase.ts'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'BuyInProgress'> = {
  title: () => texts.title,
  View: BuyInProgress,
}

function BuyInProgress() {
  useSignals()
  const shell = useShell()
  const purchase = getPurchase(shell).value
  const isMine = shell.accounts.value.some(
    ({ caipAddress }) => purchase && isSameOwner(caipAddress, purchase.plan.places[0].account),
  )
  useEffect(() => {
    // A purchase for another account is no longer watched, so this view would never change.
    if (!isMine) shell.router.goHome()
  }, [shell, isMine])
  if (!purchase || !isMine) return null
  const { plan, status } = purchase
  const { title, text } = explain(purchase, shell)
  return (
    <div className="body center buy-progress">
      {status === 'arrived' ? (
        <span className="buy-done">
          <Icon name="check" />
        </span>
      ) : (
        <Orbit name={plan.provider.label} url={undefined} shape="square" state={getLight(status)} />
      )}
      <div role="status">
        <h3 className="heading">{title}</h3>
        <p className="lede">{text}</p>
      </div>
      {(isUnderWay(status) || status === 'closed' || status === 'late') && <Order plan={plan} />}
      <NextActions purchase={purchase} />
    </div>
  )
}

/** The quoted amount, and the account and network at which it will arrive. */
function Order({ plan: { expected, symbol, address, places } }: { plan: Purchase['plan'] }) {
  const { locale } = useShell()
  const networks = new Set(places.map(({ networkName }) => networkName))
  return (
    <dl className="fact-list buy-order">
      {expected !== undefined && (
        <Fact name={texts.quoted}>
          <bdi dir="ltr">{formatUnit(formatQuote(expected, locale), symbol)}</bdi>
        </Fact>
      )}
      {networks.size === 1 && (
        <Fact name={texts.network}>
          <bdi>{places[0].networkName}</bdi>
        </Fact>
      )}
      <Fact name={texts.arrivesAt}>
        <bdi dir="ltr" title={address}>
          {shortAddress(address)}
        </bdi>
      </Fact>
    </dl>
  )
}

function NextActions({ purchase: { plan, status, url } }: { purchase: Purchase }) {
  const shell = useShell()
  const link = url && <CopyButton text={url} what="link" kind="secondary" label={texts.copyLink} />
  const cancel = (
    <Button kind="quiet" onClick={() => cancelPurchase(shell)}>
      {texts.cancel}
    </Button>
  )
  const toAccount = (
    <Button kind="quiet" onClick={() => shell.router.goHome()}>
      {texts.toAccount}
    </Button>
  )
  const again = (text: string, kind: 'primary' | 'secondary'): ReactNode => (
    <Button
      kind={kind}
      onClick={() => startPurchase(shell, plan, t(texts.opening, { provider: plan.provider.label }))}
    >
      {text}
      <Icon name="external" size={18} />
    </Button>
  )
  switch (status) {
    case 'opening':
      return cancel
    case 'open':
      return (
        <>
          {link}
          {cancel}
        </>
      )
    case 'blocked':
      return (
        <>
          <a
            part="button primary"
            className="button primary"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => markOpened(shell)}
          >
            {t(texts.open, { provider: plan.provider.label })}
            <Icon name="external" size={18} />
          </a>
          {link}
          {cancel}
        </>
      )
    case 'arrived':
      return (
        <Button kind="primary" onClick={() => shell.router.goHome()}>
          {texts.done}
        </Button>
      )
    case 'late':
      return (
        <Button kind="primary" onClick={() => shell.router.goHome()}>
          {texts.toAccount}
        </Button>
      )
    // The person may have paid, so buying again is not the primary action.
    case 'closed':
    case 'cancelled':
      return (
        <>
          {again(texts.again, 'secondary')}
          {toAccount}
        </>
      )
    case 'unreachable':
    case 'declined':
      return (
        <>
          {again(texts.tryAgain, 'primary')}
          {toAccount}
        </>
      )
  }
}

function getLight(status: Purchase['status']): 'waiting' | 'busy' | 'ended' {
  if (status === 'declined' || status === 'unreachable') return 'ended'
  return status === 'late' || status === 'cancelled' ? 'busy' : 'waiting'
}

function explain(
  { plan, status, amount, arrivedOn = '', error }: Purchase,
  { online }: Pick<Shell, 'online'>,
): { title: string; text: string } {
  const { symbol: token, places } = plan
  const provider = plan.provider.label
  const names = [...new Set(places.map(({ networkName }) => networkName))]
  const networks = formatList(names, 'disjunction')
  const payText =
    names.length > 1
      ? t(texts.payAnywhereText, { token, provider, networks })
      : t(texts.payText, { token, network: networks })
  switch (status) {
    case 'opening':
      return { title: t(texts.opening, { provider }), text: payText }
    case 'open':
      return { title: t(texts.pay, { provider }), text: payText }
    case 'blocked':
      return { title: texts.blocked, text: texts.blockedText }
    case 'closed':
      return { title: t(texts.closed, { provider }), text: t(texts.closedText, { token }) }
    case 'declined':
      return { title: t(texts.declined, { provider }), text: t(texts.declinedText, { token, provider }) }
    case 'late':
      return { title: texts.late, text: t(texts.lateText, { token }) }
    case 'cancelled':
      return { title: texts.cancelled, text: t(texts.cancelledText, { token, provider }) }
    case 'unreachable':
      return {
        title: t(texts.unreachable, { provider }),
        text: t(texts.unreachableText, { reason: error ? explainError(error, online.value) : '' }),
      }
    case 'arrived':
      return {
        title: t(texts.arrived, { amount: amount ?? token }),
        text: t(texts.arrivedText, { network: arrivedOn }),
      }
  }
}
