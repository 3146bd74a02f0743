/** The swap form: two tokens and an amount. The label of its button names the first problem of the entry. */
import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, type ReactNode, useEffect, useId, useState } from 'react'
import { formatFull } from '../../src/core/text/amount.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { findSwapNetwork } from '../../src/core/chains/swap-networks.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import {
  formatMaxToSwap,
  isSameSwap,
  isNativeToken,
  type SwapCheck,
  type SwapDraft,
  type SwapToken,
} from '../../src/core/payments/swap.ts'
import { formatTypedAmount } from '../../src/core/payments/typed-amount.ts'
import { createSwap } from '../../src/payments/create-swap.ts'
import leafCss from '../components/leaf.css?inline'
import { Button, IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { formatQuote } from '../money/format-quote.ts'
import { explainError } from '../base/explain-error.ts'
import { announceSent } from '../payments/announce-sent.ts'
import { getLocale } from '../../src/base/locale.ts'
import { formatUnit } from '../money/format-amount.ts'
import { describeAmountFault, describeReading } from '../money/amount-words.ts'
import { type FormatFiat, useFiatFormat } from '../money/use-prices.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import {
  checkForm,
  enterAmount,
  flip,
  getForm,
  resetForm,
  type SwapForm,
  type SwapSide,
} from '../../src/payments/swap-form.ts'
import { NoSwapsHere } from './no-swaps-here.tsx'
import { PriceFacts } from './price-facts.tsx'
import { createQuotes, type Quotes, type QuoteState } from '../../src/payments/swap-quotes.ts'
import css from './swap.css?inline'
import { texts } from './texts.ts'
import { TokenDoubt } from './token-doubt.tsx'
import { type Funds, useFunds } from './use-funds.ts'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'Swap'> = {
  title: () => texts.title,
  next: ['SwapSelectToken', 'SwapPreview'],
  View: SwapView,
}

function SwapView() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  const form = getForm(shell).value
  if (account.status !== 'connected' || !account.network) return null
  if (!findSwapNetwork(account.caipNetworkId, [account.network])) return <NoSwapsHere account={account} />
  if (form.account !== account.caipAddress) return null
  return <Form key={account.caipAddress} account={account} form={form} />
}

function Form({ account, form }: { account: ConnectedAccount; form: SwapForm }) {
  useSignals()
  const shell = useShell()
  const funds = useFunds(account.caipAddress, form)
  const check = checkForm(shell, form, funds)
  const { quote, quotes } = usePrice(check.draft)
  const formatFiat = useFiatFormat([form.from?.token, form.to?.token])
  const expected = quote?.status === 'known' ? quote.quote.expected : undefined

  function review(draft: SwapDraft): void {
    const swap = createSwap(draft, {
      shell,
      onSent: (one, sent) => {
        resetForm(shell, one.draft)
        announceSent(shell, one, sent)
      },
    })
    shell.router.push('SwapPreview', { swap })
  }

  function turn(): void {
    const { to } = form
    const coming = to && expected !== undefined
    flip(shell, coming ? formatTypedAmount(expected, to.decimals, getLocale(shell)) : '')
  }

  return (
    <div className="body swap">
      <div className="swap-pair">
        <Paid account={account} form={form} check={check} funds={funds} formatFiat={formatFiat} />
        <IconButton icon="flip" label={texts.flip} onClick={turn} />
        <Received form={form} funds={funds} quote={quote} formatFiat={formatFiat} />
      </div>
      <TokenDoubt token={form.from} />
      <TokenDoubt token={form.to} />
      {quote?.status === 'known' && <PriceFacts account={account} draft={quote.draft} quote={quote.quote} />}
      {quote?.status === 'failed' && <Failed quote={quote} />}
      <Way account={account} check={check} quote={quote} quotes={quotes} onReview={review} />
    </div>
  )
}

interface PaidProps {
  account: ConnectedAccount
  form: SwapForm
  check: SwapCheck
  funds: Funds
  formatFiat: FormatFiat
}

