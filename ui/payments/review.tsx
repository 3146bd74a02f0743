/** The frame of every review: what the wallet will be asked for, and its answer. */
import { useSignals } from '@preact/signals-react/runtime'
import { batch } from '@preact/signals-react'
import { type ReactNode, useEffect } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { Simulation } from '../../src/core/payments/transfer.ts'
import type { ReviewState, ReviewFailure } from '../../src/payments/create-review.ts'
import { renewAt } from '../../src/payments/renew-at.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import leafCss from '../components/leaf.css?inline'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Trans } from '../components/trans.tsx'
import { Waiting } from '../components/waiting.tsx'
import { otherErrorTexts } from '../base/error-texts.ts'
import { findText, getReason } from '../base/explain-error.ts'
import { Reason } from '../components/reason.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Alert } from './alert.tsx'
import { isShown, type Reviewed } from './is-shown.ts'
import { failures, texts } from './review-texts.ts'
import css from './review.css?inline'

addSheet(leafCss)
addSheet(css)

export type Ready<Prepared> = Extract<ReviewState<Prepared>, { status: 'ready' }>

interface ReviewProps {
  of: 'send' | 'swap' | 'cap'
  review: Reviewed
  /** Whether the prepared payment still matches the form. */
  isCurrent: boolean
  /** Texts for this kind of payment. */
  words: Readonly<Record<'preparing' | 'lookFirst' | 'lookText', string>>
  explain(error: ErrorRecord, isOnline: boolean): readonly [title: string, words: string]
  /** Set while the wallet is asked: what to compare there, and which of several requests this is. */
  request: { text: ReactNode; step?: string | undefined } | undefined
  /** The payment in words. Shown if it may have been sent already. */
  what: string | undefined
  /** Sends the payment again, after the person has checked that the wallet has not sent it. */
  confirmAgain(): void
  /** Where to go from a review that cannot continue. Default: to the account, or back to the form. */
  exit?: ReviewExit | undefined
  /** The content: the prepared payment, or its outcome. */
  children: ReactNode
}

export interface ReviewExit {
  words: string
  go(): void
}

export function Review(props: ReviewProps) {
  useSignals()
  const { of, review, isCurrent, words, request, what, confirmAgain, exit, children } = props
  const shell = useShell()
  const state = review.state.value
  const account = shell.account.value
  const { online } = shell
  const isSent = state.status === 'sent'
  const isDue = state.status === 'preparing'

  useEffect(() => {
    if (isDue) void review.prepare()
  }, [review, isDue])

  // Once the payment is sent, Back leads to the account; for a revocation, to the other spending caps.
  useEffect(() => {
    const { router } = shell
    if (!isSent || !isShown(shell, review) || router.history.peek().length < 3) return
    if ('revoke' in review) return
    batch(() => {
      router.goHome()
      if ('sign' in review) router.push('SwapPreview', { swap: review })
      else router.push('WalletSendPreview', { transfer: review })
    })
  }, [shell, isSent, review])

  if (isSent) return children
  if (account.status !== 'connected') return null
  const { imageUrl } = account.connector
  const name = nameWallet(account.connector)
  const picture = (look: 'waiting' | 'busy') => (
    <Orbit name={name} url={imageUrl} shape="square" state={look} />
  )
  if (state.status === 'asking' && request)
    return (
      <Waiting
        name={name}
        startedAt={state.startedAt}
        picture={picture('waiting')}
        onCancel={review.cancel}
        {...request}
      />
    )
  if (state.status === 'unknown')
    return (
      <div className="body center">
        {picture('busy')}
        <div role="alert">
          <h3 className="heading">
            <Trans message={words.lookFirst} {...{ wallet: <bdi>{name}</bdi> }} />
          </h3>
          <p className="lede">
            <Trans message={words.lookText} {...{ what: <bdi>{what}</bdi>, wallet: <bdi>{name}</bdi> }} />
          </p>
        </div>
        {state.failure && (
          <Alert look="warn" role="alert" title={texts.notSentAgain}>
            <Reason error={state.failure} wallet={name} />
          </Alert>
        )}
        <Button kind="primary" onClick={exit?.go ?? shell.router.goHome}>
          {exit?.words ?? texts.toAccount}
        </Button>
        {isCurrent && (
          <Button kind="quiet" busy={!!state.isRenewed} onClick={confirmAgain}>
            {texts.notThere}
          </Button>
        )}
      </div>
    )
  // Do not show an outdated review, since people could take it for the current review.
  if (!isCurrent)
    return (
      <Stop of={of} title={texts.void} text={texts.voidText}>
        <Button kind="primary" onClick={exit?.go ?? shell.router.goBack}>
          {exit?.words ?? texts.backToForm}
        </Button>
      </Stop>
    )
  if (state.status === 'preparing')
    return (
      <div className={`body ${of}`} role="status" aria-label={words.preparing}>
        <i className="skeleton review-bones" />
        <i className="skeleton review-bones small" />
      </div>
    )
  if (state.status !== 'unprepared') return children
  const [title, text] = props.explain(state.error, online.value)
  return (
    <Stop of={of} title={title} text={text}>
      <Button kind="primary" icon="refresh" onClick={() => void review.prepare()}>
        {texts.tryAgain}
      </Button>
    </Stop>
  )
}

