/** The form of a transfer: token, amount, receiver. One button names the first thing that is missing. */
import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useEffect, useId, useState } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import {
  areSettled,
  checkTransfer,
  formatMaxAmount,
  type TransferCheck,
  type TransferDraft,
  type TransferFee,
  type ReceiverWarning,
  warningLevels,
} from '../../src/core/payments/transfer.ts'
import { FIAT_DECIMALS } from '../../src/core/payments/fiat-amount.ts'
import { parseTypedAmount } from '../../src/core/payments/typed-amount.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import { createTransfer } from '../../src/payments/create-transfer.ts'
import leafCss from '../components/leaf.css?inline'
import { Button } from '../components/button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { announceSent } from '../payments/announce-sent.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { getLocale } from '../../src/base/locale.ts'
import {
  enter,
  enterFiat,
  flipToFiat,
  getForm,
  resetForm,
  type SendForm,
  toDraft,
} from '../../src/payments/send-form.ts'
import { Receiver } from './receiver-field.tsx'
import { formatTokenAmount, formatUnit } from '../money/format-amount.ts'
import { formatQuote } from '../money/format-quote.ts'
import { describeAmountFault, describeReading } from '../money/amount-words.ts'
import previewCss from './preview.css?inline'
import css from './send.css?inline'
import { texts } from './texts.ts'
import { formatWorth, toPriced, useFiatFormat, usePrices } from '../money/use-prices.ts'
import { useHistory, useReading } from './use-history.ts'
import { useTokens } from '../money/use-tokens.ts'
import { useTransferFee } from '../money/use-transfer-fee.ts'
import { canWalletSend } from '../../src/wallets/can-send.ts'
import { Warning } from './warnings.tsx'

addSheet(leafCss)
addSheet(css)
addSheet(previewCss)

export const view: ViewDefinition<'WalletSend'> = {
  title: () => texts.title,
  next: ['WalletSendSelectToken', 'WalletSendPreview'],
  View: WalletSend,
}

function WalletSend() {
  useSignals()
  const shell = useShell()
  const { account: state, router } = shell
  const account = state.value
  const form = getForm(shell).value
  const isPossible = account.status === 'connected' && account.network !== undefined && canWalletSend(account)

  useEffect(() => {
    if (!isPossible) router.goHome()
  }, [router, isPossible])

  const draft = toDraft(form, getLocale(shell))
  if (!isPossible || !draft || draft.account !== account.caipAddress) return null
  return <Form key={account.caipAddress} account={account} form={form} draft={draft} />
}

interface FormProps {
  account: ConnectedAccount
  form: SendForm
  draft: TransferDraft
}

function Form({ account, form, draft }: FormProps) {
  const shell = useShell()
  const isNativeToken = form.token?.kind === 'native'
  const lacks = (reserved?: bigint) => checkTransfer(draft, reserved).problem === 'funds_insufficient'
  const fee = useTransferFee(
    account.caipAddress,
    ({ max: maxText }) => isNativeToken && lacks(maxText) && !lacks(),
  )
  useFreshToken(account, form)
  useReading(account.caipAddress)
  const reserved = isNativeToken && !fee?.isOptional ? fee?.max : undefined
  const check = checkTransfer(draft, reserved)
  const { problem } = check
  const [unknownName, setUnknownName] = useState<'nobody' | 'failed'>()

  function preview(): void {
    const own = shell.accounts.peek().map(({ caipAddress }) => caipAddress)
    const transfer = createTransfer(draft, {
      shell,
      own,
      onSent: (one, sent) => {
        resetForm(shell, one.draft)
        announceSent(shell, one, sent)
      },
    })
    shell.router.push('WalletSendPreview', { transfer })
  }

  const words =
    problem === undefined
      ? texts.preview
      : problem === 'receiver_unresolved' && unknownName
        ? texts.nameAnswers[unknownName]
        : texts.buttons[problem]
  return (
    <div className="body send">
      <Amount account={account} form={form} check={check} fee={fee} />
      <Receiver account={account} form={form} receiver={check.receiver} onUnknown={setUnknownName} />
      {check.receiver.status === 'address' && <Seen key={check.receiver.address} draft={draft} />}
      <dl className="fact-list send-facts">
        <Fact name={texts.network}>
          <Network account={account} />
        </Fact>
        {fee && isNativeToken && <Fee account={account} fee={fee} />}
      </dl>
      <Button kind="primary" disabled={problem !== undefined} onClick={preview}>
        {words}
      </Button>
    </div>
  )
}

