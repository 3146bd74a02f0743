/** A list of networks to choose from, with the current network marked. A long list has a search field. */
import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Trans } from '../components/trans.tsx'
import { SearchField } from '../components/search-field.tsx'
import { ActionTiles } from '../components/action-tiles.tsx'
import { useShell } from '../base/shell-context.ts'
import { isComposing } from '../base/is-composing.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import css from './network-list.css?inline'
import { isOfNamespace } from '../../src/wallets/is-of-namespace.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { texts } from './other-texts.ts'
import { texts as own } from './texts.ts'

addSheet(css)

/** A list with more networks than this has a search field. */
const FEW = 8

interface NetworkListProps {
  account: ConnectedAccount
  networks: readonly Network[]
}

export function NetworkList({ account, networks }: NetworkListProps) {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const found = networks.filter((network) => matches(network, query))

  /** The up and down keys move the focus between the search field and the rows. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || isComposing(event)) return
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.indexOf(event.target as HTMLButtonElement)
    const next = at + step < 0 ? search.current : rows[at + step]
    if (!next || (at < 0 && step < 0)) return
    event.preventDefault()
    next.focus()
  }

  function clear(): void {
    setQuery('')
    search.current?.focus()
  }

  return (
    <div className="networks" onKeyDown={onKeyDown}>
      {networks.length > FEW && (
        <SearchField
          input={search}
          words={query}
          label={texts.search}
          found={t(texts.found, { n: found.length })}
          onChange={setQuery}
          onClear={clear}
        />
      )}
      {found.length > 0 ? (
        <div className="list" role="list" aria-label={texts.networks} ref={list}>
          {found.map((network) => (
            <div key={network.caipNetworkId} role="listitem">
              <NetworkRow network={network} account={account} />
            </div>
          ))}
        </div>
      ) : (
        <Nothing count={networks.length} query={query} account={account} onClear={clear} />
      )}
    </div>
  )
}

/** Whether a network's name, chain id or CAIP-2 id matches the search text. */
function matches({ name, id, caipNetworkId }: Network, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || String(id) === wanted || caipNetworkId === wanted
}

interface NothingProps {
  account: ConnectedAccount
  count: number
  query: string
  onClear(): void
}

function Nothing({ account: { network, unsupported }, count, query, onClear }: NothingProps) {
  const { metadata, router } = useShell()
  const text = t(texts.nothingText, { n: count, site: metadata.name, words: query.trim() })
  return (
    <Notice title={texts.nothing} text={text}>
      <ActionTiles
        tiles={[
          { icon: 'search', words: texts.showAll, go: onClear },
          network && !unsupported
            ? { icon: 'back', words: t(texts.stay, { network: network.name }), go: router.goBack }
            : { icon: 'help', words: own.whatIsANetwork, go: () => router.push('WhatIsANetwork') },
        ]}
      />
    </Notice>
  )
}

/** Whether the wallet can be used on the network. Some wallets share accounts only on networks that the person approved. */
export function canReach(account: ConnectedAccount | undefined, { caipNetworkId }: Network): boolean {
  return account?.approved?.includes(caipNetworkId) ?? true
}

function NetworkRow({ network, account }: { network: Network; account: ConnectedAccount }) {
  useSignals()
  const { router, accounts, setActive } = useShell()
  const { name, imageUrl, caipNetworkId, chainNamespace } = network
  const isCurrent = caipNetworkId === account.caipNetworkId
  const isNear = isOfNamespace(account, network)
  const other = isNear ? undefined : accounts.value.find((one) => isOfNamespace(one, network))
  const owner = isNear ? account : other
  const isMissing = !canReach(owner, network)

  function choose(): void {
    if (isMissing) return
    if (isCurrent) return router.goBack()
    if (!isNear && !other) return router.push('SwitchActiveChain', { network })
    if (other?.caipNetworkId !== caipNetworkId) return router.push('SwitchNetwork', { network })
    // Another connected wallet is on this network already, so no request is needed.
    setActive(chainNamespace)
    router.goHome()
  }

  return (
    <button
      type="button"
      className="row network-row"
      part="network-row"
      aria-current={isCurrent || undefined}
      aria-disabled={isMissing || undefined}
      onClick={choose}
    >
      <Mark name={name} url={imageUrl} size={32} shape="round" />
      <span className="row-text">
        <bdi className="row-title" title={name}>
          {name}
        </bdi>
        {(!isNear || isMissing) && (
          <span className="row-detail">
            {owner ? (
              <Trans
                message={isMissing ? texts.notApproved : texts.withWallet}
                wallet={<bdi>{nameWallet(owner.connector)}</bdi>}
              />
            ) : (
              texts.notConnected
            )}
          </span>
        )}
      </span>
      {isCurrent && <Icon name="check" />}
    </button>
  )
}
