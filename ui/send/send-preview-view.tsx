/** What would be signed, as a whole, before the wallet is asked; and what the wallet made of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { batch } from '@preact/signals-react'
import { type ReactNode, useEffect, useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import {
  getShown,
  isPreparedFrom,
  type PreparedTransfer,
  type ReceiverWarning,
  type TransferDraft,
  warningLevels,
} from '../../src/core/payments/transfer.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import leafCss from '../components/leaf.css?inline'
import { Avatar } from '../components/avatar.tsx'
import { Address } from '../components/whole-address.tsx'
import { Button } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Say } from '../components/say.tsx'
import { Waiting } from '../components/waiting.tsx'
import { explainError, findText } from '../base/explain-error.ts'
import { nameNetwork } from '../components/name-network.ts'
import { isShown } from '../payments/is-shown.ts'
import { ExpiredNotice, PaymentError, StaleReview } from '../payments/review.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { say } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { Call } from './call.tsx'
import { getLocale } from '../base/locale.ts'
import { enter, getForm, toDraft } from './form.ts'
import { iconOf } from '../money/icon-of.ts'
import { Outcome } from './outcome.tsx'
import formCss from './send.css?inline'
import css from './preview.css?inline'
import { groupDigits, formatTokenAmount, formatPayment } from '../money/format-amount.ts'
import { texts } from './texts.ts'
import { useHistory } from './use-history.ts'
import { toPriced, useFiatFormat } from '../money/use-prices.ts'
import { Network } from './wallet-send-view.tsx'
import { Alert, Danger, Warnings } from './warnings.tsx'

addSheet(leafCss)
addSheet(formCss)
addSheet(css)

export const view: ViewDefinition<'WalletSendPreview'> = {
  title(_, data) {
    const state = data?.transfer.state.value
    if (state?.status === 'sent') return say(texts.payment, { what: formatPayment(state.prepared) })
    return texts.check
  },
  // What the wallet was asked goes on; who comes back to the form has given the rest up.
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
  const state = transfer.state.value
  const form = getForm(shell).value
  const account = shell.account.value
  const isSent = state.status === 'sent'

  useEffect(() => {
    if (transfer.state.peek().status === 'preparing') void transfer.prepare()
  }, [transfer])

  // After sending, Back leads to the account.
  useEffect(() => {
    const { router } = shell
    if (!isSent || !isShown(shell, transfer) || router.history.peek().length < 3) return
    batch(() => {
      router.goHome()
      router.push('WalletSendPreview', { transfer })
    })
  }, [shell, isSent, transfer])

  if (state.status === 'sent')
    return <Outcome transfer={transfer} prepared={state.prepared} sent={state.sent} />
  if (account.status !== 'connected') return null
  const draft = toDraft(form, getLocale(shell))
  if (state.status === 'asking') return <Asking account={account} transfer={transfer} {...state} />
  if (state.status === 'unknown')
    return <Unknown account={account} transfer={transfer} prepared={state.prepared} draft={draft} />
  if (
    !draft ||
    draft.account !== transfer.draft.account ||
    (state.status === 'ready' && !isPreparedFrom(state.prepared, draft))
  )
    return <StaleReview of="send" text={texts.voidText} />
  if (state.status === 'preparing') return <Preparing />
  if (state.status === 'unprepared') return <Unprepared transfer={transfer} error={state.error} />
  return <Ready account={account} transfer={transfer} draft={draft} {...state} />
}

function Preparing() {
  return (
    <div className="body send" role="status" aria-label={texts.preparing}>
      <i className="skeleton send-bones" />
      <i className="skeleton send-bones small" />
    </div>
  )
}

function Unprepared({ transfer, error }: { transfer: Transfer; error: ErrorRecord }) {
  useSignals()
  const { online } = useShell()
  const { problem, reason } = error.context
  const words =
    findText(texts.buttons, problem) ??
    (error.code === 'transfer_refused' ? findText(texts.refusals, reason) : undefined) ??
    explainError(error, online.value)
  return (
    <div className="body send">
      <div role="alert">
        <Notice title={texts.unprepared} text={words} />
      </div>
      <Button kind="primary" icon="refresh" onClick={() => void transfer.prepare()}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

/** Characters of an amount with its symbol that need smaller ones beside Cancel. */
const LONG = 16

interface ReadyProps {
  account: ConnectedAccount
  transfer: Transfer
  draft: TransferDraft
  prepared: PreparedTransfer
  trouble?: ErrorRecord
  isRenewed?: boolean
}

