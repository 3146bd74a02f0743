import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { isPhone } from '../../src/base/device.ts'
import { toProposal } from '../../src/wallets/walletconnect/proposal.ts'
import { keepLinkReady } from '../../src/wallets/walletconnect/ready-link.ts'
import { useShell } from '../base/shell-context.ts'

/** Creates a pairing link in advance, while a phone shows the list of wallets, so that a tap can open a wallet at once. */
export function useReadyLink(): void {
  useSignals()
  const { connectors, accepted, call, networks, signIn } = useShell()
  const own = connectors.value.find(({ type }) => type === 'WALLET_CONNECT')
  // Without accepted terms there is no link, since creating it tells the relay about the person.
  const namespaces = accepted.value && isPhone() ? own?.namespaces : undefined
  useEffect(
    () => namespaces && keepLinkReady({ call, signIn }, toProposal(namespaces, networks)),
    [namespaces, call, networks, signIn],
  )
}
