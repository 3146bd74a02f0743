/** The review of the transfer that was entered in the form. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import { getLocale } from '../../src/base/locale.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { formatPayment } from '../money/format-amount.ts'
import { ExpiredNotice } from '../payments/review.tsx'
import { enterReceiver, getForm, toDraft } from '../../src/payments/send-form.ts'
import { texts } from './texts.ts'
import { TransferReview } from './transfer-review.tsx'

export const view: ViewDefinition<'WalletSendPreview'> = {
  title(_, data) {
    const state = data?.transfer.state.value
    if (state?.status === 'sent') return t(texts.payment, { what: formatPayment(state.prepared) })
    return texts.check
  },
  // Gives up the review. A request that is already in the wallet continues.
  leave(_, data) {
    data?.transfer.cancel()
    data?.transfer.leave()
  },
  next: ['Account'],
  View: ({ data }) => (data ? <Preview transfer={data.transfer} /> : <ExpiredNotice />),
}

function Preview({ transfer }: { transfer: Transfer }) {
  useSignals()
  const shell = useShell()
  const { goBack } = shell.router
  return (
    <TransferReview
      transfer={transfer}
      draft={toDraft(getForm(shell).value, getLocale(shell))}
      change={{
        words: texts.changeReceiver,
        go: goBack,
        take(address) {
          enterReceiver(shell, address)
          goBack()
        },
      }}
    />
  )
}