function Ready({ account, transfer, draft, prepared, trouble, isRenewed }: ReadyProps) {
  const shell = useShell()
  const { receiver, warnings, simulation, shortage, freshUntil } = prepared
  const [insisted, setInsisted] = useState<string>()
  const danger = warnings.find(isDanger)
  const doubt = danger && `${danger.code} ${receiver.address}`
  useHistory(draft.account, receiver.address, transfer.look)
  useEffect(() => {
    if (freshUntil === undefined) return undefined
    const timer = setTimeout(() => void transfer.prepare(), Math.max(0, freshUntil - Date.now()))
    return () => clearTimeout(timer)
  }, [transfer, freshUntil])

  function takeOther(address: string): void {
    enter(shell, { receiverText: address, found: undefined, confirmedAddress: undefined })
    shell.router.goBack()
  }
  if (danger && insisted !== doubt)
    return (
      <Danger
        warning={danger}
        address={receiver.address}
        onKnown={takeOther}
        onChange={shell.router.goBack}
        onInsist={() => setInsisted(doubt)}
      />
    )
  const isHopeless = simulation.status === 'failed' || shortage !== undefined
  return (
    <div className="body send">
      {trouble && <PaymentError trouble={trouble} words={texts.troubles} account={account} />}
      <Warnings warnings={warnings} address={receiver.address} />
      <Less prepared={prepared} />
      {prepared.hasDelegate && <Alert look="warn" title={texts.delegate} text={texts.delegateText} />}
      <Facts account={account} prepared={prepared} />
      <Obstacle prepared={prepared} account={account} />
      <p className="send-final">{texts.final}</p>
      <div className={formatPayment(prepared).length > LONG ? 'send-answers long' : 'send-answers'}>
        <Button
          onClick={() => {
            transfer.leave()
            shell.router.goBack()
          }}
        >
          {texts.cancel}
        </Button>
        {isHopeless ? (
          <Button kind="primary" icon="refresh" busy={!!isRenewed} onClick={() => void transfer.prepare()}>
            {isRenewed ? texts.renewing : texts.checkAgain}
          </Button>
        ) : (
          <Button kind="primary" busy={!!isRenewed} onClick={() => void transfer.send(draft)}>
            <span>{isRenewed ? texts.renewing : say(texts.send, { what: formatPayment(prepared) })}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

function isDanger({ code }: ReceiverWarning): boolean {
  return warningLevels[code] === 'danger'
}

function Facts({ account, prepared }: { account: ConnectedAccount; prepared: PreparedTransfer }) {
  const shell = useShell()
  const { multiplied, receiver, fee, received, simulation, draft } = prepared
  const amount = getShown(prepared)
  const { token } = draft
  const coin = toPriced({ kind: 'native' } as never, draft.account)
  const priced = toPriced(token, draft.account)
  const formatFiat = useFiatFormat([priced, coin])
  if (!token) return null
  const native = account.network?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const sayFee = (units: bigint) =>
    formatFiat(coin, units, native.decimals) ?? formatTokenAmount(units, native)
  const worth = formatFiat(priced, amount, token.decimals)
  const locale = getLocale(shell)
  const foundOn = receiver.name === undefined ? undefined : draft.found?.foundOn
  const total = fee && token.kind === 'native' ? formatTokenAmount(amount + fee.most, token) : undefined
  return (
    <div className="leaf" part="leaf">
      <div className="pad send-what">
        <div>
          <p className="quiet">{texts.youSend}</p>
          <p className="sum" title={formatPayment(prepared)}>
            <bdi dir="ltr">{groupDigits(formatFull(amount, token.decimals), locale)}</bdi>
            <bdi className="symbol">{token.symbol}</bdi>
          </p>
          <p className="quiet">
            <bdi dir="ltr">{worth ?? texts.noPrice}</bdi>
          </p>
        </div>
        <Mark name={token.symbol} url={iconOf(token)} size={44} shape="round" />
      </div>
      <div className="crease" />
      <div className="pad">
        <div className="send-to">
          <span className="quiet">{texts.to}</span>
          <Avatar address={receiver.address} size={20} />
          {receiver.name && <bdi>{receiver.name}</bdi>}
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
        <Fact name={texts.fee}>
          {fee ? (
            <>
              <bdi dir="ltr" title={formatTokenAmount(fee.expected, native)}>
                {sayFee(fee.expected)}
              </bdi>
              {fee.most > fee.expected && (
                <span className="quiet" title={formatTokenAmount(fee.most, native)}>
                  {say(texts.feeMost, { fee: sayFee(fee.most) })}
                </span>
              )}
            </>
          ) : (
            texts.feeUnknown
          )}
        </Fact>
        {fee?.rent !== undefined && fee.rent > 0n && <Fact name={texts.rent}>{sayFee(fee.rent)}</Fact>}
        {received !== undefined && (
          <Fact name={texts.arrives}>
            <bdi dir="ltr">{formatTokenAmount(received, token)}</bdi>
            <span className="quiet">{texts.arrivesText}</span>
          </Fact>
        )}
        {multiplied && (
          <Fact name={texts.multiplied}>
            <bdi dir="ltr">{formatFull(multiplied.raw, token.decimals)}</bdi>
            <span className="quiet">{say(texts.multipliedText, { n: multiplied.by })}</span>
          </Fact>
        )}
        {total && (
          <Fact name={texts.total}>
            <bdi dir="ltr">{say(texts.feeMost, { fee: total })}</bdi>
          </Fact>
        )}
        {simulation.status !== 'failed' && (
          <Fact name={texts.simulation}>
            {simulation.status === 'passed' ? (
              <span className="good">
                <Icon name="check" size={16} />
                {texts.simulated}
              </span>
            ) : (
              texts.notSimulated
            )}
          </Fact>
        )}
      </dl>
      <div className="crease" />
      <Call prepared={prepared} />
    </div>
  )
}

/** What was entered, where the chain cannot move exactly that. */
function Less({ prepared }: { prepared: PreparedTransfer }) {
  const { amount, draft } = prepared
  const { token } = draft
  const shown = getShown(prepared)
  if (!token || shown === amount) return null
  return (
    <Alert
      look="warn"
      title={texts.lessTitle}
      text={say(texts.lessText, {
        entered: formatTokenAmount(amount, token),
        shown: formatTokenAmount(shown, token),
      })}
    />
  )
}

/** Why it would not work. */
function Obstacle({ prepared, account }: { prepared: PreparedTransfer; account: ConnectedAccount }) {
  const { simulation, shortage } = prepared
  const words: ReactNode[] = []
  if (simulation.status === 'failed') words.push(texts.simulationFaults[simulation.fault])
  if (simulation.status === 'failed' && simulation.reason)
    words.push(<Say message={texts.simulationReason} reason={<bdi>{simulation.reason}</bdi>} />)
  if (shortage === 'funds') words.push(texts.shortage.funds)
  if (shortage === 'fee')
    words.push(say(texts.shortage.fee, { token: account.network?.nativeCurrency.symbol ?? '' }))
  if (words.length === 0)
    return simulation.status === 'unknown' ? (
      <p className="alert">
        <Icon name="help" />
        <span>{texts.notSimulatedText}</span>
      </p>
    ) : null
  return (
    <p className="alert bad" role="alert">
      <Icon name="bad" />
      <span>
        <b>{simulation.status === 'failed' ? texts.simulationFailed : texts.buttons.funds_insufficient}</b>
        {words.map((each, index) => (
          <span key={index} className="sentence">
            {each}
          </span>
        ))}
      </span>
    </p>
  )
}

interface AskingProps {
  account: ConnectedAccount
  transfer: Transfer
  prepared: PreparedTransfer
  startedAt: number
}

function Asking({ account, transfer, prepared, startedAt }: AskingProps) {
  const { name, imageUrl } = account.connector
  return (
    <Waiting
      name={name}
      startedAt={startedAt}
      picture={<Orbit name={name} url={imageUrl} shape="square" state="waiting" />}
      text={
        <Say
          message={texts.approve}
          what={<bdi>{formatPayment(prepared)}</bdi>}
          to={
            <bdi className="mono" dir="ltr" title={prepared.receiver.address}>
              {shortAddress(prepared.receiver.address)}
            </bdi>
          }
        />
      }
      onCancel={transfer.cancel}
    />
  )
}

interface UnknownProps {
  account: ConnectedAccount
  transfer: Transfer
  prepared: PreparedTransfer
  draft: TransferDraft | undefined
}

function Unknown({ account, transfer, prepared, draft }: UnknownProps) {
  const { router } = useShell()
  const { name, imageUrl } = account.connector
  const wallet = <bdi>{name}</bdi>
  const isCurrent = draft && isPreparedFrom(prepared, draft)
  return (
    <div className="body center send-unknown">
      <Orbit name={name} url={imageUrl} shape="square" state="busy" />
      <div role="alert">
        <h3 className="heading">
          <Say message={texts.lookFirst} wallet={wallet} />
        </h3>
        <p className="lede">
          <Say message={texts.lookText} what={<bdi>{formatPayment(prepared)}</bdi>} wallet={wallet} />
        </p>
      </div>
      <Button kind="primary" onClick={router.goHome}>
        {texts.toAccount}
      </Button>
      {isCurrent && (
        <Button kind="quiet" onClick={() => void transfer.send(draft, true)}>
          {texts.notThere}
        </Button>
      )}
    </div>
  )
}
