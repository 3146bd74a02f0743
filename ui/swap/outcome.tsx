/** The status of a swap that has a hash, or of the approval before the swap. */
import { useSignals } from '@preact/signals-react/runtime'
import { formatFull } from '../../src/core/text/amount.ts'
import { isOpen, isQueued, type SentRow, type SentTransaction } from '../../src/core/payments/sent.ts'
import type { PreparedSwap } from '../../src/core/payments/swap.ts'
import { formatQuote } from '../money/format-quote.ts'
import { Fact } from '../components/fact.tsx'
import { PaymentStatus } from '../payments/payment-status.tsx'
import { texts as reviewTexts } from '../payments/review-texts.ts'
import { usePayment } from '../payments/use-payment.ts'
import { getLocale } from '../../src/base/locale.ts'
import { formatTokenAmount, formatUnit } from '../money/format-amount.ts'
import { useShell } from '../base/shell-context.ts'
import { texts } from './texts.ts'
import { useIcons } from './use-funds.ts'

interface OutcomeProps {
  prepared: PreparedSwap
  sent: SentTransaction
  approved: number
}

export function Outcome({ prepared, sent, approved }: OutcomeProps) {
  useSignals()
  const shell = useShell()
  const { to, from, amount } = prepared.draft
  const findIcon = useIcons(sent.account)
  const payment = usePayment(sent)
  const locale = getLocale(shell)
  const format = (units: bigint) => (
    <bdi dir="ltr" title={formatTokenAmount(units, to)}>
      {formatUnit(formatQuote(formatFull(units, to.decimals), locale), to.symbol)}
    </bdi>
  )
  return (
    <PaymentStatus payment={payment} iconUrl={findIcon(to)}>
      {(payment.status === 'confirmed' ||
        payment.status === 'mismatched' ||
        payment.status === 'uncompared') &&
      payment.received ? (
        <Fact name={texts.received}>{format(BigInt(payment.received))}</Fact>
      ) : (
        <>
          <Fact name={texts.least}>{format(prepared.minimum)}</Fact>
          <Fact name={texts.quoted}>{format(prepared.expected)}</Fact>
        </>
      )}
      {approved > 0 && isUnused(payment) && (
        <Fact name={texts.capLeft}>
          <bdi dir="ltr">{formatTokenAmount(amount, from)}</bdi>
        </Fact>
      )}
    </PaymentStatus>
  )
}

/** Whether the swap ended without using its spending cap, probably for good. */
function isUnused(payment: SentRow): boolean {
  return (
    !isOpen(payment) && !isQueued(payment) && payment.status !== 'confirmed' && payment.status !== 'renewed'
  )
}

/** The status of the approval before a swap. */
export function Approving({ sent, prepared }: Pick<OutcomeProps, 'sent' | 'prepared'>) {
  useSignals()
  const findIcon = useIcons(sent.account)
  const payment = usePayment(sent)
  const isLate = payment.status === 'late'
  const title = isLate ? texts.approvingLate : texts.approving
  const text = isLate ? texts.approvingLateText : texts.approvingText
  // If nodes no longer know the approval, show the general text, since it will not be confirmed soon.
  const step = payment.status === 'dropped' ? undefined : { title, text, done: reviewTexts.toAccount }
  return <PaymentStatus payment={payment} iconUrl={findIcon(prepared.draft.from)} {...(step && { step })} />
}
