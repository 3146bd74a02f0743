/** The wallet is being asked to go to another network, or was asked in vain. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { NetworkSwitch } from '../../src/connections/account.ts'
import type { Network } from '../../src/core/networks.ts'
import { Button } from '../components/button.tsx'
import { Orbit } from '../components/orbit.tsx'
import { Waiting } from '../connect/waiting.tsx'
import { useShell } from '../shell-context.ts'

export function SwitchNetwork() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  const network = shell.router.current.value.data?.network
  const switching = shell.switching.value
  const wallet = account.status === 'connected' ? account.connector.name : undefined
  const isThere = account.status === 'connected' && account.caipNetworkId === network?.caipNetworkId
  // Who comes from a network that the page does not serve wanted to go on with the page.
  const [fromOther] = useState(account.status === 'connected' && !account.network)

  useEffect(() => {
    if (network) void shell.switchNetwork(network)
    else shell.router.goBack()
  }, [shell, network])
  useEffect(() => {
    if (!isThere) return
    if (fromOther) shell.close()
    else shell.router.reset('Account')
  }, [shell, isThere, fromOther])

  if (!network || !wallet) return null
  if (switching && switching.status !== 'waiting')
    return <Ended wallet={wallet} network={network} switching={switching} />
  return (
    <Waiting
      name={wallet}
      startedAt={switching?.startedAt}
      picture={<Orbit name={network.name} url={network.imageUrl} shape="round" state="waiting" />}
      text={
        <>
          <bdi>{wallet}</bdi> asks whether it should go to <bdi className="strong">{network.name}</bdi>. No
          money moves.
        </>
      }
      onCancel={() => leave(shell)}
    />
  )
}

function leave(shell: ReturnType<typeof useShell>): void {
  shell.cancelSwitch()
  shell.router.goBack()
}

function Ended({
  wallet,
  network,
  switching,
}: {
  wallet: string
  network: Network
  switching: NetworkSwitch
}) {
  const shell = useShell()
  const isBusy = switching.status === 'busy'
  const name = <bdi>{wallet}</bdi>
  const title = {
    waiting: null,
    declined: <>You declined in {name}</>,
    busy: <>A request is already open in {name}</>,
    failed: <>{name} stayed where it was</>,
  }[switching.status]
  const text = {
    waiting: null,
    declined: <>{name} is on the network it was on. You can ask again.</>,
    busy: <>Open {name} and answer it there, then come back and ask again.</>,
    failed: (
      <>
        <bdi>{switching.error?.message ?? 'It gave no reason.'}</bdi> You can also choose{' '}
        <bdi>{network.name}</bdi> in {name} itself.
      </>
    ),
  }[switching.status]
  return (
    <div className="bd center">
      <Orbit name={network.name} url={network.imageUrl} shape="round" state={isBusy ? 'busy' : 'ended'} />
      <div role="status">
        <h3 className="h1">{title}</h3>
        <p className="lede">{text}</p>
      </div>
      <Button kind="primary" icon="refresh" onClick={() => void shell.switchNetwork(network)}>
        Try again
      </Button>
      <Button kind="quiet" onClick={() => leave(shell)}>
        Back
      </Button>
    </div>
  )
}
