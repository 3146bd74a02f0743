/** The review of a transfer, with everything that the wallet will be asked for, and its outcome. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import {
  getMoved,
  getShown,
  isPreparedFrom,
  type PreparedTransfer,
  type TransferDraft,
} from '../../src/core/payments/transfer.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import { findObstacle, getConsentKey, isDanger } from '../../src/payments/required-consents.ts'
import { Avatar } from '../components/avatar.tsx'
import { Address } from '../components/whole-address.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { explainError, findText } from '../base/explain-error.ts'
import { nameNetwork } from '../components/name-network.ts'
import { Alert } from '../payments/alert.tsx'
import { FeeUncovered } from '../payments/fee-uncovered.tsx'
import {
  ReviewButtons,
  Obstacle,
  PaymentError,
  type Ready,
  Review,
  type ReviewExit,
  ReviewAmount,
  useRenewal,
} from '../payments/review.tsx'
import { texts as reviewTexts } from '../payments/review-texts.ts'
import { Fee, FeeFact, SimulationFact } from '../payments/fee-facts.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { Call } from './call.tsx'
import { getLocale } from '../../src/base/locale.ts'
import { iconOf } from '../money/icon-of.ts'
import { Outcome } from './outcome.tsx'
import formCss from './send.css?inline'
import css from './preview.css?inline'
import { groupDigits, formatTokenAmount, formatPayment, NO_BREAK } from '../money/format-amount.ts'
import { texts } from './texts.ts'
import { useHistory } from './use-history.ts'
import { toPriced, useFiatFormat } from '../money/use-prices.ts'
import { Network } from './wallet-send-view.tsx'
import { type ChangeReceiver, Danger, Warnings } from './warnings.tsx'

addSheet(formCss)
addSheet(css)

interface TransferReviewProps {
  transfer: Transfer
  /**
   * The transfer in the form now; undefined if its account is not connected. A prepared transfer that differs from this
   * draft is not sent.
   */
  draft: TransferDraft | undefined
  /** The button to choose another receiver. */
  change: ChangeReceiver
  /** Where to go if the review cannot continue: see `Review`. */
  exit?: ReviewExit
  /** Label of the button, from the amount. Default: Send with the amount. */
  nameAction?(what: string): string
  /** Content above the payment. */
  head?: ReactNode
  /** Name of the receiver; absent if the name is part of the draft or unknown. */
  name?: string | undefined
}

export function TransferReview(props: TransferReviewProps) {
  useSignals()
  const { transfer, draft, exit } = props
  const shell = useShell()
  const account = shell.account.value
  const state = transfer.state.value
  const prepared = 'prepared' in state ? state.prepared : undefined
  const isCurrent =
    draft?.account === transfer.draft.account && (!prepared || isPreparedFrom(prepared, draft))
  return (
    <Review
      of="send"
      review={transfer}
      isCurrent={isCurrent}
      words={texts}
      explain={explain}
      request={prepared && { text: <Request prepared={prepared} /> }}
      what={prepared && formatPayment(prepared)}
      confirmAgain={() => prepared && void transfer.send(prepared, draft, true)}
      exit={exit}
    >
      {state.status === 'sent' && <Outcome transfer={transfer} {...state} />}
      {state.status === 'ready' && account.status === 'connected' && draft && (
        <ReadyReview {...props} account={account} draft={draft} {...state} />
      )}
    </Review>
  )
}

/** Tells the person which details to compare in the wallet. */
function Request({ prepared }: { prepared: PreparedTransfer }) {
  const { address } = prepared.receiver
  return (
    <Trans
      message={texts.approve}
      what={<bdi>{formatPayment(prepared)}</bdi>}
      to={
        <bdi className="mono" dir="ltr" title={address}>
          {shortAddress(address)}
        </bdi>
      }
    />
  )
}

function explain(error: ErrorRecord, isOnline: boolean): readonly [title: string, words: string] {
  const { problem, reason } = error.context
  const words =
    findText(texts.buttons, problem) ??
    (error.code === 'transfer_refused' ? findText(texts.refusals, reason) : undefined) ??
    explainError(error, isOnline)
  return [texts.unprepared, words]
}

/** An amount with more characters than this has a smaller font beside Cancel. */
const LONG = 16

interface ReadyProps extends Ready<PreparedTransfer>, TransferReviewProps {
  account: ConnectedAccount
  draft: TransferDraft
}

