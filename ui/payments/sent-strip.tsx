/**
 * Payments of this account that are pending or have an unknown outcome. If the page has no activity, the last finished
 * payments, too. Renders nothing without payments.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { isCancel, isShownAlone } from '../../src/core/payments/replacement.ts'
import { isWaiting } from '../../src/core/payments/sent.ts'
import { Icon } from '../components/icon.tsx'
import { Spinner } from '../components/spinner.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import css from './sent-payment.css?inline'
import { formatSentPayment } from './sent-payment-view.tsx'
import { texts } from './texts.ts'

addSheet(css)

/** Upper limit of rows: more of them would leave no room for the account's content. */
const MAX_SHOWN = 2

export function SentStrip({ account }: { account: CaipAddress }) {
  useSignals()
  const { features, topic, router } = useShell()
  // The activity shows finished payments, unless the page has switched it off.
  const hasActivity = account.startsWith('eip155:') && features.value.activity !== false
  const { payments = [], asked = [] } = topic('sent', { account }).value.data ?? {}
  const unknown = asked.filter((one) => !isCancel(one)).slice(0, MAX_SHOWN)
  const shown = payments
    .filter((payment) => isShownAlone(payments, payment))
    .filter((payment) => isWaiting(payment) || (!hasActivity && payment.status !== 'renewed'))
    .slice(0, MAX_SHOWN - unknown.length)
  if (unknown.length + shown.length === 0) return null
  return (
    <ul className="sent-strip" aria-label={texts.sent}>
      {unknown.map((payment) => (
        <li key={payment.id}>
          <button
            type="button"
            part="payment"
            onClick={() => router.push('UnknownPayment', { account, id: payment.id })}
          >
            <Icon name="warn" size={18} />
            <span className="row-text">
              <bdi>{formatSentPayment(payment)}</bdi>
              <span>{texts.unknown}</span>
            </span>
            <Icon name="right" size={16} />
          </button>
        </li>
      ))}
      {shown.map((payment) => (
        <li key={payment.hash}>
          <button
            type="button"
            part="payment"
            onClick={() => router.push('SentPayment', { account, hash: payment.hash })}
          >
            {isWaiting(payment) ? (
              <Spinner />
            ) : (
              <Icon name={payment.status === 'confirmed' ? 'check' : 'warn'} size={18} />
            )}
            <span className="row-text">
              <bdi>{formatSentPayment(payment)}</bdi>
              <span>{texts.status[payment.status]}</span>
            </span>
            <Icon name="right" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
