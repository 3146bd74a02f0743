/**
 * wagmi, ethers and viem on one Billfold, set up as in a dapp, and the account and network that each of them reports.
 */
import { connect, createConfig, disconnect, getConnection } from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import { createWalletClient, custom, http } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import type { Billfold } from '../src/shell/billfold.ts'
import { billfoldConnector } from '../src/wagmi.ts'

export interface Libraries {
  /** Connects with wagmi, as a page does; a person answers in the modal. */
  connect(): Promise<unknown>
  /** Disconnects with wagmi, which revokes the permission. */
  disconnect(): Promise<unknown>
  /** Addresses in order and in lower case, and the EIP-155 id of the network; false while disconnected. */
  ask(): Promise<
    Record<'billfold' | 'wagmi' | 'ethers' | 'viem', [addresses: string[], chainId: number | false]>
  >
}

export function createLibraries(billfold: Billfold<'eip155'>): Libraries {
  const provider = billfold.getProvider('eip155')
  const config = createConfig({
    chains: [mainnet, optimism],
    transports: { [mainnet.id]: http(), [optimism.id]: http() },
    connectors: [billfoldConnector(billfold)],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  // By default, ethers fixes the network and throws when it changes.
  const ethers = new BrowserProvider(provider, 'any', { cacheTimeout: -1 })
  const viem = createWalletClient({ transport: custom(provider) })
  const lower = (addresses: readonly string[]) => addresses.map((address) => address.toLowerCase())

  return {
    connect: () => connect(config, { connector: config.connectors[0]! }),
    disconnect: () => disconnect(config),
    async ask() {
      const signers = await ethers.listAccounts()
      const addresses = await viem.getAddresses()
      const networks = [Number((await ethers.getNetwork()).chainId), await viem.getChainId()] as const
      // Read these together, after all awaits.
      const account = billfold.account.peek()
      const wagmi = getConnection(config)
      const isConnected = account.status === 'connected'
      return {
        billfold: [
          isConnected ? lower(account.allAccounts.map(({ address }) => address)) : [],
          isConnected && Number(account.caipNetworkId.split(':')[1]),
        ],
        wagmi: [lower(wagmi.addresses ?? []), wagmi.status === 'connected' && wagmi.chainId],
        // False without an account: ethers and viem then report the page's first network.
        ethers: [lower(signers.map(({ address }) => address)), signers.length > 0 && networks[0]],
        viem: [lower(addresses), addresses.length > 0 && networks[1]],
      }
    },
  }
}
