/**
 * Switches a wallet to another network, and adds the network to the wallet if it is unknown there.
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
 * Resolves when the wallet has switched or `ARRIVAL_LIMIT` is over; the caller checks the wallet's network. Sends no
 * more requests once the signal is aborted.
 * @throws the wallet's error
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
      // If the wallet cannot add networks, report its first error, which says why it did not switch.
      throw isUnsupported(refusal) ? error : refusal
    })
    signal.throwIfAborted()
    // Many wallets switch at once when they have added the network. Then a second prompt would be needless.
    if (!(await isThere())) await goThere()
  }
  // Some wallets answer before they have switched.
  const end = Date.now() + ARRIVAL_LIMIT
  while (!signal.aborted && Date.now() < end && !(await isThere())) await nextChange(provider)
}

/**
 * How long a wallet may take to switch after it has accepted. Meanwhile the person sees that the wallet is switching.
 * Milliseconds.
 */
const ARRIVAL_LIMIT = 10_000
/** Pause before the wallet's network is requested again, since not every wallet emits an event. Milliseconds. */
const ARRIVAL_PAUSE = 500

function nextChange(provider: Eip1193Provider): Promise<void> {
  let stop = () => {}
  const changed = new Promise<void>((resolve) => {
    stop = listenToWallet(provider, 'chainChanged', () => resolve())
  })
  return withTimeout(pageClock, ARRIVAL_PAUSE, changed).finally(stop)
}

/**
 * The parameters of EIP-3085. Undefined if the network has no RPC URL that a wallet would accept: https, or http on
 * this device.
 */
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
