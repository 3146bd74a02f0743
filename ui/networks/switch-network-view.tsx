/** Shown while the wallet is asked to switch the network. The shell reports the outcome and opens the next view. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { Routes } from '../../src/shell/routes.ts'
import { Orbit } from '../components/orbit.tsx'
import { Trans } from '../components/trans.tsx'
import { Waiting } from '../components/waiting.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { isOfNamespace } from '../../src/wallets/is-of-namespace.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { leadToNetwork } from './lead-to-network.ts'
import { texts } from './other-texts.ts'

export const view: ViewDefinition<'SwitchNetwork'> = {
  title: () => texts.switchNetwork,
  leave: (shell) => shell.cancelSwitch(),
  View: SwitchNetwork,
}

function SwitchNetwork({ data }: { data: Routes['SwitchNetwork'] | undefined }) {
  useSignals()
  const shell = useShell()
  const network = data?.network
  const account = network && shell.accounts.value.find((one) => isOfNamespace(one, network))

  useEffect(() => {
    if (network) void leadToNetwork(shell, network)
    else shell.router.goBack()
  }, [shell, network])

  if (!network || !account) return null
  const wallet = nameWallet(account.connector)
  return (
    <Waiting
      name={wallet}
      startedAt={shell.switching.value?.startedAt}
      picture={<Orbit name={network.name} url={network.imageUrl} shape="round" state="waiting" />}
      text={
        <Trans
          message={texts.asks}
          wallet={<bdi>{wallet}</bdi>}
          network={<bdi className="strong">{network.name}</bdi>}
        />
      }
      onCancel={() => {
        shell.cancelSwitch()
        shell.router.goBack()
      }}
    />
  )
}
