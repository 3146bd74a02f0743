/** The review of a swap and its approvals before the wallet is asked, and the outcome. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import {
  isNativeToken,
  isSameSwap,
  needsConsent,
  type PreparedSwap,
  QUOTE_LIFE,
  type SwapDraft,
  type SwapToken,
} from '../../src/core/payments/swap.ts'
import type { Swap } from '../../src/payments/create-swap.ts'
import { findObstacle, getConsentKey } from '../../src/payments/required-consents.ts'
import { formatQuote } from '../money/format-quote.ts'
import { readSecondsTo } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import consentCss from '../connect/consent.css?inline'
import { explainError } from '../base/explain-error.ts'
import { Alert } from '../payments/alert.tsx'
import { FeeUncovered } from '../payments/fee-uncovered.tsx'
import {
  ReviewButtons,
  ExpiredNotice,
  Obstacle,
  PaymentError,
  type Ready,
  Review,
  ReviewAmount,
  useRenewal,
} from '../payments/review.tsx'
import { getLocale } from '../../src/base/locale.ts'
import { groupDigits, formatTokenAmount, formatUnit } from '../money/format-amount.ts'
import { useFiatFormat } from '../money/use-prices.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { checkForm, getForm } from '../../src/payments/swap-form.ts'
import { Approving, Outcome } from './outcome.tsx'
import css from './preview.css?inline'
import { PriceFacts, formatPercent, useImpact } from './price-facts.tsx'
import { Steps } from './steps.tsx'
import formCss from './swap.css?inline'
import { failures } from '../payments/review-texts.ts'
import { texts } from './texts.ts'
import { TokenDoubt } from './token-doubt.tsx'
import { useIcons } from './use-funds.ts'

addSheet(consentCss)
addSheet(formCss)
addSheet(css)

export const view: ViewDefinition<'SwapPreview'> = {
  title(_, data) {
    const state = data?.swap.state.value
    if (state?.status !== 'sent') return texts.reviewTitle
    const { amount, from } = state.prepared.draft
    return t(texts.swapOf, { what: formatTokenAmount(amount, from) })
  },
  // Gives up the remaining steps. A request that is already in the wallet continues.
  leave(_, data) {
    data?.swap.cancel()
    data?.swap.leave()
  },
  next: ['Account'],
  View: ({ data }) => (data ? <Preview swap={data.swap} /> : <ExpiredNotice />),
}

function Preview({ swap }: { swap: Swap }) {
  useSignals()
  const shell = useShell()
  const state = swap.state.value
  const account = shell.account.value
  const { draft } = checkForm(shell, getForm(shell).value)
  const unknown = state.status === 'unknown' ? state.prepared : undefined
  // Watch this topic for the preparation of the swap, too: an approval may be pending already.
  void shell.topic('sent', { account: swap.draft.account }).value
  return (
    <Review
      of="swap"
      review={swap}
      isCurrent={isSameSwap(swap.draft, draft)}
      words={{ ...texts, lookText: texts.lookTexts[unknown?.approvals.length ? 'cap' : 'swap'] }}
      explain={explain}
      request={state.status === 'asking' ? describeRequest(state.prepared, state.approved) : undefined}
      what={unknown && formatStep(unknown)}
      confirmAgain={() => 'prepared' in state && void swap.sign(state.prepared, draft, true)}
    >
      {state.status === 'sent' && <Outcome {...state} />}
      {state.status === 'approving' && <Approving {...state} />}
      {state.status === 'ready' && account.status === 'connected' && (
        <ReadyReview account={account} swap={swap} draft={draft} {...state} />
      )}
    </Review>
  )
}

function explain(error: ErrorRecord, isOnline: boolean): readonly [title: string, words: string] {
  const { code, context } = error
  if (code === 'swap_no_quote') return [texts.noQuote, texts.noQuoteText]
  if (code === 'swap_unsupported') return [texts.unprepared, texts.unsupported]
  if (code === 'payment_changed') return [texts.unprepared, failures.payment_changed]
  if (code !== 'swap_refused') return [texts.unprepared, explainError(error, isOnline)]
  const reasonCode = String(context['reason'])
  const reason = Object.hasOwn(texts.refusals, reasonCode)
    ? (reasonCode as keyof typeof texts.refusals)
    : 'other'
  return [texts.refused, t(texts.refusedText, { reason: texts.refusals[reason] })]
}

interface ReadyProps extends Ready<PreparedSwap> {
  account: ConnectedAccount
  swap: Swap
  draft: SwapDraft | undefined
  /** Number of approvals that are confirmed. */
  approved: number
}

