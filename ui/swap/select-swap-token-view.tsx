/** The list of tokens to sell or buy: the account's own tokens, widely traded ones, and all others by name. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import {
  isNativeToken,
  QUOTE_PAUSE,
  type SwapToken,
  type SwapTokens,
  type SwapTokensInput,
} from '../../src/core/payments/swap.ts'
import { Failure } from '../components/failure.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { SearchField } from '../components/search-field.tsx'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { NextActions } from '../components/next-actions.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { formatUnit } from '../money/format-amount.ts'
import { useTokens } from '../money/use-tokens.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { chooseToken, getForm, type SwapSide } from '../../src/payments/swap-form.ts'
import css from './swap.css?inline'
import { texts } from './texts.ts'
import { formatDoubt } from './token-doubt.tsx'
import { toSwapId } from '../../src/payments/swap-funds.ts'

addSheet(css)

export const view: ViewDefinition<'SwapSelectToken'> = {
  title: () => texts.selectToken,
  next: ['Swap'],
  View: ({ data }) => <SelectToken side={data?.side ?? 'from'} />,
}

function SelectToken({ side }: { side: SwapSide }) {
  useSignals()
  const account = useShell().account.value
  if (account.status !== 'connected') return null
  return <Tokens key={account.caipAddress} account={account} side={side} />
}

function Tokens({ account, side }: { account: ConnectedAccount; side: SwapSide }) {
  const { caipAddress, network, caipNetworkId } = account
  const own = useTokens(caipAddress)
  const rows = own.status === 'known' ? own.main : []
  const held = rows.flatMap((row) => toSwapId(row, caipNetworkId) ?? [])
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [tokens, retry] = useSwapTokens({ caipNetworkId, words: query, held })
  const name = network?.name ?? nameNetwork(caipNetworkId)
  if (tokens.status === 'failed')
    return <Failure title={texts.readFailed} error={tokens.error} onRetry={retry} />
  if (tokens.status === 'loading') return <SkeletonRows count={5} words={texts.reading} />
  const { suggested, popular, others, more } = tokens.known
  const yours = tokens.known.held
  const count = yours.length + popular.length + others.length + more
  if (count === 0 && query.trim() === '')
    return (
      <Notice title={texts.noTokens} text={t(texts.noTokensText, { network: name })}>
        <NextActions among={['networks', 'onramp', 'receive']} />
      </Notice>
    )
  const findRow = ({ token }: SwapToken) => rows.find((row) => toSwapId(row, caipNetworkId) === token)
  const groups = [
    [texts.yours, yours],
    [texts.popular, popular],
    [texts.others, others],
  ] as const
  function clear(): void {
    setQuery('')
    input.current?.focus()
  }
  return (
    <>
      <SearchField
        input={input}
        words={query}
        label={texts.search}
        found={t(texts.found, { n: count })}
        onChange={setQuery}
        onClear={clear}
      />
      {query.trim() === '' && <Suggested side={side} tokens={suggested} findRow={findRow} />}
      {count === 0 ? (
        <Notice
          title={texts.nothingFound}
          text={t(texts.nothingFoundText, { network: name, words: query.trim() })}
        >
          <NextActions
            own={{ icon: 'search', words: texts.showAll, go: clear }}
            among={['networks', 'onramp', 'receive']}
          />
        </Notice>
      ) : (
        <div className="list swap-tokens" tabIndex={-1}>
          {groups.map(
            ([title, group]) =>
              group.length > 0 && (
                <div key={title}>
                  <h3 className="group-title">{title}</h3>
                  <div role="list" aria-label={title}>
                    {group.map((token) => (
                      <div key={token.token} role="listitem">
                        <Token token={token} row={findRow(token)} side={side} />
                      </div>
                    ))}
                  </div>
                </div>
              ),
          )}
          {more > 0 && <p className="swap-quiet">{t(texts.more, { n: more })}</p>}
        </div>
      )}
    </>
  )
}

type FindRow = (token: SwapToken) => TokenRow | undefined

function Suggested({
  side,
  tokens,
  findRow,
}: {
  side: SwapSide
  tokens: readonly SwapToken[]
  findRow: FindRow
}) {
  useSignals()
  const shell = useShell()
  const chosen = getForm(shell).value[side]?.token
  if (tokens.length === 0) return null
  return (
    <div className="swap-chips" role="group" aria-label={texts.suggested}>
      {tokens.map((token) => (
        <button
          key={token.token}
          type="button"
          className="swap-chip"
          part="chip"
          aria-pressed={token.token === chosen}
          onClick={() => {
            chooseToken(shell, side, token)
            shell.router.goBack()
          }}
        >
          <Mark name={token.symbol} url={token.iconUrl ?? findRow(token)?.iconUrl} size={20} shape="round" />
          <bdi>{token.symbol}</bdi>
          <Doubt token={token} isShort />
        </button>
      ))}
    </div>
  )
}

function Token({ token, row, side }: { token: SwapToken; row: TokenRow | undefined; side: SwapSide }) {
  useSignals()
  const shell = useShell()
  const { name, symbol, iconUrl } = token
  const isChosen = getForm(shell).value[side]?.token === token.token
  const { address } = parseCaipAddress(token.token)
  return (
    <button
      type="button"
      className="row asset"
      part="token"
      aria-current={isChosen || undefined}
      onClick={() => {
        chooseToken(shell, side, token)
        shell.router.goBack()
      }}
    >
      <Mark name={symbol} url={iconUrl ?? row?.iconUrl} size={36} shape="round" />
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {name}
        </bdi>
        <bdi className="row-detail" dir="ltr" title={isNativeToken(token) ? undefined : address}>
          {/* Many tokens have the same name, so show the contract of tokens that the account does not hold. */}
          {(row && !token.unverified) || isNativeToken(token)
            ? symbol
            : `${symbol} · ${shortAddress(address)}`}
        </bdi>
        <Doubt token={token} />
      </span>
      {row && (
        <span className="row-end">
          <bdi className="row-title" dir="ltr" title={formatUnit(row.full, row.symbol)}>
            {row.text}
          </bdi>
          <bdi className="row-detail" dir="ltr">
            {row.valueText ?? texts.noPrice}
          </bdi>
        </span>
      )}
      {isChosen && <Icon name="check" />}
    </button>
  )
}

