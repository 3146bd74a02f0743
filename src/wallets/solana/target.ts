/** Connects the page's Solana provider to the connected wallet, and sends the provider's change events. */
import { isBytes } from '../../core/base/same-bytes.ts'
import type { ConnectedAccount } from '../account.ts'
import { countAsked } from '../asked-wallets.ts'
import type { Connector } from '../connector.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { fromBase58 } from '../../core/chains/byte-text.ts'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { readSolanaAccounts, type SolanaAccount } from './read-accounts.ts'
import { toSolanaChain } from './networks.ts'
import type { SolanaInput, SolanaPageProvider, SolanaTarget } from './page-provider.ts'
import { askFeature, walletOf } from '../standard/standard-wallet.ts'

/**
 * Returns the function that sets the connected account.
 * @param getNetworkIds the page's Solana networks
 */
export function createSolanaTarget(
  pageProvider: SolanaPageProvider,
  getNetworkIds: () => readonly CaipNetworkId[],
): (account: ConnectedAccount | undefined) => void {
  /**
   * Account objects by their content. Unchanged accounts keep their object, since libraries compare accounts by
   * identity.
   */
  let known = new Map<string, WalletStandardAccount>()

  function toPageAccounts({
    connector,
    caipNetworkId,
    allAccounts,
  }: ConnectedAccount): WalletStandardAccount[] {
    const read = readSolanaAccounts(walletOf(connector)) ?? []
    // The network that is shown comes first.
    const chains = [caipNetworkId, ...getNetworkIds()].map(toSolanaChain)
    const accounts = allAccounts.map(({ address }) => {
      const found = read.find((one) => one.address === address)
      const key = JSON.stringify([connector.id, address, chains, found])
      return [key, known.get(key) ?? toPageAccount(address, chains, found)] as const
    })
    known = new Map(accounts)
    return [...known.values()]
  }

  function notify(): void {
    const { accounts } = pageProvider.provider
    for (const listener of pageProvider.listeners) {
      try {
        listener({ accounts })
      } catch (error) {
        console.error(error)
      }
    }
  }

  return (account) => {
    const before = pageProvider.provider.accounts
    pageProvider.target = account && createTarget(account.connector, toPageAccounts(account))
    const { accounts } = pageProvider.provider
    const isSame = accounts.length === before.length && accounts.every((one, at) => one === before[at])
    // Notify later, when all state has changed: a listener that asks Billfold must get the same accounts.
    if (!isSame) queueMicrotask(notify)
  }
}

const FEATURES = new Set(['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'])

function toPageAccount(
  address: string,
  chains: readonly WalletStandardAccount['chains'][number][],
  found: SolanaAccount | undefined,
): WalletStandardAccount {
  return Object.freeze({
    address,
    publicKey: fromBase58(address)!,
    chains: [...new Set(chains)].filter((chain) => found?.chains.includes(chain)),
    features: (found?.features ?? []).filter((feature): feature is `solana:${string}` =>
      FEATURES.has(feature),
    ),
  })
}

function createTarget(connector: Connector, accounts: readonly WalletStandardAccount[]): SolanaTarget {
  /** Replaces the page's account object by the wallet's own, since wallets compare accounts by identity. */
  function toWalletInput(method: string, input: SolanaInput): object {
    assertInput(method, input)
    const {
      account: { address },
      chain,
      ...rest
    } = input
    const account = accounts.find((one) => one.address === address)
    const own = walletOf(connector).accounts.find((one) => one.address === address)
    if (!account || !own)
      throw new BillfoldError('bad_account', `${connector.name} does not share ${address} with this page.`)
    if (chain !== undefined && !account.chains.some((one) => one === chain))
      throw new BillfoldError('network_unsupported', `${connector.name} does not support ${chain} here.`)
    return { ...rest, account: own, ...(chain === undefined ? {} : { chain }) }
  }

  return {
    accounts,
    call: (method, inputs) =>
      countAsked(connector, async () =>
        askFeature(connector, `solana:${method}`, ...inputs.map((input) => toWalletInput(method, input))),
      ),
  }
}

/** @throws transaction_bad */
function assertInput(method: string, input: unknown): void {
  const signs = method === 'signMessage' ? 'message' : 'transaction'
  const { account, chain, [signs]: bytes } = (input ?? {}) as Readonly<Record<string, unknown>>
  const { address } = (account ?? {}) as { address?: unknown }
  // A payment must name its chain, so that the wallet does not choose one.
  const isSent = method === 'signAndSendTransaction'
  const isPlaced = !isSent || typeof chain === 'string'
  if (typeof address === 'string' && isBytes(bytes) && isPlaced) return
  throw new BillfoldError(
    'transaction_bad',
    isSent
      ? `${method} takes { account, ${signs}, chain }: a shared account, a Uint8Array, and the chain to send on.`
      : `${method} takes { account, ${signs} }: a shared account and a Uint8Array.`,
  )
}
