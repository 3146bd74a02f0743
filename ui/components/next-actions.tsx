/** Suggests two actions to the owner of an account in which a list is empty. */
import { useSignals } from '@preact/signals-react/runtime'
import { useContext } from 'react'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { WalletFeature } from '../../src/shell/options.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { Viewer } from '../../src/shell/viewer.ts'
import { isOffered } from '../../src/shell/wallet-features.ts'
import { ShellContext } from '../base/shell-context.ts'
import { useCopy } from './copy-button.tsx'
import { type ActionTile, ActionTiles } from './action-tiles.tsx'
import { texts } from './next-actions-texts.ts'

type ActionName = 'copy' | 'networks' | 'onramp' | 'receive' | 'wallets'

interface NextActionsProps {
  /** An action that only this view offers. It comes first. */
  own?: ActionTile
  /** Actions in order of preference. The first ones that are available are shown. */
  among?: readonly ActionName[]
}

/** Renders nothing without a shell. The portfolio has no shell, since its accounts are only viewed. */
export function NextActions(props: NextActionsProps) {
  const shell = useContext(ShellContext)
  return shell && <ShellActions {...props} shell={shell} />
}

function ShellActions({
  shell,
  own,
  among = ['copy', 'networks', 'onramp', 'receive'],
}: NextActionsProps & { shell: Shell }) {
  useSignals()
  const { account, router, features } = shell
  const { isCopied, copy } = useCopy('address')
  const state = account.value
  if (state.status !== 'connected') return null
  const can = (feature: WalletFeature) => isOffered(features.value, feature, getNamespace(state.caipAddress))
  const tiles: Readonly<Record<ActionName, ActionTile | false>> = {
    copy: {
      icon: isCopied ? 'check' : 'copy',
      words: isCopied ? texts.copied : texts.copyAddress,
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
  const names = new Set<ActionName>([...among, 'copy', 'wallets'])
  const open = [own, ...[...names].map((name) => tiles[name])].filter((tile) => !!tile)
  return (
    <>
      <ActionTiles tiles={open} />
      <span className="unseen" role="status">
        {isCopied && texts.copied}
      </span>
    </>
  )
}

/** Whether the page has other networks and lets people switch to them. */
export function hasOtherNetworks({
  networks,
  enableNetworkSwitch,
}: Pick<Viewer, 'networks' | 'enableNetworkSwitch'>): boolean {
  return enableNetworkSwitch && networks.length > 1
}