function Paid({ account, form, check, funds, formatFiat }: PaidProps) {
  const shell = useShell()
  const id = useId()
  const locale = getLocale(shell)
  const { from, amountText } = form
  const { amount, problem } = check
  const read = amount.status === 'read' ? amount.amount : undefined
  const row = funds.find(from)
  const isShort = problem === 'funds_insufficient'
  const nativeSymbol = account.network?.nativeCurrency.symbol ?? ''
  const fault =
    describeAmountFault(amount, from) ??
    (problem === 'fee_insufficient' ? t(texts.feeMissing, { token: nativeSymbol }) : undefined)
  const reading = describeReading(amountText, amount, from, locale)
  const maxText = formatMaxToSwap(from, funds, locale)
  const fiatValue = from && read !== undefined ? formatFiat(from.token, read, from.decimals) : undefined
  const isKnown = from !== undefined && funds.from !== undefined
  return (
    <Panel title={texts.pay} token={from} isEntered>
      <div className="swap-line">
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={texts.zero}
          dir="ltr"
          maxLength={200}
          aria-label={texts.payAmount}
          aria-invalid={amount.status === 'wrong' || isShort || undefined}
          aria-describedby={id}
          value={amountText}
          style={{ '--size': `${sizeOf(amountText)}px` } as CSSProperties}
          onChange={({ target }) => enterAmount(shell, target.value)}
        />
        <TokenButton side="from" token={from} iconUrl={row?.iconUrl} />
      </div>
      <div className="swap-line small">
        <bdi dir="ltr">{fiatValue ?? (read ? texts.noPrice : null)}</bdi>
        {maxText === '' ? (
          isKnown && (
            <span className={isShort ? 'bad' : undefined}>
              {t(texts.available, { amount: row?.text ?? texts.zero })}
            </span>
          )
        ) : (
          <button
            type="button"
            className="link"
            aria-label={t(texts.maxLabel, { amount: row?.text ?? maxText })}
            title={row && formatUnit(row.full, row.symbol)}
            onClick={() => enterAmount(shell, maxText)}
          >
            <span className={isShort ? 'bad' : undefined}>
              {t(texts.max, { amount: row?.text ?? maxText })}
            </span>
          </button>
        )}
      </div>
      <p id={id} className="swap-fault" role="status">
        {reading && <bdi className="swap-quiet">{reading} </bdi>}
        {fault}
      </p>
    </Panel>
  )
}

interface ReceivedProps {
  form: SwapForm
  funds: Funds
  quote: QuoteState | undefined
  formatFiat: FormatFiat
}

function Received({ form: { to }, funds, quote, formatFiat }: ReceivedProps) {
  const shell = useShell()
  const expected = to && quote?.status === 'known' ? quote.quote.expected : undefined
  const figure =
    to && expected !== undefined ? formatQuote(formatFull(expected, to.decimals), getLocale(shell)) : ''
  const fiatValue = to && expected !== undefined ? formatFiat(to.token, expected, to.decimals) : undefined
  return (
    <Panel title={texts.get} token={to}>
      <div className="swap-line">
        <output
          aria-label={texts.get}
          dir="ltr"
          title={
            to && expected !== undefined
              ? formatUnit(formatFull(expected, to.decimals), to.symbol)
              : undefined
          }
          style={{ '--size': `${sizeOf(figure)}px` } as CSSProperties}
        >
          {quote?.status === 'asking' ? (
            <i className="skeleton swap-bone" />
          ) : (
            <span className={figure ? undefined : 'nothing'}>{figure || texts.zero}</span>
          )}
        </output>
        <TokenButton side="to" token={to} iconUrl={funds.find(to)?.iconUrl} />
      </div>
      <div className="swap-line small">
        <bdi dir="ltr">{expected === undefined ? null : (fiatValue ?? texts.noPrice)}</bdi>
      </div>
    </Panel>
  )
}

interface PanelProps {
  title: string
  token: SwapToken | undefined
  isEntered?: boolean
  children: ReactNode
}

