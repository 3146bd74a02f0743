/**
 * Leads a wallet to another network, and teaches it the network where it does not know it.
 * @see https://eips.ethereum.org/EIPS/eip-3326 wallet_switchEthereumChain
 * @see https://eips.ethereum.org/EIPS/eip-3085 wallet_addEthereumChain
 */
import type { WalletRequest } from '../wallet-request.ts'
import type { Network } from '../../core/chains/networks.ts'
import { pageClock } from '../../base/page-clock.ts'
import { withTimeout } from '../../core/base/wait.ts'
import { READ_LIMIT } from '../wallet-polling.ts'
import { askWallet, type Eip1193Provider, listenToWallet } from './eip1193.ts'
import { toNetworkId } from './read-wallet.ts'
import { isUnknownNetwork, isUnsupported } from '../wallet-error.ts'

/**
 * Resolves when the wallet has answered; the caller checks which network it is on now.
 * @throws the wallet's error. Sends no more requests once the signal is aborted.
 */
export async function switchEvmNetwork(
  provider: Eip1193Provider,
  network: Network,
  { signal, onProgress }: WalletRequest,
): Promise<void> {
  const chainId = toHexChainId(network)
  const isThere = () =>
    withTimeout(pageClock, READ_LIMIT, askWallet(provider, 'eth_chainId')).then(
      (answer) => toNetworkId(answer) === network.caipNetworkId,
      () => false,
    )
  const goThere = () => askWallet(provider, 'wallet_switchEthereumChain', [{ chainId }])

  onProgress({ kind: 'asking' })
  try {
    await goThere()
  } catch (error) {
    const description = describeNetwork(network)
    if (!isUnknownNetwork(error) || !description) throw error
    signal.throwIfAborted()
    await askWallet(provider, 'wallet_addEthereumChain', [description]).catch((refusal: unknown) => {
      // A wallet that cannot learn networks has said why already.
      throw isUnsupported(refusal) ? error : refusal
    })
    signal.throwIfAborted()
    // Many go there at once when they have learnt it: then a second question would be one too many.
    if (!(await isThere())) await goThere()
  }
  // Some wallets answer before they are there.
  const end = Date.now() + ARRIVAL_LIMIT
  while (!signal.aborted && Date.now() < end && !(await isThere())) await nextChange(provider)
}

/** How long a wallet that said yes may take to get there. A person sees meanwhile that it is on its way. Milliseconds. */
const ARRIVAL_LIMIT = 10_000
/** After this it is asked again: not every wallet tells when it is there. Milliseconds. */
const ARRIVAL_PAUSE = 500

function nextChange(provider: Eip1193Provider): Promise<void> {
  let stop = () => {}
  const changed = new Promise<void>((resolve) => {
    stop = listenToWallet(provider, 'chainChanged', () => resolve())
  })
  return withTimeout(pageClock, ARRIVAL_PAUSE, changed).finally(stop)
}

/** EIP-3085; undefined for a network without an address that a wallet would take: https, or this machine. */
function describeNetwork(network: Network): object | undefined {
  const { name, nativeCurrency, explorerUrl } = network
  const rpcUrls = network.rpcUrls.filter(isReachable)
  if (rpcUrls.length === 0) return undefined
  return {
    chainId: toHexChainId(network),
    chainName: name,
    nativeCurrency,
    rpcUrls,
    ...(explorerUrl && isReachable(explorerUrl) ? { blockExplorerUrls: [explorerUrl] } : {}),
  }
}

function isReachable(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
    return protocol === 'https:' || (protocol === 'http:' && isLoopback)
  } catch {
    return false
  }
}

function toHexChainId({ caipNetworkId }: Network): string {
  return `0x${Number(caipNetworkId.split(':')[1]).toString(16)}`
}
