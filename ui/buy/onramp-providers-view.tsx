/** What somebody wants to buy, for how much, and where. */
import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useEffect } from 'react'
import { formatFiat, getDecimalSign } from '../../src/core/text/amount.ts'
import { getNamespace, type Namespace } from '../../src/core/chains/caip.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import {
  canArrive,
  checkLimits,
  type OnRampOptions,
  type OnRampQuote,
  type PaymentLimit,
} from '../../src/core/payments/onramp.ts'
import { getProviders, type OnRampProvider } from '../../src/core/payments/onramp-providers.ts'
import leafCss from '../components/leaf.css?inline'
import type { IconName } from '../../src/base/icon-name.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Segment } from '../components/segment.tsx'
import { hasOtherNetworks, NextActions } from '../components/next-actions.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './buy.css?inline'
import { choose, getBuying, getOnly, type Offer, readChoice } from '../../src/onramp/choice.ts'
import { toLatin } from '../../src/core/payments/typed-amount.ts'
import { formatQuote } from '../money/format-quote.ts'
import { startPurchase } from '../../src/onramp/purchase.ts'
import { texts } from './texts.ts'
import { useCommand } from '../base/use-command.ts'

/** Milliseconds. */
const PAUSE = 400

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'OnRampProviders'> = {
  title: () => texts.title,
  help: { view: 'WhatIsABuy', question: texts.what },
  next: ['OnRampTokenSelect', 'OnRampFiatSelect', 'BuyInProgress', 'WhatIsABuy'],
  View: Providers,
}

function Providers() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  const { options } = getBuying(shell)

  useEffect(() => {
    if (options.peek()?.source === 'api') return undefined
    const controller = new AbortController()
    shell.call('onRampOptions', {}, { signal: controller.signal }).then(
      (known) => (options.value = known),
      () => {},
    )
    return () => controller.abort()
  }, [shell, options])

  if (account.status !== 'connected') return null
  if (!options.value)
    return (
      <div className="body buy" role="status" aria-label={texts.loading}>
        <i className="skeleton buy-bones-amount" />
        <i className="skeleton buy-bones" />
        <i className="skeleton buy-bones-leaf" />
      </div>
    )
  const providers = getProviders(shell.features.value.onramp, getNamespace(account.caipAddress))
  return <Form account={account} providers={providers} options={options.value} />
}

interface FormProps {
  account: ConnectedAccount
  providers: readonly OnRampProvider[]
  options: OnRampOptions
}

function Form({ account, providers, options }: FormProps) {
  useSignals()
  const shell = useShell()
  const { router } = shell
  const choice = getBuying(shell).choice.value
  const read = readChoice(shell, options, account, providers)
  const { chosen, amount, fault, provider, plan } = read
  const { data: quote } = useCommand('onRampQuote', read.question, PAUSE)
  if (!chosen) return <Nothing account={account} />
  const { offer, currency, limit } = chosen
  const { symbol } = offer.currency
  const namespace = getNamespace(account.caipAddress)
  const isPreset = plan?.presetFiatAmount !== undefined

  function go(): void {
    if (!plan || fault) return
    startPurchase(shell, plan, t(texts.opening, { provider: plan.provider.label }))
    router.push('BuyInProgress', { provider: plan.provider.name })
  }

  const problem = provider
    ? describeFault(fault, limit, currency.id, shell.locale)
    : t(texts.noProvider, { token: symbol })
  return (
    <div className="body buy">
      <Amount amount={choice.amount} currency={currency.id} limit={limit} />
      <Methods limits={currency.payment_method_limits} selected={limit.id} />
      <div className="buy-facts">
        <button
          type="button"
          className="row fact"
          part="fact"
          onClick={() => router.push('OnRampTokenSelect')}
        >
          <span>{texts.youBuy}</span>
          <span className="row-end">
            <Mark name={symbol} url={undefined} size={18} shape="round" />
            <bdi>{t(texts.tokenOn, { token: symbol, network: offer.network.name })}</bdi>
            <Icon name="right" size={18} />
          </span>
        </button>
        <button
          type="button"
          className="row fact"
          part="fact"
          onClick={() => router.push('OnRampFiatSelect')}
        >
          <span>{texts.youPayIn}</span>
          <span className="row-end">
            <bdi>{currency.id}</bdi>
            <Icon name="right" size={18} />
          </span>
        </button>
      </div>
      <Detour account={account} offer={offer} method={limit.id} />
      {options.source === 'sample' && (
        <p className="alert" role="status">
          <Icon name="flag" />
          <span>
            <b>{texts.sample}</b>
            {texts.sampleText}
          </span>
        </p>
      )}
      <div className="leaf" role="radiogroup" aria-label={texts.where} part="leaf">
        {providers.map((one) => (
          <ProviderRow
            key={one.name}
            provider={one}
            offer={offer}
            isSelected={one === provider}
            quote={one.name === 'coinbase' ? quote : undefined}
            isAsked={one.name === 'coinbase' && !fault}
            amount={amount}
            namespace={namespace}
          />
        ))}
      </div>
      <button
        type="button"
        part="button primary"
        className="button primary"
        disabled={problem !== undefined}
        onClick={go}
      >
        {problem ?? (
          <>
            {t(texts.continueTo, { provider: provider!.label })}
            <Icon name="external" size={18} />
          </>
        )}
      </button>
      {provider && (
        <p className="buy-note">
          {quote?.isPlaceholder
            ? texts.unavailableNote
            : t(isPreset ? texts.opens : plan && plan.places.length > 1 ? texts.asksAll : texts.asksAgain, {
                provider: provider.label,
                network: offer.network.name,
              })}
        </p>
      )}
    </div>
  )
}

