/** Explains that no connected account works on the chosen network, and offers wallets that do. */
import { useSignals } from '@preact/signals-react/runtime'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { Button } from '../components/button.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { groupWallets } from '../../src/connections/group-wallets.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { texts as names } from '../connect/texts.ts'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './switch-active-chain.css?inline'
import { texts } from './other-texts.ts'

addSheet(css)

export const view: ViewDefinition<'SwitchActiveChain'> = {
  title: (_, data) => data?.network.name ?? texts.networks,
  next: ['Connect', 'ConnectingExternal'],
  View: ({ data }) => data && <SwitchActiveChain network={data.network} />,
}

function SwitchActiveChain({ network }: { network: Network }) {
  useSignals()
  const { account, connectors, router } = useShell()
  const state = account.value
  if (state.status !== 'connected') return null
  const { connector } = state
  const namespace = network.chainNamespace
  const installed = groupWallets(connectors.value).find((each) =>
    each.some(({ provider }) => provider === connector.provider),
  )
  const own = installed?.find(({ namespaces }) => namespaces.includes(namespace))
  const name = <bdi>{network.name}</bdi>
  const wallet = <bdi>{nameWallet(connector)}</bdi>
  return (
    <div className="body center missing-account">
      <Mark name={network.name} url={network.imageUrl} size={64} shape="round" />
      <h3 className="heading">
        <Trans message={texts.noAccount} network={name} />
      </h3>
      <p className="lede">
        <Trans
          message={texts.noAccountText}
          wallet={wallet}
          network={name}
          chain={names.chains[getNamespace(state.caipAddress)]}
        />
      </p>
      {own && (
        <Button kind="primary" onClick={() => router.push('ConnectingExternal', { connector: own, network })}>
          <span>
            <Trans message={texts.connectWith} wallet={wallet} />
          </span>
        </Button>
      )}
      <Button kind={own ? 'quiet' : 'primary'} onClick={() => router.push('Connect', { namespace, network })}>
        {own ? texts.chooseOther : texts.chooseWallet}
      </Button>
    </div>
  )
}
