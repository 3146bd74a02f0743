/** The buy form: token, amount and provider. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import {
  canArrive,
  type OnRampOptions,
  type OnRampQuote,
  type PaymentLimit,
  toPlaceholder,
} from '../../src/core/payments/onramp.ts'
import { getProviders, type OnRampProvider } from '../../src/core/payments/onramp-providers.ts'
import leafCss from '../components/leaf.css?inline'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { MarkOn } from '../components/mark-on.tsx'
import { Notice } from '../components/notice.tsx'
import { Segment } from '../components/segment.tsx'
import { hasOtherNetworks, NextActions } from '../components/next-actions.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './buy.css?inline'
import { choose, getBuying, type Offer, type ReadChoice, readChoice } from '../../src/onramp/choice.ts'
import { followPrice } from '../../src/onramp/price.ts'
import { type PurchasePlan, startPurchase } from '../../src/onramp/purchase.ts'
import { Amount, type Chosen } from './amount.tsx'
import { Providers } from './providers.tsx'
import { describeFault, iconOf, nameMethod } from './words.ts'
import { texts } from './texts.ts'
import { useCommand } from '../base/use-command.ts'

/** Pause after the last change of the entry before a quote is requested. Milliseconds. */
const PAUSE = 400

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'OnRampProviders'> = {
  title: () => texts.title,
  help: { view: 'WhatIsABuy', question: () => texts.what },
  next: ['OnRampTokenSelect', 'OnRampFiatSelect', 'BuyInProgress', 'WhatIsABuy'],
  View: Buy,
}

function Buy() {
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
  const read = readChoice(shell, options, account, providers)
  const { data, error } = useCommand('onRampQuote', read.question, PAUSE)
  const quote = error && read.question ? toPlaceholder(read.question) : data
  const token = read.chosen?.offer.token
  useEffect(() => (token ? followPrice(shell, token) : undefined), [shell, token])
  if (!isChosen(read)) return <Nothing account={account} />
  const { fault, provider, plan } = read
  const { offer, currency, limit } = read.chosen
  const { symbol, iconUrl } = offer.currency

  function go(): void {
    if (!plan || fault) return
    // A quote is for an amount in the payment currency. It does not apply to an entered token amount, for which the
    // provider sets its own price.
    const isQuoted = plan.provider.name === 'coinbase' && plan.presetCryptoAmount === undefined
    const expected = isQuoted && !quote?.isPlaceholder ? quote?.purchaseAmount : undefined
    startPurchase(
      shell,
      expected ? { ...plan, expected: expected.amount } : plan,
      t(texts.opening, { provider: plan.provider.label }),
    )
    router.push('BuyInProgress', { provider: plan.provider.name })
  }

  const problem = provider
    ? describeFault(fault, limit, currency.id, shell.locale, read.wanted !== undefined)
    : t(texts.noProvider, { token: symbol })
  return (
    <div className="body buy">
      <Amount read={read} />
      <Methods limits={currency.payment_method_limits} selected={limit.id} />
      <div className="buy-facts">
        <Choose label={texts.youBuy} view="OnRampTokenSelect">
          <MarkOn name={symbol} url={iconUrl} size={22} on={offer.network} />
          <bdi>{t(texts.tokenOn, { token: symbol, network: offer.network.name })}</bdi>
        </Choose>
        <Choose label={texts.youPayIn} view="OnRampFiatSelect">
          <Mark name={currency.id} url={currency.iconUrl} size={22} shape="round" />
          <bdi>{currency.id}</bdi>
        </Choose>
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
      <Providers
        providers={providers}
        read={read}
        quote={quote}
        namespace={getNamespace(account.caipAddress)}
      />
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
      {plan && <p className="buy-note">{describeWay(plan, offer, quote)}</p>}
    </div>
  )
}

const isChosen = (read: ReadChoice): read is Chosen => read.chosen !== undefined

function describeWay(plan: PurchasePlan, { network }: Offer, quote: OnRampQuote | undefined): string {
  const { provider, presetFiatAmount, presetCryptoAmount, places } = plan
  if (provider.name === 'coinbase' && quote?.isPlaceholder) return texts.unavailableNote
  const isPreset = presetFiatAmount !== undefined || presetCryptoAmount !== undefined
  const words = isPreset ? texts.opens : places.length > 1 ? texts.asksAll : texts.asksAgain
  return t(words, { provider: provider.label, network: network.name })
}

interface ChooseProps {
  label: string
  view: 'OnRampTokenSelect' | 'OnRampFiatSelect'
  children: ReactNode
}

/** Shows the current choice. Pressing it opens the list to choose from. */
function Choose({ label, view, children }: ChooseProps) {
  const { router } = useShell()
  return (
    <button type="button" className="row fact" part="fact" onClick={() => router.push(view)}>
      <span>{label}</span>
      <span className="row-end">
        {children}
        <Icon name="right" size={18} />
      </span>
    </button>
  )
}

/**
 * Says that purchases with this payment method cannot arrive on the current network, and on which network they arrive.
 */
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

function Methods({ limits, selected }: { limits: readonly PaymentLimit[]; selected: string }) {
  const shell = useShell()
  if (limits.length < 2) return null
  if (limits.length <= FEW_METHODS)
    return (
      <Segment
        label={texts.method}
        choices={limits.map(({ id }) => [id, nameMethod(id), ...iconOf(id)] as const)}
        selected={selected}
        onSelect={(method) => choose(shell, { method })}
      />
    )
  return (
    <div className="buy-methods" role="group" aria-label={texts.method}>
      {limits.map(({ id }) => (
        <button
          key={id}
          type="button"
          className="button secondary small"
          part="button secondary"
          aria-pressed={id === selected}
          onClick={() => choose(shell, { method: id })}
        >
          {nameMethod(id)}
        </button>
      ))}
    </div>
  )
}

const FEW_METHODS = 3

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