/** Marks a doubtful token. `isShort`: shows only the icon. */
function Doubt({ token, isShort }: { token: SwapToken; isShort?: boolean }) {
  const text = formatDoubt(token)
  if (!text) return null
  return isShort ? (
    <span className="swap-doubt" role="img" aria-label={text} title={text}>
      <Icon name="flag" size={16} />
    </span>
  ) : (
    <span className="swap-doubt">
      <Icon name="flag" size={16} />
      {text}
    </span>
  )
}

type Known =
  | { status: 'loading' }
  | { status: 'failed'; error: ErrorRecord }
  | { status: 'known'; known: SwapTokens }

/** Keeps the last results until new results arrive. */
function useSwapTokens(input: SwapTokensInput): [tokens: Known, retry: () => void] {
  const { call } = useShell()
  const [tokens, setTokens] = useState<Known>({ status: 'loading' })
  const [count, setCount] = useState(0)
  const key = JSON.stringify([input, count])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const [asked] = JSON.parse(key) as [SwapTokensInput]
    const ask = () =>
      call('swapTokens', asked, { signal }).then(
        (known) => signal.aborted || setTokens({ status: 'known', known }),
        (error: unknown) => signal.aborted || setTokens({ status: 'failed', error: toErrorRecord(error) }),
      )
    const timer = setTimeout(() => void ask(), asked.words ? QUOTE_PAUSE : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, key])
  return [
    tokens,
    () => {
      setTokens({ status: 'loading' })
      setCount(count + 1)
    },
  ]
}
