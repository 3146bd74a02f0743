/** Where an account has nothing to show: two ways on, of those that are open to it. */
import { useSignals } from '@preact/signals-react/runtime'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { WalletFeature } from '../../src/shell/options.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { listActions } from './list-actions.ts'
import { useShell } from '../base/shell-context.ts'
import { useCopy } from './copy-button.tsx'
import { type Way, Ways } from './ways.tsx'
import { texts } from './ways-texts.ts'

type WayName = 'copy' | 'networks' | 'onramp' | 'receive' | 'wallets'

interface WaysOnProps {
  /** What only this place has. */
  own?: Way
  /** The one that fits best first; there are always two. */
  among?: readonly WayName[]
}

export function WaysOn({ own, among = ['copy', 'networks', 'onramp', 'receive'] }: WaysOnProps) {
  useSignals()
  const shell = useShell()
  const { account, router, features } = shell
  const copy = useCopy('Address')
  const state = account.value
  if (state.status !== 'connected') return null
  const actions = listActions(features.value, getNamespace(state.caipAddress))
  const can = (feature: WalletFeature) => actions.includes(feature)
  const ways: Readonly<Record<WayName, Way | false>> = {
    copy: {
      icon: 'copy',
      words: texts.copyAddress,
      detail: texts.toReceive,
      go: (pressed) => void copy(state.address, pressed),
    },
    networks: hasOtherNetworks(shell) && {
      icon: 'globe',
      words: texts.otherNetworks,
      detail: texts.lookThere,
      go: () => router.push('Networks'),
    },
    onramp: can('onramp') && {
      icon: 'card',
      words: texts.buy,
      detail: texts.withMoney,
      go: () => router.push('OnRampProviders'),
    },
    receive: can('receive') && {
      icon: 'receive',
      words: texts.receive,
      detail: texts.withCode,
      go: () => router.push('WalletReceive'),
    },
    wallets: {
      icon: 'wallet',
      words: texts.wallets,
      detail: texts.otherAccount,
      go: () => router.push('Wallets'),
    },
  }
  const names = new Set<WayName>([...among, 'copy', 'wallets'])
  const open = [own, ...[...names].map((name) => ways[name])].filter((way) => !!way)
  return <Ways ways={open} />
}

/** The page has others, and lets people go there. */
export function hasOtherNetworks({
  networks,
  enableNetworkSwitch,
}: Pick<Shell, 'networks' | 'enableNetworkSwitch'>): boolean {
  return enableNetworkSwitch && networks.length > 1
}