export function Network({ account: { network, caipNetworkId } }: { account: ConnectedAccount }) {
  const name = network?.name ?? nameNetwork(caipNetworkId)
  return (
    <span className="send-network">
      <Mark name={name} url={network?.imageUrl} size={18} shape="round" />
      <bdi>{name}</bdi>
    </span>
  )
}

/** The fee. For a token it is known only after the trial run in the preview. */
function Fee({ account, fee }: { account: ConnectedAccount; fee: TransferFee }) {
  const nativeToken = toPriced({ kind: 'native' } as never, account.caipAddress)
  const formatFiat = useFiatFormat([nativeToken])
  const native = account.network?.nativeCurrency
  if (!native) return null
  const formatFee = (units: bigint) =>
    formatFiat(nativeToken, units, native.decimals) ?? formatTokenAmount(units, native)
  return (
    <Fact name={texts.fee}>
      <bdi dir="ltr">{formatFee(fee.expected)}</bdi>
      {fee.max > fee.expected && (
        <span className="quiet">{t(texts.feeMost, { fee: formatFee(fee.max) })}</span>
      )}
    </Fact>
  )
}

/** The worst that was seen about the receiver, as early as it is known. What it asks for stands in the preview. */
function Seen({ draft }: { draft: TransferDraft }) {
  const { call, accounts } = useShell()
  const [warnings, setWarnings] = useState<readonly ReceiverWarning[]>([])
  const { account, receiverText, confirmedAddress, found, token } = draft
  const key = [receiverText, confirmedAddress, found?.address, token?.id].join(' ')
  useHistory(account, key, async (signal) => {
    const own = accounts.peek().map(({ caipAddress }) => caipAddress)
    const seen = await call('checkReceiver', { draft, own }, { signal })
    if (!signal.aborted) setWarnings(seen)
    return areSettled(seen)
  })
  const worst = warnings.find(({ code }) => warningLevels[code] !== 'fact')
  return worst ? <Warning warning={worst} isLoud={warningLevels[worst.code] === 'danger'} /> : null
}

interface AmountProps {
  account: ConnectedAccount
  form: SendForm
  check: TransferCheck
  fee: TransferFee | undefined
}

