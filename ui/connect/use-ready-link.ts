import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { isPhone } from '../../src/base/device.ts'
import { toProposal } from '../../src/wallets/walletconnect/proposal.ts'
import { keepLinkReady } from '../../src/wallets/walletconnect/ready-link.ts'
import { useShell } from '../base/shell-context.ts'

/** Prepares a pairing link while a phone lists wallets, so that a tap can open one at once. */
export function useReadyLink(): void {
  useSignals()
  const { connectors, accepted, call, networks, signIn } = useShell()
  const own = connectors.value.find(({ type }) => type === 'WALLET_CONNECT')
  // The relay must not learn about the user before they accept the terms.
  const namespaces = accepted.value && isPhone() ? own?.namespaces : undefined
  useEffect(
    () => namespaces && keepLinkReady({ call, signIn }, toProposal(namespaces, networks)),
    [namespaces, call, networks, signIn],
  )
}
