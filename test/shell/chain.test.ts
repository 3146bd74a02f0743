// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import type { CaipAddress, CaipNetworkId } from '../../src/core/chains/caip.ts'
import { createPreferredTypes } from '../../src/wallets/account-types.ts'
import { createChain } from '../../src/shell/chain.ts'
import { connected, createFakeShell, harbor, network } from '../ui/fake-shell.ts'

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** What is said of an account. */
function read(account: ConnectedAccount) {
  const shell = createFakeShell()
  const { chainNamespace } = account.network ?? network
  const chain = createChain(chainNamespace, {
    shell,
    networks: [],
    preferred: createPreferredTypes({}, undefined),
    getAccount: () => account,
    getProgress: () => ({ loading: false, switching: false }),
  })
  return chain.account.peek()
}

function onSolana(explorerUrl = 'https://explorer.example'): ConnectedAccount {
  const caipNetworkId: CaipNetworkId = SOLANA
  const address = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
  const caipAddress: CaipAddress = `${caipNetworkId}:${address}`
  return {
    ...connected,
    connector: { ...harbor, chain: 'solana', namespaces: ['solana'] },
    address,
    caipAddress,
    caipNetworkId,
    network: { ...network, caipNetworkId, chainNamespace: 'solana', explorerUrl },
    allAccounts: [{ address, caipAddress, purpose: 'eoa' }],
  }
}

it('an explorer that is not safe to open has no link', () => {
  expect(read(onSolana()).addressExplorerUrl).toMatch(/^https:\/\/explorer\.example\/address\/9B5X/)
  expect(read(onSolana('javascript:alert(1)')).addressExplorerUrl).toBeUndefined()
})

it('[S7] names the networks on which who signed in by email can use a smart account, as that changes', () => {
  const networks = [1, 10, 8453].map((id) => ({ ...network, id, caipNetworkId: `eip155:${id}` as const }))
  const onSolanaToo = { ...network, id: 10, caipNetworkId: SOLANA, chainNamespace: 'solana' } as const
  const said = signal<readonly number[]>([])
  const account = signal<AccountState>({ status: 'disconnected' })
  const { network: state } = createChain('eip155', {
    shell: createFakeShell(),
    networks: [...networks, onSolanaToo],
    preferred: createPreferredTypes({}, undefined),
    getAccount: () => account.value,
    getProgress: () => ({ loading: false, switching: false }),
  })
  const seen: (readonly string[])[] = []
  const stop = state.subscribe(({ smartAccountEnabledNetworks }) => seen.push(smartAccountEnabledNetworks))
  const provider = { getSmartAccountNetworks: () => said.value }
  const signedIn: ConnectedAccount = {
    ...connected,
    caipNetworkId: 'eip155:1',
    connector: { ...harbor, type: 'AUTH', provider },
  }
  account.value = signedIn
  // A network that the page does not have is not named.
  said.value = [10, 137]
  const own = connected.allAccounts[0]!
  const smart: ConnectedAccount = { ...signedIn, allAccounts: [{ ...own, purpose: 'smartAccount' }] }
  account.value = smart
  // Of any other wallet, also of a contract, the sign-in site says nothing.
  account.value = { ...smart, connector: { ...harbor, provider } }
  stop()
  expect(seen).toEqual([[], [], ['eip155:10'], ['eip155:1', 'eip155:10'], []])
})
