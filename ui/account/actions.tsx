/** The buttons for sending, receiving, swapping and buying. They work before any data is loaded. */
import { useSignals } from '@preact/signals-react/runtime'
import { getNamespace } from '../../src/core/chains/caip.ts'
import { canWalletSend } from '../../src/wallets/can-send.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { WalletFeature } from '../../src/shell/options.ts'
import { listOffered, walletFeatures } from '../../src/shell/wallet-features.ts'
import { IconButton } from '../components/button.tsx'
import type { IconName } from '../../src/base/icon-name.ts'
import { Icon } from '../components/icon.tsx'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import css from './actions.css?inline'
import { texts } from './texts.ts'

addSheet(css)

const actions: Readonly<
  Record<WalletFeature, { icon: IconName; text: 'buy' | 'swap' | 'receive' | 'send' }>
> = {
  onramp: { icon: 'card', text: 'buy' },
  swaps: { icon: 'swap', text: 'swap' },
  receive: { icon: 'receive', text: 'receive' },
  send: { icon: 'send', text: 'send' },
}

export function Actions({ account }: { account: ConnectedAccount }) {
  const all = useActions(account)
  if (all.length === 0) return null
  return (
    <div className="actions" role="group" aria-label={texts.actions}>
      {all.map(({ icon, words, isAway, open }) => (
        <button key={icon} type="button" className="action" part="action" disabled={isAway} onClick={open}>
          <Icon name={icon} />
          {words}
        </button>
      ))}
    </div>
  )
}

/** The available actions except Buy, as icons without labels, for the line above a long list. */
export function ActionIcons({ account }: { account: ConnectedAccount }) {
  return useActions(account)
    .filter(({ icon, isAway }) => icon !== 'card' && !isAway)
    .map(({ icon, words, open }) => <IconButton key={icon} icon={icon} label={words} onClick={open} />)
}

function useActions(account: ConnectedAccount) {
  useSignals()
  const { features, online, router } = useShell()
  // Offline, only Receive works. The banner says why the other actions are disabled.
  const isOnline = online.value
  const offered = listOffered(features.value, getNamespace(account.caipAddress))
  // Leave out Send if the wallet cannot send.
  const possible = offered.filter((feature) => feature !== 'send' || canWalletSend(account))
  return possible.map((feature) => {
    const { icon, text } = actions[feature]
    const isAway = !isOnline && feature !== 'receive'
    return { icon, words: texts[text], isAway, open: () => router.push(walletFeatures[feature].view) }
  })
}