interface StopProps {
  of: 'send' | 'swap' | 'cap'
  title: string
  text: string
  children: ReactNode
}

/** Explains why there is nothing to sign: the payment could not be prepared, or the form has changed since. */
function Stop({ of, title, text, children }: StopProps) {
  return (
    <div className={`body ${of}`}>
      <div role="alert">
        <Notice title={title} text={text} />
      </div>
      {children}
    </div>
  )
}

/** Leads home from a route without data, such as an expired review. Shows nothing. */
export function ExpiredNotice() {
  const { router } = useShell()
  useEffect(() => router.goHome(), [router])
  return null
}

/** Prepares the review again when it expires. @param until milliseconds since 1970 */
export function useRenewal({ prepare }: Reviewed, until: number | undefined): void {
  useEffect(() => (until === undefined ? undefined : renewAt(until, prepare)), [prepare, until])
}

interface AnswersProps {
  review: Reviewed
  /** Whether the payment would fail. If so, the button prepares the review again. */
  isHopeless: boolean
  isRenewed: boolean | undefined
  renewing: string
  /** Whether the label is long and needs a smaller font beside Cancel. */
  isLong?: boolean
  isDisabled?: boolean
  onConfirm(): void
  children: string
  /** A line of text below the buttons. */
  note?: string
}

export function ReviewButtons(props: AnswersProps) {
  const { review, isHopeless, isRenewed, renewing, isLong, isDisabled, onConfirm, children, note } = props
  const { router } = useShell()
  const isRetry = isHopeless && !isRenewed
  return (
    <div className={isLong ? 'send-answers long' : 'send-answers'}>
      <Button
        onClick={() => {
          review.leave()
          router.goBack()
        }}
      >
        {texts.cancel}
      </Button>
      <Button
        kind="primary"
        busy={!!isRenewed}
        disabled={!isHopeless && !isRenewed && !!isDisabled}
        onClick={isRetry ? () => void review.prepare() : onConfirm}
        {...(isRetry && { icon: 'refresh' as const })}
      >
        <span>{isRenewed ? renewing : isRetry ? texts.checkAgain : children}</span>
      </Button>
      {note !== undefined && <p>{note}</p>}
    </div>
  )
}

interface ObstacleProps {
  account: ConnectedAccount
  simulation: Simulation
  shortage: 'funds' | 'fee' | undefined
  /** Texts for a failed simulation and for a balance that is too small. */
  words: Readonly<Record<'failed' | 'fault' | 'short', string>>
}

/** Explains why the payment would fail. */
export function Obstacle({ account, simulation, shortage, words }: ObstacleProps) {
  const isFailed = simulation.status === 'failed'
  const sentences: ReactNode[] = []
  if (isFailed) sentences.push(words.fault)
  if (isFailed && simulation.reason)
    sentences.push(<Trans message={texts.simulationReason} reason={<bdi>{simulation.reason}</bdi>} />)
  if (shortage === 'funds') sentences.push(texts.shortage.funds)
  if (shortage === 'fee')
    sentences.push(t(texts.shortage.fee, { token: account.network?.nativeCurrency.symbol ?? '' }))
  if (sentences.length === 0) return null
  return (
    <Alert look="bad" role="alert" title={isFailed ? words.failed : words.short}>
      {sentences.map((each, index) => (
        <span key={index} className="sentence">
          {each}
        </span>
      ))}
    </Alert>
  )
}

interface SumProps {
  title: string
  /** The amount with all its digits. */
  full: string
  figure: string
  symbol: string
  iconUrl: string | undefined
  detail: string
}

/** One amount of a payment: what the account sends or receives. */
export function ReviewAmount({ title, full, figure, symbol, iconUrl, detail }: SumProps) {
  return (
    <div className="pad send-what">
      <div>
        <p>{title}</p>
        <p className="sum" title={full}>
          <bdi dir="ltr">{figure}</bdi>
          <bdi className="symbol">{symbol}</bdi>
        </p>
        <p>
          <bdi dir="ltr">{detail}</bdi>
        </p>
      </div>
      <Mark name={symbol} url={iconUrl} size={44} shape="round" />
    </div>
  )
}

interface FailureProps {
  account: ConnectedAccount
  failure: ReviewFailure
  /** Texts by error code, which this review uses instead of the general texts. */
  words: Readonly<Record<string, string>>
}

/** Explains why the last attempt sent no payment. */
export function PaymentError({ failure, words, account }: FailureProps) {
  useSignals()
  const { online } = useShell()
  const name = nameWallet(account.connector)
  const { code } = failure
  const wallet = <bdi>{name}</bdi>
  const message = findText({ ...failures, ...words }, code)
  const reason = 'context' in failure && getReason(failure)
  return (
    <p className="alert warn" role="alert">
      <Icon name="warn" />
      <span>
        {message && <Trans message={message} {...{ wallet }} />}
        {!message && 'context' in failure && <Reason error={failure} wallet={name} />}
        {!message && <span className="sentence">{texts.notSent}</span>}
        {message && reason && (
          <span className="sentence">
            <Trans message={texts.walletSays} wallet={wallet} words={<bdi>{reason}</bdi>} />
          </span>
        )}
        {code === 'code_missing' && !online.value && (
          <span className="sentence">{otherErrorTexts.offline}</span>
        )}
      </span>
    </p>
  )
}
