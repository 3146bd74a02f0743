/** An app for the types alone: it is compiled and never run. */

/** All that meets the types of React, wagmi and viem. The expected errors show that no type has become `any`. */
export const typedApp = `
  import { createBillfold, type ConnectedAccount } from 'billfold'
  import { authFrame } from 'billfold/auth'
  import { bitcoin, bitcoinMainnet } from 'billfold/bitcoin'
  import { evm } from 'billfold/evm'
  import { BillfoldPortfolio, createPortfolio } from 'billfold/portfolio'
  import { BillfoldButton, useBillfold, useBillfoldAccount, useBillfoldWallet } from 'billfold/react'
  import { localSiwx } from 'billfold/siwx'
  import { solana, solanaMainnet } from 'billfold/solana'
  import type { Texts } from 'billfold/texts'
  import { billfoldConnector } from 'billfold/wagmi'
  import { createWalletClient, custom } from 'viem'
  import { mainnet } from 'viem/chains'
  import { createConfig, http } from 'wagmi'

  const texts: Texts = { account: { tokens: 'Coins' } }
  const billfold = createBillfold({
    projectId: 'project',
    networks: [mainnet, solanaMainnet, bitcoinMainnet],
    adapters: [evm(), solana(), bitcoin()],
    metadata: { name: 'Driftwood' },
    auth: authFrame(),
    siwx: localSiwx(),
    texts,
  })
  export const portfolio = createPortfolio({ projectId: 'project', networks: [mainnet], accounts: [] })
  export const client = createWalletClient({ transport: custom(billfold.getProvider('eip155')) })
  export const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    connectors: [billfoldConnector(billfold)],
  })
  export function App() {
    const account = useBillfoldAccount('eip155')
    const wallet = useBillfoldWallet()
    const isAccount = (given: ConnectedAccount) => given.allAccounts.length
    // @ts-expect-error No such view.
    void useBillfold()?.open({ view: 'Nonsense' })
    // @ts-expect-error Not before it is connected.
    isAccount(account)
    // @ts-expect-error No such size.
    const huge = <billfold-button size="huge" />
    return (
      <main>
        <BillfoldButton label="Sign in" balance />
        <billfold-button size="small" label="Sign in" />
        <billfold-modal />
        <BillfoldPortfolio portfolio={portfolio} />
        {huge}
        <button onClick={() => wallet?.signMessage({ message: 'Ahoy' })}>Sign</button>
      </main>
    )
  }
`

/** As Vite sets a new app up. */
export const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: [],
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}