/** Said where the chosen way of paying does not reach the current network. */
function Detour({
  account: { network, caipNetworkId },
  offer,
  method,
}: {
  account: ConnectedAccount
  offer: Offer
  method: string
}) {
  if (!network || canArrive(method, network) || offer.network.caipNetworkId === caipNetworkId) return null
  return (
    <p className="alert" role="status">
      <Icon name="flag" />
      <span>
        <b>{t(texts.noCardHere, { network: network.name })}</b>
        {t(texts.cardArrives, { network: offer.network.name })}
      </span>
    </p>
  )
}

/** Amounts are whole numbers: providers accept no others. */
function Amount({ amount, currency, limit }: { amount: string; currency: string; limit: PaymentLimit }) {
  const shell = useShell()
  const sign = getSign(currency, shell.locale)
  const { min, max } = limit
  const [least, most] = [min, max].map((each) => formatWhole(Number(each), currency, shell.locale))
  return (
    <>
      <label className="buy-amount">
        <span className="currency">{sign}</span>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LONGEST_AMOUNT}
          aria-label={t(texts.amount, { currency })}
          value={amount}
          style={{ '--digits': Math.max(1, amount.length) } as CSSProperties}
          onChange={({ target }) => choose(shell, { amount: ungroup(target.value, shell.locale) })}
        />
      </label>
      <p className="buy-range">
        {t(texts.range, { min: least!, max: most!, method: describeMethod(limit.id) })}
      </p>
      <div className="buy-presets" role="group" aria-label={texts.presets}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="button secondary small"
            part="button secondary"
            aria-pressed={amount === preset}
            onClick={() => choose(shell, { amount: preset })}
          >
            {formatWhole(Number(preset), currency, shell.locale)}
          </button>
        ))}
      </div>
    </>
  )
}

/** Longer than any amount with its separators and currency, so that no pasted text is cut to another amount. */
const LONGEST_AMOUNT = 40
/** Between a figure and its unit. */
const NO_BREAK = '\u00a0'
const presets = ['50', '100', '250'] as const

function Methods({ limits, selected }: { limits: readonly PaymentLimit[]; selected: string }) {
  const shell = useShell()
  if (limits.length < 2 || limits.length > 3) return null
  return (
    <Segment
      label={texts.method}
      choices={limits.map(({ id }) => [id, nameMethod(id), ...iconOf(id)] as const)}
      selected={selected}
      onSelect={(method) => choose(shell, { method })}
    />
  )
}

interface ProviderProps {
  provider: OnRampProvider
  offer: Offer
  isSelected: boolean
  quote: OnRampQuote | undefined
  /** A quote is on its way. */
  isAsked: boolean
  amount: number | undefined
  namespace: Namespace
}