function ReadyReview(props: ReadyProps) {
  const { account, transfer, draft, change, nameAction, head, name } = props
  const { prepared, failure, isRenewed, before } = props
  const { receiver, warnings, simulation, shortage, freshUntil } = prepared
  const [insisted, setInsisted] = useState<string>()
  const danger = warnings.find(isDanger)
  const doubt = danger && getConsentKey(danger, receiver.address)
  useHistory(draft.account, receiver.address, transfer.look)
  useRenewal(transfer, freshUntil)

  if (danger && insisted !== doubt)
    return (
      <Danger
        warning={danger}
        address={receiver.address}
        change={change}
        onInsist={() => setInsisted(doubt)}
      />
    )
  const isHopeless = findObstacle(prepared) !== undefined
  const payment = formatPayment(prepared)
  const isLong = payment.length > LONG
  // A plain space, so that a long amount can wrap before its symbol.
  const what = isLong ? payment.replace(NO_BREAK, ' ') : payment
  return (
    <div className="body send">
      {head}
      {failure && <PaymentError failure={failure} words={texts.failures} account={account} />}
      <Warnings warnings={warnings} address={receiver.address} />
      {!isHopeless && before !== undefined && <Changed prepared={prepared} before={before} />}
      <Less prepared={prepared} />
      {prepared.hasDelegate && (
        <Alert look="warn" title={texts.delegate}>
          {texts.delegateText}
        </Alert>
      )}
      <Facts account={account} prepared={prepared} name={name} />
      <Obstacle
        account={account}
        simulation={simulation}
        shortage={shortage}
        words={{
          failed: texts.simulationFailed,
          fault: simulation.status === 'failed' ? texts.simulationFaults[simulation.fault] : '',
          short: texts.buttons.funds_insufficient,
        }}
      />
      <FeeUncovered prepared={prepared} account={account} />
      {simulation.status === 'unknown' && !shortage && (
        <p className="alert">
          <Icon name="help" />
          <span>{texts.notSimulatedText}</span>
        </p>
      )}
      <p className="send-final">{texts.final}</p>
      <ReviewButtons
        review={transfer}
        isHopeless={isHopeless}
        isRenewed={isRenewed}
        renewing={texts.renewing}
        isLong={isLong}
        onConfirm={() =>
          void (before === undefined ? transfer.send(prepared, draft) : transfer.accept(prepared))
        }
      >
        {before === undefined ? (nameAction?.(what) ?? t(texts.send, { what })) : texts.accept}
      </ReviewButtons>
    </div>
  )
}

interface FactsProps {
  account: ConnectedAccount
  prepared: PreparedTransfer
  name: string | undefined
}

function Facts({ account, prepared, name }: FactsProps) {
  const shell = useShell()
  const { multiplied, receiver, fee, received, simulation, draft } = prepared
  const amount = getShown(prepared)
  const { token } = draft
  const priced = toPriced(token, draft.account)
  const formatFiat = useFiatFormat([priced, nativeToken(account.caipNetworkId)])
  if (!token) return null
  const fiatValue = formatFiat(priced, amount, token.decimals)
  const locale = getLocale(shell)
  const foundOn = receiver.name === undefined ? undefined : draft.found?.foundOn
  const total = fee && token.kind === 'native' ? formatTokenAmount(amount + fee.max, token) : undefined
  return (
    <div className="leaf" part="leaf">
      <ReviewAmount
        title={texts.youSend}
        full={formatPayment(prepared)}
        figure={groupDigits(formatFull(amount, token.decimals), locale)}
        symbol={token.symbol}
        iconUrl={iconOf(token)}
        detail={fiatValue ?? texts.noPrice}
      />
      <div className="crease" />
      <div className="pad">
        <div className="send-to">
          <span className="quiet">{texts.to}</span>
          <Avatar address={receiver.address} size={20} />
          {(receiver.name ?? name) && <bdi>{receiver.name ?? name}</bdi>}
        </div>
        <Address address={receiver.address} />
      </div>
      <div className="crease" />
      <dl className="pad fact-list">
        <Fact name={texts.network}>
          <Network account={account} />
        </Fact>
        {foundOn && (
          <Fact name={texts.foundOn}>
            <bdi>{nameNetwork(foundOn)}</bdi>
          </Fact>
        )}
        <FeeFact account={account} fee={fee} formatFiat={formatFiat} />
        {fee?.rent !== undefined && fee.rent > 0n && (
          <Fact name={texts.rent}>
            <Fee account={account} formatFiat={formatFiat} units={fee.rent} />
          </Fact>
        )}
        {received !== undefined && (
          <Fact name={texts.arrives}>
            <bdi dir="ltr">{formatTokenAmount(received, token)}</bdi>
            <span className="quiet">{texts.arrivesText}</span>
          </Fact>
        )}
        {multiplied && (
          <Fact name={texts.multiplied}>
            <bdi dir="ltr">{formatFull(multiplied.raw, token.decimals)}</bdi>
            <span className="quiet">{t(texts.multipliedText, { n: multiplied.by })}</span>
          </Fact>
        )}
        {total && (
          <Fact name={texts.total}>
            <bdi dir="ltr">{t(reviewTexts.feeMost, { fee: total })}</bdi>
          </Fact>
        )}
        <SimulationFact simulation={simulation} />
      </dl>
      <div className="crease" />
      <Call prepared={prepared} />
    </div>
  )
}

/** Warns that the chain would now move another amount than the reviewed amount. */
function Changed({ prepared, before }: { prepared: PreparedTransfer; before: bigint }) {
  const { token } = prepared.draft
  if (!token) return null
  return (
    <Alert look="warn" role="alert" title={texts.changed}>
      {t(texts.changedText, {
        now: formatFull(getMoved(prepared), token.decimals),
        before: formatFull(before, token.decimals),
      })}
    </Alert>
  )
}

/** Warns if the chain can only move slightly less than the entered amount. */
function Less({ prepared }: { prepared: PreparedTransfer }) {
  const { amount, draft } = prepared
  const { token } = draft
  const shown = getShown(prepared)
  if (!token || shown === amount) return null
  return (
    <Alert look="warn" title={texts.lessTitle}>
      {t(texts.lessText, {
        entered: formatTokenAmount(amount, token),
        shown: formatTokenAmount(shown, token),
      })}
    </Alert>
  )
}
