/** What the last looks at a transfer and at a swap have in common. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { SwapTrouble } from '../../src/payments/create-swap.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Notice } from '../components/notice.tsx'
import { Say } from '../components/say.tsx'
import { otherErrorTexts } from '../base/error-texts.ts'
import { getSaid } from '../base/explain-error.ts'
import { Reason } from '../components/reason.tsx'
import { useShell } from '../base/shell-context.ts'
import { texts } from './review-texts.ts'

/** There is nothing to look at. */
export function ExpiredNotice() {
  const { router } = useShell()
  useEffect(() => router.goHome(), [router])
  return null
}

/** Replaces a review that is out of date, so that nobody takes it for current. */
export function StaleReview({ of, text }: { of: 'send' | 'swap'; text: string }) {
  const { router } = useShell()
  return (
    <div className={`body ${of}`}>
      <div role="alert">
        <Notice title={texts.void} text={text} />
      </div>
      <Button kind="primary" onClick={router.goBack}>
        {texts.backToForm}
      </Button>
    </div>
  )
}

interface TroubleProps {
  account: ConnectedAccount
  trouble: ErrorRecord | Extract<SwapTrouble, { code: 'approval_failed' }>
  /** Texts for codes that this review explains in its own words. */
  words: Readonly<Record<string, string>>
}

/** Why the last try did not send it. */
export function PaymentError({ trouble, words, account }: TroubleProps) {
  useSignals()
  const { online } = useShell()
  const { name } = account.connector
  const { code } = trouble
  const wallet = <bdi>{name}</bdi>
  const message = Object.hasOwn(words, code) ? words[code] : undefined
  const said = 'context' in trouble && getSaid(trouble)
  return (
    <p className="alert warn" role="alert">
      <Icon name="warn" />
      <span>
        {message && <Say message={message} {...{ wallet }} />}
        {!message && 'context' in trouble && <Reason error={trouble} wallet={name} />}
        {message && said && (
          <span className="sentence">
            <Say message={texts.walletSays} wallet={wallet} words={<bdi>{said}</bdi>} />
          </span>
        )}
        {code === 'code_missing' && !online.value && (
          <span className="sentence">{otherErrorTexts.offline}</span>
        )}
      </span>
    </p>
  )
}
