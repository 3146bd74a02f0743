/** One payment on its way, and what became of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/address.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import { explorerLink } from '../../src/core/explorer-link.ts'
import { findSent, isOpen, type SentRow } from '../../src/core/sent.ts'
import { formatMoment } from '../../src/core/time.ts'
import type { Routes } from '../../src/shell/routes.ts'
import leafCss from '../account/leaf.css?inline'
import { Address } from '../components/address.tsx'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Spinner } from '../components/spinner.tsx'
import { useShell } from '../shell-context.ts'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import type { ViewDefinition } from '../view.ts'
import css from './sent-payment.css?inline'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    SentPayment: { account: CaipAddress; hash: string }
  }
}

export const view: ViewDefinition<'SentPayment'> = {
  title: ({ topic }, data) => {
    const payments = data && topic('sent', { account: data.account }).value.data?.payments
    const payment = payments && findSent(payments, data.hash)
    return payment ? sayWhat(payment) : texts.sent
  },
  View: ({ data }) => data && <Payment {...data} />,
}

/** What is done with which amount. */
export function sayWhat({ kind, out }: Pick<SentRow, 'kind' | 'out'>): string {
  const message = { send: texts.sending, approve: texts.approving, swap: texts.swapping }[kind]
  return say(message, { amount: `${out.text}\u00a0${out.symbol}` })
}

export function Payment({ account, hash: asked }: Routes['SentPayment']) {
  useSignals()
  const { topic, router, networks, locale } = useShell()
  const { data } = topic('sent', { account }).value
  const payment = data && findSent(data.payments, asked)
  if (!payment) return <p className="body sent-note">{data ? texts.gone : <Spinner />}</p>
  const network = networks.find(({ caipNetworkId }) => account.startsWith(`${caipNetworkId}:`))
  const { status, sentAt, to, hash, replacedBy } = payment
  const link = explorerLink(network, 'tx', replacedBy ?? hash)
  return (
    <div className="body sent-payment">
      <div className={`sent-picture ${status}`}>
        {isOpen(payment) ? <Spinner /> : <Icon name={status === 'confirmed' ? 'check' : 'warn'} size={28} />}
      </div>
      <div role="status">
        <h3 className="heading">{texts.status[status]}</h3>
        <p className="lede">{texts.text[status]}</p>
      </div>
      <div className="leaf" part="leaf">
        <div className="pad">
          <p className="sent-label">{texts.to}</p>
          <Address address={to} />
        </div>
        <div className="crease" />
        <dl className="pad fact-list">
          <Fact name={texts.signed}>{formatMoment(sentAt, { locale: locale ?? 'en' })}</Fact>
          <Fact name={texts.hash}>
            <span className="sent-hash">
              <bdi className="mono" dir="ltr" title={hash}>
                {shortAddress(hash)}
              </bdi>
              <CopyButton text={hash} what="Transaction hash" />
            </span>
          </Fact>
        </dl>
      </div>
      {isOpen(payment) && <p className="sent-note">{texts.checking}</p>}
      <div className="sent-answers">
        {link && (
          <ButtonLink href={link} icon="external">
            {texts.explorer}
          </ButtonLink>
        )}
        <Button kind="primary" onClick={router.goHome}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}
