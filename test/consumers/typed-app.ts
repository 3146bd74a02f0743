/** An app that tests the types: it is compiled but never run. */

/** Uses all types that depend on React, wagmi and viem. The expected errors show that no type is `any`. */
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
    // @ts-expect-error Unknown view.
    void useBillfold()?.open({ view: 'Nonsense' })
    // @ts-expect-error The account may be disconnected.
    isAccount(account)
    // @ts-expect-error Unknown size.
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

/** Compiler options of a new Vite app. */
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
