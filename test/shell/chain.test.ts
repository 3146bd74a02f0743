// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
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
