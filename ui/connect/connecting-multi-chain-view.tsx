/** Offers the chains of a wallet that supports several. Each chain is a request of its own. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import { getNamespace, type Namespace } from '../../src/core/chains/caip.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './connecting-multi-chain.css?inline'
import { texts as names } from './texts.ts'
import { texts } from '../components/waiting-texts.ts'

addSheet(css)

export const view: ViewDefinition<'ConnectingMultiChain'> = {
  title: (_, data) => data?.connectors[0]?.name ?? texts.wallet,
  next: ['ConnectingExternal'],
  View: ConnectingMultiChain,
}

function ConnectingMultiChain({ data }: { data: Routes['ConnectingMultiChain'] | undefined }) {
  const { metadata } = useShell()
  const [first] = data?.connectors ?? []
  if (!data || !first) return null
  return (
    <>
      <div className="body center choice">
        <Mark name={first.name} url={first.imageUrl} size={64} shape="square" />
        <h3 className="heading">{texts.which}</h3>
        <p className="lede">
          <Trans
            message={texts.whichText}
            wallet={<bdi>{first.name}</bdi>}
            site={<bdi>{metadata.name}</bdi>}
          />
        </p>
      </div>
      <div className="list" role="list" aria-label={texts.chains}>
        {data.connectors.map((installed) => (
          <div key={installed.id} role="listitem">
            <ChainRow installed={installed} />
          </div>
        ))}
      </div>
      <AllRow connectors={data.connectors} />
    </>
  )
}

/** Connects the chains that are not connected yet, one after the other. */
function AllRow({ connectors }: Routes['ConnectingMultiChain']) {
  useSignals()
  const { router, accounts } = useShell()
  const left = connectors.filter((installed) => !isConnected(installed, accounts.value))
  const [first] = left
  if (!first || left.length < 2) return null
  const isPair = left.length === 2
  return (
    <div className="list all">
      <button
        type="button"
        className="row"
        part="chain"
        onClick={() => router.push('ConnectingExternal', { connector: first, all: left })}
      >
        <span className="marks">
          {left.map(({ id, chain }) => (
            <ChainMark key={id} chain={chain} size={16} />
          ))}
        </span>
        <span className="row-text">
          <span className="row-title">{isPair ? texts.both : texts.allThree}</span>
          <span className="row-detail">
            <Trans message={isPair ? texts.asksTwice : texts.asksThrice} wallet={<bdi>{first.name}</bdi>} />
          </span>
        </span>
        <span className="row-end">
          <Icon name="right" size={18} />
        </span>
      </button>
    </div>
  )
}

function ChainMark({ chain, size }: { chain: Namespace; size: number }) {
  const { networks } = useShell()
  const url = networks.find(({ chainNamespace }) => chainNamespace === chain)?.imageUrl
  return <Mark name={names.chains[chain]} url={url} size={size} shape="round" />
}

function isConnected(installed: Connector, accounts: readonly ConnectedAccount[]): boolean {
  return accounts.some(
    ({ connector, caipNetworkId }) =>
      connector.provider === installed.provider && getNamespace(caipNetworkId) === installed.chain,
  )
}

function ChainRow({ installed }: { installed: Connector }) {
  useSignals()
  const { router, accounts, networks } = useShell()
  const chain = names.chains[installed.chain]
  const served = networks.filter(({ chainNamespace }) => chainNamespace === installed.chain)
  const detail = served.map(({ name }) => name).join(', ')
  return (
    <button
      type="button"
      className="row"
      part="chain"
      onClick={() => router.push('ConnectingExternal', { connector: installed })}
    >
      <ChainMark chain={installed.chain} size={36} />
      <span className="row-text">
        <span className="row-title">{chain}</span>
        {detail && detail !== chain && (
          <bdi className="row-detail" title={detail}>
            {detail}
          </bdi>
        )}
      </span>
      <span className="row-end">
        {isConnected(installed, accounts.value) && names.connected}
        <Icon name="right" size={18} />
      </span>
    </button>
  )
}
