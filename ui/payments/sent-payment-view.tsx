/** The view of one sent payment, with its status. */
import { useSignals } from '@preact/signals-react/runtime'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { findLatest } from '../../src/core/payments/replacement.ts'
import { isRevocation, type SentRow } from '../../src/core/payments/sent.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Spinner } from '../components/spinner.tsx'
import { useTokenIcons } from '../money/use-token-icons.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { PaymentStatus } from './payment-status.tsx'
import css from './sent-payment.css?inline'
import { texts } from './texts.ts'

addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    SentPayment: { account: CaipAddress; hash: string }
  }
}

export const view: ViewDefinition<'SentPayment'> = {
  title: ({ topic }, data) => {
    const payments = data && topic('sent', { account: data.account }).value.data?.payments
    const payment = payments && findLatest(payments, data.hash)
    if (!payment) return texts.sent
    if (isRevocation(payment)) return formatSentPayment(payment)
    return t(texts.titles[payment.kind], { amount: formatOut(payment) })
  },
  View: ({ data }) => data && <Payment {...data} />,
}

/** The kind of a payment with its amount, such as "Payment of 5 USDC". */
export function formatSentPayment(payment: Pick<SentRow, 'kind' | 'out'>): string {
  if (isRevocation(payment)) return t(texts.revoking, { token: payment.out.symbol })
  const message = { send: texts.sending, approve: texts.approving, swap: texts.swapping }[payment.kind]
  return t(message, { amount: formatOut(payment) })
}

function formatOut({ out }: Pick<SentRow, 'out'>): string {
  return `${out.text}\u00a0${out.symbol}`
}

export function Payment({ account, hash }: Routes['SentPayment']) {
  useSignals()
  const { data } = useShell().topic('sent', { account }).value
  const findIcon = useTokenIcons(account)
  const payment = data && findLatest(data.payments, hash)
  if (!payment) return <p className="body sent-note">{data ? texts.gone : <Spinner />}</p>
  return <PaymentStatus payment={payment} iconUrl={findIcon(payment.out.token)} />
}
