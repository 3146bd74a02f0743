/** Networks to choose from: the current one is marked, and many can be searched by their names. */
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ConnectedAccount } from '../../src/connections/account.ts'
import type { Network } from '../../src/core/networks.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { useShell } from '../shell-context.ts'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import css from './network-list.css?inline'
import { NetworkSearch } from './network-search.tsx'
import { texts } from './texts.ts'

addSheet(css)

/** So many are seen at a glance. */
const FEW = 8

interface NetworkListProps {
  account: ConnectedAccount
  networks: readonly Network[]
}

export function NetworkList({ account, networks }: NetworkListProps) {
  const [words, setWords] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = networks.filter((network) => matches(network, words))

  /** The arrow keys lead from the search to the rows, and among them. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const rows = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = rows.indexOf(event.target as HTMLButtonElement)
    const search = event.currentTarget.querySelector('input')
    const next = at + step < 0 ? search : rows[at + step]
    if (!next || (at < 0 && step < 0)) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div className="networks" onKeyDown={onKeyDown}>
      {networks.length > FEW && <NetworkSearch words={words} found={found.length} onChange={setWords} />}
      {found.length > 0 ? (
        <div className="list" role="list" aria-label={texts.networks} ref={list}>
          {found.map((network) => (
            <div key={network.caipNetworkId} role="listitem">
              <NetworkRow network={network} isCurrent={network.caipNetworkId === account.caipNetworkId} />
            </div>
          ))}
        </div>
      ) : (
        <Nothing
          wallet={account.connector.name}
          count={networks.length}
          words={words}
          onClear={() => setWords('')}
        />
      )}
    </div>
  )
}

/** By its name, or by its id as a person may know it from elsewhere. */
function matches({ name, id, caipNetworkId }: Network, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || String(id) === wanted || caipNetworkId === wanted
}

interface NothingProps {
  wallet: string
  count: number
  words: string
  onClear(): void
}

function Nothing({ wallet, count, words, onClear }: NothingProps) {
  const { metadata } = useShell()
  const text = say(texts.nothingText, { n: count, site: metadata.name, wallet, words: words.trim() })
  return (
    <Notice title={texts.nothing} text={text}>
      <Button small onClick={onClear}>
        {texts.showAll}
      </Button>
    </Notice>
  )
}

function NetworkRow({ network, isCurrent }: { network: Network; isCurrent: boolean }) {
  const { router } = useShell()
  const { name, imageUrl } = network
  return (
    <button
      type="button"
      className="row network-row"
      part="network-row"
      aria-current={isCurrent || undefined}
      onClick={() => (isCurrent ? router.goBack() : router.push('SwitchNetwork', { network }))}
    >
      <Mark name={name} url={imageUrl} size={32} shape="round" />
      <bdi className="row-title" title={name}>
        {name}
      </bdi>
      {isCurrent && <Icon name="check" />}
    </button>
  )
}
