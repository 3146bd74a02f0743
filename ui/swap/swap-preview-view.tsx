/** What would be signed, step by step, before the wallet is asked; and what the wallet made of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { batch } from '@preact/signals-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatFull } from '../../src/core/text/amount.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import {
  isSameSwap,
  needsConsent,
  type PreparedSwap,
  QUOTE_LIFE,
  type SwapDraft,
} from '../../src/core/payments/swap.ts'
import type { Swap, SwapState } from '../../src/payments/create-swap.ts'
import leafCss from '../components/leaf.css?inline'
import { formatQuote } from '../money/format-quote.ts'
import { readSecondsTo } from '../base/clock.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Say } from '../components/say.tsx'
import consentCss from '../connect/consent.css?inline'
import { Waiting } from '../components/waiting.tsx'
import { explainError } from '../base/explain-error.ts'
import { isShown } from '../payments/is-shown.ts'
import { ExpiredNotice, PaymentError, StaleReview } from '../payments/review.tsx'
import { getLocale } from '../base/locale.ts'
import answersCss from '../send/preview.css?inline'
import { groupDigits, formatTokenAmount, formatUnit } from '../money/format-amount.ts'
import { useFiatFormat } from '../money/use-prices.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { say } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { checkForm, getForm } from './form.ts'
import { Approving, Outcome } from './outcome.tsx'
import css from './preview.css?inline'
import { PriceFacts, formatPercent, useImpact } from './price-facts.tsx'
import { Steps } from './steps.tsx'
import formCss from './swap.css?inline'
import { texts } from './texts.ts'
import { useIcons } from './use-funds.ts'

addSheet(leafCss)
addSheet(answersCss)
addSheet(consentCss)
addSheet(formCss)
addSheet(css)

export const view: ViewDefinition<'SwapPreview'> = {
  title(_, data) {
    const state = data?.swap.state.value
    if (state?.status !== 'sent') return texts.reviewTitle
    const { amount, from } = state.prepared.draft
    return say(texts.swapOf, { what: formatTokenAmount(amount, from) })
  },
  // What the wallet was asked goes on; who comes back to the form has given the rest up.
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
  const form = getForm(shell).value
  // While it is read it is known, also to what prepares the swap: a limit may be on its way already.
  void shell.topic('sent', { account: swap.draft.account }).value
  const isSent = state.status === 'sent'
  const isDue = state.status === 'preparing'

  useEffect(() => {
    if (isDue) void swap.prepare()
  }, [swap, isDue])

  // After sending, Back leads to the account.
  useEffect(() => {
    const { router } = shell
    if (!isSent || !isShown(shell, swap) || router.history.peek().length < 3) return
    batch(() => {
      router.goHome()
      router.push('SwapPreview', { swap })
    })
  }, [shell, isSent, swap])

  if (state.status === 'sent')
    return <Outcome prepared={state.prepared} sent={state.sent} approved={state.approved} />
  if (account.status !== 'connected') return null
  const { draft } = checkForm(shell, form)
  if (state.status === 'asking') return <Asking account={account} swap={swap} state={state} />
  if (state.status === 'unknown') return <Unknown account={account} swap={swap} state={state} draft={draft} />
  if (!isSameSwap(swap.draft, draft)) return <StaleReview of="swap" text={texts.voidText} />
  if (state.status === 'approving') return <Approving state={state} />
  if (state.status === 'preparing') return <Preparing />
  if (state.status === 'unprepared') return <Unprepared swap={swap} error={state.error} />
  return <Ready account={account} swap={swap} draft={draft} state={state} />
}

function Preparing() {
  return (
    <div className="body swap" role="status" aria-label={texts.preparing}>
      <i className="skeleton swap-bones" />
      <i className="skeleton swap-bones small" />
    </div>
  )
}

function Unprepared({ swap, error }: { swap: Swap; error: ErrorRecord }) {
  useSignals()
  const { online } = useShell()
  const [title, words] = explain(error, online.value)
  return (
    <div className="body swap">
      <div role="alert">
        <Notice title={title} text={words} />
      </div>
      <Button kind="primary" icon="refresh" onClick={() => void swap.prepare()}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

function explain(error: ErrorRecord, isOnline: boolean): readonly [title: string, words: string] {
  const { code, context } = error
  if (code === 'swap_no_quote') return [texts.noQuote, texts.noQuoteText]
  if (code === 'swap_unsupported') return [texts.unprepared, texts.unsupported]
  if (code === 'payment_changed') return [texts.unprepared, texts.troubles.payment_changed]
  if (code !== 'swap_refused') return [texts.unprepared, explainError(error, isOnline)]
  const said = String(context['reason'])
  const reason = Object.hasOwn(texts.refusals, said) ? (said as keyof typeof texts.refusals) : 'other'
  return [texts.refused, say(texts.refusedText, { reason: texts.refusals[reason] })]
}

interface ReadyProps {
  account: ConnectedAccount
  swap: Swap
  draft: SwapDraft | undefined
  state: Extract<SwapState, { status: 'ready' }>
}

function Ready({ account, swap, draft, state }: ReadyProps) {
  useSignals()
  const shell = useShell()
  const { prepared, approved, trouble, isRenewed, before } = state
  const { simulation, shortage, preparedAt, approvals } = prepared
  const impact = useImpact(prepared.draft, prepared.expected)
  const [wanted, setWanted] = useState<string>()
  const isReading = impact === 'reading'
  const doubt = !isReading && needsConsent(impact) ? toDoubt(impact) : undefined
  const until = preparedAt + QUOTE_LIFE
  const left = readSecondsTo(until)
  useEffect(() => {
    // A hidden page is not renewed; when it is shown again, the price is current.
    const renew = () => {
      if (Date.now() >= until && document.visibilityState !== 'hidden') void swap.prepare()
    }
    const timer = setTimeout(renew, Math.max(0, until - Date.now()))
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [swap, until])

  const isHopeless = simulation.status === 'failed' || shortage !== undefined
  const all = approved + approvals.length + 1
  const n = approved + 1
  return (
    <div className="body swap">
      {trouble && <PaymentError trouble={trouble} words={texts.troubles} account={account} />}
      {approved > 0 && approvals.length === 0 && (
        <p className="alert">
          <Icon name="approve" />
          <span>
            <Say
              message={texts.limitStands}
              amount={<bdi>{formatTokenAmount(prepared.draft.amount, prepared.draft.from)}</bdi>}
            />
          </span>
        </p>
      )}
      <Obstacle prepared={prepared} account={account} />
      {!isHopeless && before !== undefined && <Worse prepared={prepared} before={before} />}
      {!isHopeless && before === undefined && doubt && !isReading && (
        <Consent
          impact={impact}
          isGiven={wanted === doubt}
          onChange={(is) => setWanted(is ? doubt : undefined)}
        />
      )}
      <Amounts prepared={prepared} />
      <PriceFacts account={account} draft={prepared.draft} quote={prepared} isPrepared />
      <Steps account={account} prepared={prepared} approved={approved} />
      <div className="send-answers swap-answers">
        <Button
          onClick={() => {
            swap.leave()
            shell.router.goBack()
          }}
        >
          {texts.cancel}
        </Button>
        {isRenewed ? (
          <Button kind="primary" busy onClick={() => {}}>
            {texts.renewing}
          </Button>
        ) : isHopeless ? (
          <Button kind="primary" icon="refresh" onClick={() => void swap.prepare()}>
            {texts.checkAgain}
          </Button>
        ) : before === undefined ? (
          <Button
            kind="primary"
            disabled={isReading || (doubt !== undefined && wanted !== doubt)}
            onClick={() => void swap.sign(prepared, draft)}
          >
            {all === 1 ? texts.sign.alone : say(texts.sign[getStep(prepared)], { n, all })}
          </Button>
        ) : (
          <Button kind="primary" onClick={() => swap.accept(prepared)}>
            {texts.accept}
          </Button>
        )}
        <p>{left > 0 && !isRenewed ? say(texts.holds, { n: left }) : '\u00a0'}</p>
      </div>
    </div>
  )
}

/** Consent counts for the impact that was shown, not for a larger one. */
function toDoubt(impact: number | undefined): string {
  return impact === undefined ? 'unknown' : `${Math.ceil(impact * 100)}`
}