/** One side of the swap. Shows the token's contract, since symbols are not unique. */
function Panel({ title, token, isEntered, children }: PanelProps) {
  const address = token && !isNativeToken(token) ? parseCaipAddress(token.token).address : undefined
  return (
    <div className={isEntered ? 'leaf swap-panel entered' : 'leaf swap-panel'} part="leaf">
      <p className="swap-quiet">
        {title}
        {address && (
          <bdi className="swap-contract" dir="ltr" title={address}>
            {shortAddress(address)}
          </bdi>
        )}
      </p>
      {children}
    </div>
  )
}

interface TokenButtonProps {
  side: SwapSide
  token: SwapToken | undefined
  /** The picture from the account's portfolio, for a token to which the provider gives none. */
  iconUrl: string | undefined
}

function TokenButton({ side, token, iconUrl }: TokenButtonProps) {
  const { router } = useShell()
  const [chosen, missing] =
    side === 'from' ? [texts.payToken, texts.choosePaid] : [texts.getToken, texts.chooseReceived]
  return (
    <button
      type="button"
      className={token ? 'swap-token' : 'swap-token missing'}
      part="token-button"
      aria-label={token ? t(chosen, { token: token.symbol }) : missing}
      onClick={() => router.push('SwapSelectToken', { side })}
    >
      {token ? (
        <>
          <Mark name={token.symbol} url={token.iconUrl ?? iconUrl} size={28} shape="round" />
          <bdi>{token.symbol}</bdi>
          {token.unverified && <Icon name="flag" size={16} />}
        </>
      ) : (
        <span>{texts.selectToken}</span>
      )}
      <Icon name="down" size={18} />
    </button>
  )
}

interface WayProps {
  account: ConnectedAccount
  check: SwapCheck
  quote: QuoteState | undefined
  quotes: Quotes
  onReview(draft: SwapDraft): void
}

/** The only button of the form. Its label names the first problem of the entry. */
function Way({ account, check: { problem, draft }, quote, quotes, onReview }: WayProps) {
  const nativeSymbol = account.network?.nativeCurrency.symbol ?? ''
  if (problem || !draft)
    return (
      <Button kind="primary" disabled onClick={() => {}}>
        {t(texts.buttons[problem ?? 'token_missing'], { token: nativeSymbol } as never)}
      </Button>
    )
  if (quote?.status === 'failed') {
    if (quote.error.code === 'swap_no_quote')
      return (
        <Button kind="primary" disabled onClick={() => {}}>
          {texts.noQuote}
        </Button>
      )
    return (
      <Button kind="primary" icon="refresh" onClick={() => quotes.again()}>
        {texts.tryAgain}
      </Button>
    )
  }
  const isKnown = quote?.status === 'known'
  return (
    <Button kind="primary" busy={!isKnown} onClick={() => onReview(draft)}>
      {isKnown ? texts.review : texts.asking}
    </Button>
  )
}

function Failed({ quote: { error } }: { quote: Extract<QuoteState, { status: 'failed' }> }) {
  useSignals()
  const { online } = useShell()
  const isDry = error.code === 'swap_no_quote'
  return (
    <p className="alert" role="alert">
      <Icon name="warn" />
      <span>
        <b>{isDry ? texts.noQuote : texts.failed}</b>
        {isDry ? texts.noQuoteText : explainError(error, online.value)}
      </span>
    </p>
  )
}

/** Font size at which the whole amount is visible. px */
function sizeOf({ length }: string): number {
  return length <= 9 ? 32 : length <= 13 ? 24 : length <= 19 ? 17 : 14
}

interface Price {
  /** The quote for the current entry; undefined if the entry is incomplete. */
  quote: Exclude<QuoteState, { status: 'none' }> | undefined
  quotes: Quotes
}

function usePrice(draft: SwapDraft | undefined): Price {
  useSignals()
  const { call } = useShell()
  const [quotes] = useState(() => createQuotes(call))
  useEffect(() => quotes.follow(draft))
  useEffect(() => quotes.stop, [quotes])
  const state = quotes.state.value
  if (!draft) return { quotes, quote: undefined }
  const isCurrent = state.status !== 'none' && isSameSwap(draft, state.draft)
  return { quotes, quote: isCurrent ? state : { status: 'asking', draft } }
}