function Amount({ account, form, check, fee }: AmountProps) {
  const shell = useShell()
  const id = useId()
  const locale = getLocale(shell)
  const { token, amountText, fiatText } = form
  const { caipAddress } = account
  const priced = toPriced(token, caipAddress)
  const prices = usePrices([priced])
  const price = prices.get(priced)
  const isFiat = fiatText !== undefined && (price !== undefined || prices.isReading)
  const { problem } = check
  const amount = isFiat ? parseTypedAmount(fiatText, FIAT_DECIMALS, locale) : check.amount
  const unit = isFiat ? dollars : token
  const text = isFiat ? fiatText : amountText
  const isShort = problem === 'funds_insufficient'
  const tokenId = token?.id
  useEffect(() => {
    const { fiatText: typed, token: chosen } = getForm(shell).peek()
    const isPriced = chosen?.id === tokenId && price !== undefined
    if (typed !== undefined && isPriced) enterFiat(shell, typed, price)
  }, [shell, price, tokenId])
  const fault = describeAmountFault(amount, unit)
  const reading = describeReading(text, amount, unit, locale)
  const read = check.amount.status === 'read' ? check.amount.amount : undefined
  const isHeld = token && read !== undefined && read <= token.amount
  const maxText =
    token && (token.kind === 'token' || fee) ? formatMaxAmount(token, fee?.max ?? 0n, locale) : ''
  return (
    <div className="leaf send-amount" part="leaf">
      <div className="line" style={{ '--size': `${sizeOf(text)}px` } as CSSProperties}>
        {isFiat && (
          <span className="currency" aria-hidden>
            {dollars.sign}
          </span>
        )}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          placeholder={texts.zero}
          dir="ltr"
          maxLength={200}
          aria-label={isFiat ? t(texts.amountIn, { currency: dollars.symbol }) : texts.amount}
          aria-invalid={fault !== undefined || isShort || undefined}
          aria-describedby={id}
          value={text}
          onChange={({ target }) =>
            isFiat ? enterFiat(shell, target.value, price) : enter(shell, { amountText: target.value })
          }
        />
        <button
          type="button"
          className="send-token"
          part="token-button"
          aria-label={token && t(texts.tokenChosen, { token: token.symbol })}
          onClick={() => shell.router.push('WalletSendSelectToken')}
        >
          {token ? (
            <>
              <Mark name={token.symbol} url={token.iconUrl} size={28} shape="round" />
              <bdi>{token.symbol}</bdi>
            </>
          ) : (
            <span>{texts.selectToken}</span>
          )}
          <Icon name="down" size={18} />
        </button>
      </div>
      {token && (
        <div className="line small">
          <Other {...{ token, amountText, price, read, isFiat }} />
          <span className={isShort ? 'bad' : undefined} title={formatUnit(token.full, token.symbol)}>
            {t(texts.available, { amount: token.text })}
          </span>
          {maxText !== '' && (
            <button
              type="button"
              className="link"
              aria-label={texts.maxLabel}
              onClick={() => enter(shell, { amountText: maxText })}
            >
              {texts.max}
            </button>
          )}
        </div>
      )}
      <p id={id} className="send-fault" role="status">
        {reading && <bdi className="quiet">{reading} </bdi>}
        {fault ??
          (isShort && isHeld
            ? t(texts.feeMissing, { token: account.network?.nativeCurrency.symbol ?? token?.symbol ?? '' })
            : null)}
      </p>
    </div>
  )
}

interface OtherProps {
  token: TokenRow
  /** In the token. */
  amountText: string
  price: number | undefined
  /** Base units. */
  read: bigint | undefined
  isFiat: boolean
}

/** The same amount in the other unit, in which it can be entered. */
function Other({ token, amountText, price, read, isFiat }: OtherProps) {
  const shell = useShell()
  const locale = getLocale(shell)
  const { decimals, symbol } = token
  if (price === undefined)
    return <bdi dir="ltr">{read === undefined || read === 0n || isFiat ? null : texts.noPrice}</bdi>
  const exact = formatFull(read ?? 0n, decimals)
  const enterIn = t(texts.enterIn, { unit: isFiat ? symbol : dollars.symbol })
  const words = !isFiat
    ? formatWorth(read ?? 0n, decimals, price, locale)
    : read === undefined
      ? enterIn
      : t(texts.about, { amount: formatUnit(formatQuote(exact, locale), symbol) })
  return (
    <span className="send-other">
      <button
        type="button"
        part="flip"
        aria-label={words === enterIn ? undefined : `${words}. ${enterIn}`}
        title={enterIn}
        onClick={() => (isFiat ? enter(shell, { amountText }) : flipToFiat(shell, price))}
      >
        <bdi dir="ltr">{words}</bdi>
        <Icon name="flip" size={16} />
      </button>
    </span>
  )
}

/** Prices are in US dollars. */
const dollars = { symbol: 'USD', sign: '$', decimals: FIAT_DECIMALS }

/** px: the whole amount stays in sight. */
function sizeOf(text: string): number {
  const { length } = text
  return length <= 9 ? 36 : length <= 13 ? 26 : length <= 19 ? 18 : 14
}

/** The token in the form has the balance of now. Until one is chosen, it is the one that is worth most. */
function useFreshToken({ caipAddress }: ConnectedAccount, { token }: SendForm): void {
  const shell = useShell()
  const tokens = useTokens(caipAddress)
  const { main, unverified } = tokens.status === 'known' ? tokens : { main: [], unverified: [] }
  const row = token ? [...main, ...unverified].find(({ id }) => id === token.id) : main[0]
  useEffect(() => {
    if (row && row !== token) enter(shell, { token: row })
  }, [shell, row, token])
}
