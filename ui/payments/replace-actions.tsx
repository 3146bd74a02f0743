/**
 * Buttons to speed up or cancel a pending payment, or a text that tells the person to use the wallet for this. Shows the
 * state of the last cancellation.
 */
import { useSignals } from '@preact/signals-react/runtime'
import {
  isCancel,
  isReplaceable,
  isSeparate,
  type ReplacementInput,
} from '../../src/core/payments/replacement.ts'
import { isOpen, type SentRow } from '../../src/core/payments/sent.ts'
import { createReplacement } from '../../src/payments/create-replacement.ts'
import { isNonceKept } from '../../src/wallets/can-speed-up.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { Button } from '../components/button.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Alert } from './alert.tsx'
import { isShown } from './is-shown.ts'
import { texts } from './texts.ts'

interface ReplaceActionsProps {
  payment: SentRow
  /** All sent payments of the account, newest first. */
  payments: readonly SentRow[]
}

export function ReplaceActions({ payment, payments }: ReplaceActionsProps) {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  if (account.status !== 'connected' || account.caipAddress !== payment.account) return null
  const { connector } = account
  const wallet = nameWallet(connector)
  const [last] = listCancels(payments, payment)
  const isWaiting = last && isOpen(last) && !isSeparate(last)
  // Whether another cancellation is useless: the wallet sent the last one as a separate payment, and would send the next
  // one separately too.
  const isVain = last && isSeparate(last)
  const canCancel = isReplaceable(payment) && !isVain && !(isWaiting && last.status === 'pending')
  const isKept = isNonceKept(connector, payments)

  function review(how: ReplacementInput['how']): void {
    const { hash } = payment
    const symbol = account.status === 'connected' ? (account.network?.nativeCurrency.symbol ?? '') : ''
    const replacement = createReplacement(
      { account: payment.account, hash, how },
      {
        shell,
        symbol,
        onSent(one, sent) {
          if (!isShown(shell, one)) return
          const { router } = shell
          router.goHome()
          // After a cancellation, show the cancelled payment, since its view shows the outcome.
          router.push('SentPayment', { account: sent.account, hash: how === 'cancel' ? hash : sent.hash })
        },
      },
    )
    shell.router.push('ReplacePayment', { replacement })
  }

  return (
    <>
      <SeparateNotice payment={payment} last={last} wallet={wallet} />
      {canCancel && !isKept && connector.type !== 'AUTH' && (
        <p className="sent-note">
          <Trans message={texts.inWallet} wallet={<bdi>{wallet}</bdi>} />
        </p>
      )}
      {canCancel && (
        <div className="sent-answers">
          {isKept && payment.kind === 'send' && !isWaiting && (
            <Button kind="quiet" onClick={() => review('speedUp')}>
              {texts.replace.speedUp}
            </Button>
          )}
          <Button kind="quiet" onClick={() => review('cancel')}>
            {texts.replace.cancel}
          </Button>
        </div>
      )}
    </>
  )
}

interface SeparateNoticeProps {
  payment: SentRow
  last: SentRow | undefined
  wallet: string
}

/** Warns that the wallet used another nonce, so that the replacement is a second payment. */
function SeparateNotice({ payment, last, wallet }: SeparateNoticeProps) {
  const isVain = isOpen(payment) && last && isSeparate(last)
  if (!isVain && !isSeparate(payment)) return null
  return (
    <Alert look="warn" role="alert" title={t(texts.separate, { wallet })}>
      <Trans message={isVain ? texts.separateCancel : texts.separateText} wallet={<bdi>{wallet}</bdi>} />
    </Alert>
  )
}

/** The cancellations of a payment, newest first. */
export function listCancels(payments: readonly SentRow[], { hash }: SentRow): readonly SentRow[] {
  return payments.filter((one) => isCancel(one) && one.replaces?.hash === hash)
}
