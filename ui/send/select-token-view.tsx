/** The list of the account's tokens, to choose a token to send. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { shortAddress } from '../../src/core/chains/address.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { deadenLinks } from '../../src/core/text/text.ts'
import { Failure } from '../components/failure.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { SearchField } from '../components/search-field.tsx'
import { SkeletonRows } from '../lists/skeleton-rows.tsx'
import { NextActions } from '../components/next-actions.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { enter, getForm } from '../../src/payments/send-form.ts'
import { formatUnit } from '../money/format-amount.ts'
import css from './send.css?inline'
import { texts } from './texts.ts'
import { useTokens } from '../money/use-tokens.ts'

addSheet(css)

/** Upper limit of the rows that are shown without a search. */
const MAX_SHOWN = 100

export const view: ViewDefinition<'WalletSendSelectToken'> = {
  title: () => texts.selectToken,
  next: ['WalletSend', 'WalletReceive', 'OnRampProviders'],
  View: SelectToken,
}

function SelectToken() {
  useSignals()
  const account = useShell().account.value
  if (account.status !== 'connected') return null
  return <Tokens key={account.caipAddress} account={account} />
}

function Tokens({ account }: { account: ConnectedAccount }) {
  const { caipAddress, network, caipNetworkId } = account
  const tokens = useTokens(caipAddress)
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const name = network?.name ?? nameNetwork(caipNetworkId)
  if (tokens.status === 'loading') return <SkeletonRows count={5} words={texts.reading} />
  if (tokens.status === 'failed') return <Failure title={texts.readFailed} error={tokens.error} />
  const isFound = createFilter(words)
  const main = tokens.main.filter(isFound)
  const unverified = tokens.unverified.filter(isFound)
  const count = main.length + unverified.length
  if (tokens.main.length + tokens.unverified.length === 0)
    return (
      <Notice title={texts.noTokens} text={t(texts.noTokensText, { network: name })}>
        <NextActions among={['onramp', 'receive', 'networks']} />
      </Notice>
    )
  function clear(): void {
    setWords('')
    input.current?.focus()
  }
  return (
    <>
      <SearchField
        input={input}
        words={words}
        label={texts.search}
        found={t(texts.found, { n: count })}
        onChange={setWords}
        onClear={clear}
      />
      {count === 0 ? (
        <Notice
          title={texts.nothingFound}
          text={t(texts.nothingFoundText, { network: name, words: words.trim() })}
        >
          <NextActions
            own={{ icon: 'search', words: texts.showAll, go: clear }}
            among={['receive', 'onramp']}
          />
        </Notice>
      ) : (
        <div className="list send-tokens" tabIndex={-1}>
          <Rows label={texts.tokens} rows={main} />
          {unverified.length > 0 && (
            <>
              <h3 className="group-title">{texts.unverified}</h3>
              <p className="small-note">{texts.unverifiedText}</p>
              <Rows label={texts.unverified} rows={unverified} />
            </>
          )}
        </div>
      )}
    </>
  )
}

function Rows({ label, rows }: { label: string; rows: readonly TokenRow[] }) {
  if (rows.length === 0) return null
  const left = rows.length - MAX_SHOWN
  return (
    <>
      <div role="list" aria-label={label}>
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <div key={row.id} role="listitem">
            <Token row={row} />
          </div>
        ))}
      </div>
      {left > 0 && <p className="small-note">{t(texts.more, { n: left })}</p>}
    </>
  )
}

function Token({ row }: { row: TokenRow }) {
  useSignals()
  const shell = useShell()
  const isChosen = getForm(shell).value.token?.id === row.id
  const { name, symbol, text, full, iconUrl, group, unusual, contract } = row
  const isDoubtful = unusual || group === 'unverified'
  return (
    <button
      type="button"
      className="row asset"
      part="token"
      aria-current={isChosen || undefined}
      onClick={() => {
        enter(shell, { token: row })
        shell.router.goBack()
      }}
    >
      <Mark name={symbol || name} url={iconUrl} size={36} shape="round" />
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {isDoubtful ? deadenLinks(name) : name}
        </bdi>
        <bdi className="row-detail" dir="ltr" title={contract}>
          {isDoubtful && contract ? shortAddress(contract) : symbol}
        </bdi>
      </span>
      <span className="row-end">
        <bdi className="row-title" dir="ltr" title={formatUnit(full, symbol)}>
          {text}
        </bdi>
        {group === 'main' && (
          <bdi className="row-detail" dir="ltr">
            {row.valueText ?? texts.noPrice}
          </bdi>
        )}
      </span>
      {isChosen && <Icon name="check" />}
    </button>
  )
}

/** Matches a part of the name or symbol, or the whole contract address. */
function createFilter(words: string): (row: TokenRow) => boolean {
  const wanted = words.trim().toLowerCase()
  return ({ name, symbol, contract = '' }) =>
    name.toLowerCase().includes(wanted) ||
    symbol.toLowerCase().includes(wanted) ||
    contract.toLowerCase() === wanted
}