function getStep({ approvals: [limit] }: PreparedSwap): 'reset' | 'limit' | 'swap' {
  if (!limit) return 'swap'
  return limit.amount === 0n ? 'reset' : 'limit'
}

function Amounts({ prepared }: { prepared: PreparedSwap }) {
  const { draft, minimum, expected } = prepared
  const { from, to, amount } = draft
  const shell = useShell()
  const locale = getLocale(shell)
  const formatFiat = useFiatFormat([from.token, to.token])
  const findIcon = useIcons(draft.account)
  const about = formatUnit(formatQuote(formatFull(expected, to.decimals), locale), to.symbol)
  const worth = formatFiat(to.token, expected, to.decimals)
  return (
    <div className="leaf" part="leaf">
      <Sum
        title={texts.pay}
        full={formatTokenAmount(amount, from)}
        figure={groupDigits(formatFull(amount, from.decimals), locale)}
        token={from}
        iconUrl={findIcon(from)}
        detail={formatFiat(from.token, amount, from.decimals) ?? texts.noPrice}
      />
      <div className="crease" />
      <Sum
        title={texts.least}
        full={formatTokenAmount(minimum, to)}
        figure={formatQuote(formatFull(minimum, to.decimals), locale)}
        token={to}
        iconUrl={findIcon(to)}
        detail={worth ? say(texts.aboutWorth, { amount: about, worth }) : say(texts.about, { amount: about })}
      />
    </div>
  )
}

