// @vitest-environment happy-dom
import { signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import { getShownState } from '../../src/base/shown-state.ts'
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

it('[S15] [S7] an installed wallet’s account is a deployed smart account if its address has contract code, but not if it has delegated code', async () => {
  const kinds: Record<string, string> = { contract: 'smartAccount', delegated: 'eoa', plain: 'eoa' }
  for (const [kind, purpose] of Object.entries(kinds)) {
    const shell = createFakeShell()
    shell.answer = async (command) => (command === 'accountKind' ? kind : undefined)
    const chain = createChain('eip155', {
      shell,
      networks: [],
      preferred: createPreferredTypes({}, undefined),
      getAccount: () => connected,
      getProgress: () => ({ loading: false, switching: false }),
    })
    const stop = chain.account.subscribe(() => {})
    await new Promise((resolve) => setTimeout(resolve))
    const { allAccounts, smartAccountDeployed } = chain.account.peek()
    expect([allAccounts[0]!.purpose, smartAccountDeployed]).toEqual([
      purpose,
      kind === 'contract' ? true : undefined,
    ])
    stop()
  }
})

it('[S15] [S7] smartAccountDeployed of an email account says whether its smart account is deployed, and is undefined if the account has no smart account', () => {
  const deployed = signal<boolean | undefined>(false)
  const [plain] = connected.allAccounts
  const smart = { caipAddress: 'eip155:31337:0x5a', address: '0x5a', purpose: 'smartAccount' } as const
  const login = { by: 'google', userName: 'mara' }
  const provider = { getLogin: () => login, isDeployed: () => deployed.value }
  const account: ConnectedAccount = {
    ...connected,
    connector: { ...harbor, type: 'AUTH', provider },
    allAccounts: [plain!, smart],
  }
  expect(read(account)).toMatchObject({ smartAccountDeployed: false, socialProvider: 'google' })
  deployed.value = true
  expect(read(account).smartAccountDeployed).toBe(true)
  expect(read({ ...account, allAccounts: [plain!] }).smartAccountDeployed).toBeUndefined()
})

it('[S7] currentTab is the index of the tab that the Account view last showed for the account, or 0 if the view has shown no tab', () => {
  const shell = createFakeShell()
  const sources = { shell, networks: [], preferred: createPreferredTypes({}, undefined) }
  const getProgress = () => ({ loading: false, switching: false })
  const ofAccount = createChain('eip155', { ...sources, getAccount: () => connected, getProgress })
  const getAccount = () => ({ status: 'disconnected' }) as const
  const ofNobody = createChain('eip155', { ...sources, getAccount, getProgress })
  expect([ofAccount.account.peek().currentTab, ofNobody.account.peek().currentTab]).toEqual([0, undefined])
  getShownState(shell).tab.value = { account: connected.caipAddress, index: 2 }
  expect([ofAccount.account.peek().currentTab, ofNobody.account.peek().currentTab]).toEqual([2, undefined])
  getShownState(shell).tab.value = { account: 'eip155:31337:0x5a', index: 1 }
  expect(ofAccount.account.peek().currentTab).toBe(0)
})

it('an explorer URL with an unsafe scheme produces no link to the account', () => {
  expect(read(onSolana()).addressExplorerUrl).toMatch(/^https:\/\/explorer\.example\/address\/9B5X/)
  expect(read(onSolana('javascript:alert(1)')).addressExplorerUrl).toBeUndefined()
})

it('[S7] smartAccountEnabledNetworks lists the page’s networks where an email account can be a smart account', () => {
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
