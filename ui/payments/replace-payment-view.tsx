/** The review before a payment is sped up or cancelled: the fee, and what happens to the pending payment. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { OpenReplacement } from '../../src/core/payments/replacement.ts'
import type { Replacement } from '../../src/payments/create-replacement.ts'
import type { ReviewFailure } from '../../src/payments/create-review.ts'
import { isNonceKept } from '../../src/wallets/can-speed-up.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import leafCss from '../components/leaf.css?inline'
import { Button } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { Notice } from '../components/notice.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Reason } from '../components/reason.tsx'
import { Trans } from '../components/trans.tsx'
import { Waiting } from '../components/waiting.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { useFiatFormat } from '../money/use-prices.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Fee } from './fee-facts.tsx'
import { ExpiredNotice, PaymentError } from './review.tsx'
import css from './sent-payment.css?inline'
import { texts as reviewTexts } from './review-texts.ts'
import { texts } from './texts.ts'

addSheet(leafCss)
addSheet(css)

declare module '../../src/shell/routes.ts' {
  interface Routes {
    ReplacePayment: { replacement: Replacement }
  }
}

export const view: ViewDefinition<'ReplacePayment'> = {
  title: (_, data) => (data ? texts.replace[data.replacement.draft.how] : texts.sent),
  leave: (_, data) => data?.replacement.leave(),
  View: ({ data }) => (data ? <ReplaceReview {...data} /> : <ExpiredNotice />),
}

function ReplaceReview({ replacement }: { replacement: Replacement }) {
  useSignals()
  const { account: active, router } = useShell()
  const account = active.value
  const state = replacement.state.value
  const failure = state.status === 'ready' ? state.failure : undefined
  const isDue = state.status === 'preparing'
  // Whether the node's answer has changed since the review was prepared. Then the review is prepared again.
  const isOld = failure?.code === 'payment_changed'
  useEffect(() => {
    if (isDue || isOld) void replacement.prepare()
  }, [replacement, isDue, isOld])

  if (account.status !== 'connected') return null
  const name = nameWallet(account.connector)
  if (state.status === 'asking')
    return (
      <Waiting
        name={name}
        startedAt={state.startedAt}
        picture={<Orbit name={name} url={account.connector.imageUrl} shape="square" state="waiting" />}
        text={<Outlook how={replacement.draft.how} account={account} />}
        onCancel={replacement.cancel}
      />
    )
  if (state.status === 'preparing') return <i className="body skeleton replace-bones" role="status" />
  const done = (
    <Button kind="primary" onClick={router.goBack}>
      {texts.done}
    </Button>
  )
  if (state.status === 'unknown')
    return (
      <div className="body" role="alert">
        <Notice title={texts.unknownTitle} text={texts.unknownText} />
        {done}
      </div>
    )
  if (state.status === 'unprepared')
    return (
      <div className="body" role="alert">
        <Notice title={texts.replaceUnknown} text={<Reason error={state.error} wallet={name} />} />
        <Button kind="primary" icon="refresh" onClick={() => void replacement.prepare()}>
          {reviewTexts.tryAgain}
        </Button>
      </div>
    )
  const { prepared } = state
  if (prepared.status !== 'open')
    return (
      <div className="body" role="alert">
        {prepared.status === 'used' ? (
          <Notice title={texts.replaceUsed} text={texts.replaceUsedText} />
        ) : (
          <Notice title={texts.replaceUnknown} text={texts.replaceUnknownText} />
        )}
        {done}
      </div>
    )
  if (state.status !== 'ready') return null
  return (
    <Facts
      replacement={replacement}
      prepared={prepared}
      account={account}
      failure={failure}
      isRenewed={state.isRenewed}
    />
  )
}

interface FactsProps {
  replacement: Replacement
  prepared: OpenReplacement
  account: ConnectedAccount
  failure: ReviewFailure | undefined
  isRenewed: boolean | undefined
}

function Facts({ replacement, prepared, account, failure, isRenewed }: FactsProps) {
  const { how } = replacement.draft
  const { payment, fee } = prepared
  const formatFiat = useFiatFormat([nativeToken(account.caipNetworkId)])
  return (
    <div className="body">
      <div className="leaf" part="leaf">
        <dl className="pad fact-list">
          <Fact name={texts.amount}>
            <bdi dir="ltr">{formatUnit(payment.out.text, payment.out.symbol)}</bdi>
          </Fact>
          <Fact name={texts.feeBefore}>
            <Fee account={account} formatFiat={formatFiat} units={fee.before} />
          </Fact>
          <Fact name={texts.feeAfter}>
            <Fee account={account} formatFiat={formatFiat} units={fee.max} />
          </Fact>
        </dl>
      </div>
      <p className="lede">
        <Outlook how={how} account={account} />
      </p>
      {failure && <PaymentError account={account} failure={failure} words={{}} />}
      <Button kind="primary" busy={!!isRenewed} onClick={() => void replacement.send(prepared)}>
        {texts.replace[how]}
      </Button>
    </div>
  )
}

/** What happens to the pending payment, as far as the wallet's behaviour is known. */
function Outlook({ how, account }: { how: 'speedUp' | 'cancel'; account: ConnectedAccount }) {
  useSignals()
  const { payments = [] } = useShell().topic('sent', { account: account.caipAddress }).value.data ?? {}
  const isKept = isNonceKept(account.connector, payments)
  return (
    <>
      {how === 'cancel' && <span className="replace-line">{texts.cancelText}</span>}
      <span className="replace-line">
        {isKept ? (
          texts.either
        ) : (
          <Trans message={texts.mayIgnore} wallet={<bdi>{nameWallet(account.connector)}</bdi>} />
        )}
      </span>
    </>
  )
}