function ReadyReview(props: ReadyProps) {
  useSignals()
  const { account, swap, draft, prepared, approved, failure, isRenewed, before } = props
  const { simulation, shortage, preparedAt, approvals } = prepared
  const impact = useImpact(prepared.draft, prepared.expected)
  const [wanted, setWanted] = useState<string>()
  const isReading = impact === 'reading'
  const doubt =
    !isReading && needsConsent(impact) ? getConsentKey({ code: 'price_impact', impact }) : undefined
  const until = preparedAt + QUOTE_LIFE
  const left = readSecondsTo(until)
  useRenewal(swap, until)

  const isHopeless = findObstacle(prepared) !== undefined
  const all = approved + approvals.length + 1
  return (
    <div className="body swap">
      {failure && <PaymentError failure={failure} words={texts.failures} account={account} />}
      {approved > 0 && approvals.length === 0 && (
        <p className="alert">
          <Icon name="approve" />
          <span>
            <Trans
              message={texts.capStands}
              amount={<bdi>{formatTokenAmount(prepared.draft.amount, prepared.draft.from)}</bdi>}
            />
          </span>
        </p>
      )}
      <Obstacle
        account={account}
        // If a balance is too small, the simulation fails because of that and adds nothing.
        simulation={shortage ? { status: 'unknown' } : simulation}
        shortage={shortage}
        words={{
          failed: texts.simulationFailed,
          fault:
            simulation.status === 'failed' && simulation.fault === 'funds'
              ? texts.simulationFunds
              : texts.simulationText,
          short: texts.buttons.funds_insufficient,
        }}
      />
      <FeeUncovered prepared={prepared} account={account} />
      {!isHopeless && before !== undefined && <Worse prepared={prepared} before={before} />}
      {!isHopeless && before === undefined && doubt && !isReading && (
        <Consent
          impact={impact}
          isGiven={wanted === doubt}
          onChange={(is) => setWanted(is ? doubt : undefined)}
        />
      )}
      <TokenDoubt token={prepared.draft.from} />
      <TokenDoubt token={prepared.draft.to} />
      <Amounts prepared={prepared} />
      <PriceFacts account={account} draft={prepared.draft} quote={prepared} isPrepared />
      <Steps account={account} prepared={prepared} approved={approved} />
      <ReviewButtons
        review={swap}
        isHopeless={isHopeless}
        isRenewed={isRenewed}
        renewing={texts.renewing}
        isDisabled={before === undefined && (isReading || (doubt !== undefined && wanted !== doubt))}
        onConfirm={() => (before === undefined ? void swap.sign(prepared, draft) : swap.accept(prepared))}
        note={left > 0 && !isRenewed ? t(texts.holds, { n: left }) : '\u00a0'}
      >
        {before !== undefined
          ? texts.accept
          : all === 1
            ? texts.sign.alone
            : t(texts.sign[getStep(prepared)], {
                n: approved + 1,
                all,
                amount: formatTokenAmount(prepared.draft.amount, prepared.draft.from),
              })}
      </ReviewButtons>
    </div>
  )
}

function getStep({ approvals: [approval] }: PreparedSwap): 'reset' | 'approve' | 'swap' {
  if (!approval) return 'swap'
  return approval.amount === 0n ? 'reset' : 'approve'
}

