/** wagmi, ethers and viem over one Billfold, as a dapp sets them up, and what each of them takes for the truth. */
import { connect, createConfig, disconnect, getConnection } from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import { createWalletClient, custom, http } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import type { Billfold } from '../src/shell/billfold.ts'
import { billfoldConnector } from '../src/wagmi.ts'

export interface Libraries {
  /** wagmi asks for accounts, as a page does; a person answers in the modal. */
  connect(): Promise<unknown>
  /** wagmi takes the permission back. */
  disconnect(): Promise<unknown>
  /** The addresses in their order, in lower case, and the network's EIP-155 id: false while nobody is connected. */
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
  // Its default is one network for ever, after which it throws.
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
      // After the waiting, in one moment.
      const account = billfold.account.peek()
      const wagmi = getConnection(config)
      const isConnected = account.status === 'connected'
      return {
        billfold: [
          isConnected ? lower(account.allAccounts.map(({ address }) => address)) : [],
          isConnected && Number(account.caipNetworkId.split(':')[1]),
        ],
        wagmi: [lower(wagmi.addresses ?? []), wagmi.status === 'connected' && wagmi.chainId],
        // Without an account their network is the page's first.
        ethers: [lower(signers.map(({ address }) => address)), signers.length > 0 && networks[0]],
        viem: [lower(addresses), addresses.length > 0 && networks[1]],
      }
    },
  }
}