interface SumProps {
  title: string
  /** Every digit. */
  full: string
  figure: string
  token: SwapDraft['from']
  iconUrl: string | undefined
  detail: string
}

function Sum({ title, full, figure, token, iconUrl, detail }: SumProps) {
  return (
    <div className="pad send-what">
      <div>
        <p className="swap-quiet">{title}</p>
        <p className="sum" title={full}>
          <bdi dir="ltr">{figure}</bdi>
          <bdi className="symbol">{token.symbol}</bdi>
        </p>
        <p className="swap-quiet">
          <bdi dir="ltr">{detail}</bdi>
        </p>
      </div>
      <Mark name={token.symbol} url={iconUrl} size={40} shape="round" />
    </div>
  )
}

/** Why it would not work. */
function Obstacle({ prepared, account }: { prepared: PreparedSwap; account: ConnectedAccount }) {
  const { simulation, shortage } = prepared
  const coin = account.network?.nativeCurrency.symbol ?? ''
  const words: ReactNode[] = []
  if (shortage) words.push(say(texts.shortage[shortage], { token: coin } as never))
  else if (simulation.status === 'failed') {
    words.push(simulation.fault === 'funds' ? texts.simulationFunds : texts.simulationText)
    if (simulation.reason)
      words.push(<Say message={texts.simulationReason} reason={<bdi>{simulation.reason}</bdi>} />)
  }
  if (words.length === 0) return null
  return (
    <p className="alert bad" role="alert">
      <Icon name="bad" />
      <span>
        <b>{shortage ? texts.buttons.funds_insufficient : texts.simulationFailed}</b>
        {words.map((each, index) => (
          <span key={index} className="sentence">
            {each}
          </span>
        ))}
      </span>
    </p>
  )
}

function Worse({ prepared: { minimum, draft }, before }: { prepared: PreparedSwap; before: bigint }) {
  return (
    <p className="alert warn" role="alert">
      <Icon name="warn" />
      <span>
        <b>{texts.worse}</b>
        <Say
          message={texts.worseText}
          now={<bdi dir="ltr">{formatTokenAmount(minimum, draft.to)}</bdi>}
          before={<bdi dir="ltr">{formatTokenAmount(before, draft.to)}</bdi>}
        />
      </span>
    </p>
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
            {isUnknown
              ? texts.unknownImpact
              : say(texts.highImpact, { impact: formatPercent(impact, locale) })}
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

interface AskingProps {
  account: ConnectedAccount
  swap: Swap
  state: Extract<SwapState, { status: 'asking' }>
}

function Asking({ account, swap, state: { prepared, approved, startedAt } }: AskingProps) {
  const { name, imageUrl } = account.connector
  const { draft, minimum, approvals } = prepared
  const all = approved + approvals.length + 1
  const amount = <bdi dir="ltr">{formatTokenAmount(draft.amount, draft.from)}</bdi>
  const step = getStep(prepared)
  return (
    <Waiting
      name={name}
      startedAt={startedAt}
      picture={<Orbit name={name} url={imageUrl} shape="square" state="waiting" />}
      step={all > 1 ? say(texts.step, { n: approved + 1, all }) : undefined}
      text={
        step === 'reset' ? (
          <Say message={texts.approveReset} token={<bdi>{draft.from.symbol}</bdi>} />
        ) : step === 'limit' ? (
          <Say message={texts.approveLimit} amount={amount} />
        ) : (
          <Say
            message={texts.approveSwap}
            amount={amount}
            least={<bdi dir="ltr">{formatTokenAmount(minimum, draft.to)}</bdi>}
          />
        )
      }
      onCancel={swap.cancel}
    />
  )
}

interface UnknownProps {
  account: ConnectedAccount
  swap: Swap
  state: Extract<SwapState, { status: 'unknown' }>
  draft: SwapDraft | undefined
}

function Unknown({ account, swap, state: { prepared }, draft }: UnknownProps) {
  const { router } = useShell()
  const { name, imageUrl } = account.connector
  const wallet = <bdi>{name}</bdi>
  const { draft: of, approvals } = prepared
  const [limit] = approvals
  const amount = formatTokenAmount(limit ? limit.amount : of.amount, of.from)
  const what = <bdi>{say(limit ? texts.lookLimit : texts.lookSwap, { amount })}</bdi>
  return (
    <div className="body center">
      <Orbit name={name} url={imageUrl} shape="square" state="busy" />
      <div role="alert">
        <h3 className="heading">
          <Say message={texts.lookFirst} wallet={wallet} />
        </h3>
        <p className="lede">
          <Say message={texts.lookText} what={what} wallet={wallet} />
        </p>
      </div>
      <Button kind="primary" onClick={router.goHome}>
        {texts.toAccount}
      </Button>
      {isSameSwap(of, draft) && (
        <Button kind="quiet" onClick={() => void swap.sign(prepared, draft, true)}>
          {texts.notThere}
        </Button>
      )}
    </div>
  )
}
