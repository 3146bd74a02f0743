import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { isPhone } from '../../src/base/device.ts'
import { toProposal } from '../../src/wallets/walletconnect/proposal.ts'
import { keepLinkReady } from '../../src/wallets/walletconnect/ready-link.ts'
import { useShell } from '../base/shell-context.ts'

/** While wallets are listed on a phone, the link that opens one is ready for the tap on it. */
export function useReadyLink(): void {
  useSignals()
  const { connectors, accepted, call, networks, signIn } = useShell()
  const own = connectors.value.find(({ type }) => type === 'WALLET_CONNECT')
  // Before the terms are accepted, the relay must not hear of the person.
  const namespaces = accepted.value && isPhone() ? own?.namespaces : undefined
  useEffect(
    () => namespaces && keepLinkReady({ call, signIn }, toProposal(namespaces, networks)),
    [namespaces, call, networks, signIn],
  )
}