function ProviderRow({ provider, offer, isSelected, quote, isAsked, amount, namespace }: ProviderProps) {
  const shell = useShell()
  const { name, label, feeRange } = provider
  const { symbol } = offer.currency
  const only = getOnly(provider, namespace)
  const isUnable = only !== undefined && only !== symbol
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isSelected}
      className="row buy-provider"
      part="row"
      disabled={isUnable}
      onClick={() => choose(shell, { provider: name })}
    >
      <Mark name={label} url={undefined} size={36} shape="square" />
      <span className="row-text">
        <span className="row-title">{label}</span>
        <span className="row-detail">{t(texts.fee, { range: feeRange })}</span>
      </span>
      <span className="row-end">
        {isUnable ? (
          <>
            <span className="row-title quiet">{t(texts.doesNotSell, { token: symbol })}</span>
            <span className="row-detail">{t(texts.sellsOnly, { token: only })}</span>
          </>
        ) : (
          <Price quote={quote} isAsked={isAsked} amount={amount} symbol={symbol} provider={label} />
        )}
      </span>
    </button>
  )
}

/** A placeholder is no price: nothing of it is shown. */
function Price({
  quote,
  isAsked,
  amount,
  symbol,
  provider,
}: Pick<ProviderProps, 'quote' | 'isAsked' | 'amount'> & { symbol: string; provider: string }) {
  const { locale } = useShell()
  if (quote && !quote.isPlaceholder) {
    const { paymentTotal, purchaseAmount } = quote
    const total = Number(paymentTotal.amount)
    return (
      <>
        <bdi className="row-title" dir="ltr">
          {[formatQuote(purchaseAmount.amount, locale), symbol].join(NO_BREAK)}
        </bdi>
        <span className="row-detail">
          {total === amount
            ? texts.allIncluded
            : t(texts.inAll, { amount: formatFiat(total, locale ?? 'en', paymentTotal.currency) })}
        </span>
      </>
    )
  }
  if (!quote && isAsked) return <i className="skeleton buy-price" role="img" aria-label={texts.asking} />
  return (
    <>
      <span className="row-title quiet">{texts.unavailable}</span>
      <span className="row-detail">{t(texts.shownThere, { provider })}</span>
    </>
  )
}

function Nothing({ account: { network, caipNetworkId } }: { account: ConnectedAccount }) {
  const name = network?.name ?? nameNetwork(caipNetworkId)
  const text = hasOtherNetworks(useShell()) ? texts.othersMay : texts.nothingText
  return (
    <div className="body">
      <Notice title={t(texts.nothing, { network: name })} text={text}>
        <NextActions among={['networks', 'receive']} />
      </Notice>
    </div>
  )
}

function describeFault(
  fault: ReturnType<typeof checkLimits>,
  { id, min, max }: PaymentLimit,
  currency: string,
  locale: string | undefined,
): string | undefined {
  const method = describeMethod(id)
  if (fault === 'none') return texts.typeAmount
  if (fault === 'low')
    return t(texts.atLeast, { amount: formatWhole(Math.ceil(Number(min)), currency, locale), method })
  if (fault === 'high')
    return t(texts.atMost, { amount: formatWhole(Math.floor(Number(max)), currency, locale), method })
  return undefined
}

/**
 * The field shows how an amount is read: in Latin digits, without a currency sign at either end, and without separators
 * between thousands. Any other text stays as it is and is refused: without its separators, 25€50 would be 2550.
 */
function ungroup(text: string, locale = 'en'): string {
  const latin = toLatin(text)
  const bare = latin.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
  const separator = /^[1-9]\d{0,2}(?:([\s.,'’\u066C])\d{3})(?:\1\d{3})*$/.exec(bare)?.[1]
  if (separator && separator !== getDecimalSign(locale)) return bare.replaceAll(separator, '')
  return /^\d*$/.test(bare) ? bare : latin
}

function nameMethod(id: string): string {
  const names: Readonly<Record<string, string>> = texts.methods
  return names[id] ?? id.replaceAll('_', ' ')
}

function describeMethod(id: string): string {
  const names: Readonly<Record<string, string>> = texts.by
  return names[id] ?? id.replaceAll('_', ' ')
}

function iconOf(id: string): [] | [IconName] {
  return id === 'card' ? ['card'] : id === 'ach_bank_account' ? ['bank'] : []
}

function formatWhole(value: number, currency: string, locale: string | undefined): string {
  return formatFiat(value, locale ?? 'en', currency).replace(/[.,]00(?=\D*$)/, '')
}

function getSign(currency: string, locale: string | undefined): string {
  const parts = new Intl.NumberFormat(locale ?? 'en', { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