function Amounts({ prepared }: { prepared: PreparedSwap }) {
  const { draft, minimum, expected } = prepared
  const { from, to, amount } = draft
  const shell = useShell()
  const locale = getLocale(shell)
  const formatFiat = useFiatFormat([from.token, to.token])
  const findIcon = useIcons(draft.account)
  const about = formatUnit(formatQuote(formatFull(expected, to.decimals), locale), to.symbol)
  const fiatValue = formatFiat(to.token, expected, to.decimals)
  return (
    <div className="leaf" part="leaf">
      <ReviewAmount
        title={texts.pay}
        full={formatTokenAmount(amount, from)}
        figure={groupDigits(formatFull(amount, from.decimals), locale)}
        symbol={from.symbol}
        iconUrl={findIcon(from)}
        detail={formatFiat(from.token, amount, from.decimals) ?? texts.noPrice}
      />
      <Contract token={from} />
      <div className="crease" />
      <ReviewAmount
        title={texts.least}
        full={formatTokenAmount(minimum, to)}
        figure={formatQuote(formatFull(minimum, to.decimals), locale)}
        symbol={to.symbol}
        iconUrl={findIcon(to)}
        detail={
          fiatValue
            ? t(texts.aboutWorth, { amount: about, worth: fiatValue })
            : t(texts.about, { amount: about })
        }
      />
      <Contract token={to} />
    </div>
  )
}

/** The contract of a token, since other tokens may have the same symbol. */
function Contract({ token }: { token: SwapToken }) {
  if (isNativeToken(token)) return null
  return (
    <div className="swap-contract-of">
      <p className="swap-quiet">{t(texts.contract, { symbol: token.symbol })}</p>
      <bdi className="mono" dir="ltr">
        {toChecksumAddress(parseCaipAddress(token.token).address)}
      </bdi>
    </div>
  )
}

function Worse({ prepared: { minimum, draft }, before }: { prepared: PreparedSwap; before: bigint }) {
  return (
    <Alert look="warn" role="alert" title={texts.worse}>
      <Trans
        message={texts.worseText}
        now={<bdi dir="ltr">{formatTokenAmount(minimum, draft.to)}</bdi>}
        before={<bdi dir="ltr">{formatTokenAmount(before, draft.to)}</bdi>}
      />
    </Alert>
  )
}

interface ConsentProps {
  impact: number | undefined
  isGiven: boolean
  onChange(isGiven: boolean): void
}

function Consent({ impact, isGiven, onChange }: ConsentProps) {
  const locale = getLocale(useShell())
  const isUnknown = impact === undefined
  const level = isUnknown ? 'warn' : 'bad'
  const tick = isUnknown ? texts.unknownImpactTick : texts.highImpactTick
  return (
    <div className={`alert ${level}`}>
      <Icon name={level} />
      <div>
        <div role="alert">
          <b>
            {isUnknown ? texts.unknownImpact : t(texts.highImpact, { impact: formatPercent(impact, locale) })}
          </b>
          {isUnknown ? texts.unknownImpactText : texts.highImpactText}
        </div>
        <label className="consent">
          <input
            type="checkbox"
            aria-label={tick}
            checked={isGiven}
            onChange={({ target }) => onChange(target.checked)}
          />
          <span>{tick}</span>
        </label>
      </div>
    </div>
  )
}

/** What the wallet is asked for now, and which of several requests it is. */
function describeRequest(prepared: PreparedSwap, approved: number) {
  const { draft, minimum, approvals } = prepared
  const all = approved + approvals.length + 1
  const amount = <bdi dir="ltr">{formatTokenAmount(draft.amount, draft.from)}</bdi>
  const requests = {
    reset: <Trans message={texts.approveReset} token={<bdi>{draft.from.symbol}</bdi>} />,
    approve: <Trans message={texts.approveCap} amount={amount} />,
    swap: (
      <Trans
        message={texts.approveSwap}
        amount={amount}
        least={<bdi dir="ltr">{formatTokenAmount(minimum, draft.to)}</bdi>}
      />
    ),
  }
  return {
    text: requests[getStep(prepared)],
    step: all > 1 ? t(texts.step, { n: approved + 1, all }) : undefined,
  }
}

function formatStep({ draft, approvals: [approval] }: PreparedSwap): string {
  return formatTokenAmount(approval ? approval.amount : draft.amount, draft.from)
}
