/** The published types, as libraries and the strictest pages read them. */
import { expect, test } from 'vitest'
import { billfold, compileApp } from './compile-app.ts'

test('[G21] viem, ethers, wagmi and wallet-adapter accept Billfold’s providers without a cast, and a missing provider is undefined', async () => {
  const files = {
    'billfold.ts': billfold,
    'libraries.ts': `
      import { createConfig } from '@wagmi/core'
      import { BrowserProvider } from 'ethers'
      import type { Billfold, BitcoinProvider, EvmProvider, WalletStandardWallet } from 'billfold'
      import { createBillfold } from 'billfold'
      import { useBillfold } from 'billfold/react'
      import { billfoldConnector } from 'billfold/wagmi'
      import { solana, solanaMainnet } from 'billfold/solana'
      import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
      import { createWalletClient, custom, http } from 'viem'
      import { mainnet } from 'viem/chains'
      import { billfold } from './billfold'
      const provider = billfold.getProvider('eip155')
      createWalletClient({ transport: custom(provider) })
      new BrowserProvider(provider)
      createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() },
        connectors: [billfoldConnector(billfold)] })
      new StandardWalletAdapter({ wallet: createBillfold({ projectId: 'project', networks: [solanaMainnet],
        adapters: [solana()], metadata: { name: 'Driftwood' } }).getProvider('solana') })
      const none: undefined = billfold.getProvider('solana')
      const some: { solana: WalletStandardWallet | undefined; bip122: BitcoinProvider | undefined; eip155: EvmProvider | undefined } | undefined =
        useBillfold() && { solana: useBillfold()!.getProvider('solana'), bip122: useBillfold()!.getProvider('bip122'), eip155: useBillfold()!.getProvider('eip155') }
      const same: Billfold = billfold
      export { none, some, same }
    `,
  }
  expect(await compileApp('libraries', files)).toBe('')
})

test('[G21] The published types compile by themselves under the strictest settings', async () => {
  const code = [
    'billfold',
    'billfold/evm',
    'billfold/solana',
    'billfold/bitcoin',
    'billfold/react',
    'billfold/element',
    'billfold/siwx',
    'billfold/wagmi',
    'billfold/portfolio',
  ]
    .map((entry, index) => `export * as entry${index} from '${entry}'`)
    .join('\n')
  expect(await compileApp('types', { 'all.ts': code }, { skipLibCheck: false })).toBe('')
})
