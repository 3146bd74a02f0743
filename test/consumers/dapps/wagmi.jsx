/**
 * An app that uses wagmi's hooks, and of Billfold only its connector and button. It uses `useAccount` and
 * `connectAsync`, names that wagmi 2 and 3 share.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BillfoldButton } from 'billfold/react'
import { billfoldConnector } from 'billfold/wagmi'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createConfig,
  http,
  useAccount,
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi'
import { billfold, networks } from './billfold.js'

const config = createConfig({
  chains: networks,
  transports: Object.fromEntries(networks.map(({ id }) => [id, http()])),
  connectors: [billfoldConnector(billfold)],
  multiInjectedProviderDiscovery: false,
})

function App() {
  const { address, chainId, status } = useAccount()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const switchChain = useSwitchChain()
  const sign = useSignMessage()
  const send = useSendTransaction()
  const [result, setResult] = useState('')

  async function show(work) {
    setResult('…')
    setResult(await work().catch((error) => error.name))
  }

  return (
    <main>
      <BillfoldButton />
      <button
        onClick={() =>
          show(async () => (await connect.connectAsync({ connector: config.connectors[0] })).accounts[0])
        }
      >
        Connect
      </button>
      <button onClick={() => show(() => sign.signMessageAsync({ message: 'Ahoy' }))}>Sign</button>
      <button onClick={() => show(() => send.sendTransactionAsync({ to: address, value: 1n }))}>Send</button>
      <button
        onClick={() =>
          show(
            async () =>
              (await switchChain.switchChainAsync({ chainId: networks.find(({ id }) => id !== chainId).id }))
                .name,
          )
        }
      >
        Switch network
      </button>
      <button onClick={() => show(async () => (await disconnect.disconnectAsync()) ?? 'left')}>
        Disconnect
      </button>
      <output id="account">{status === 'connected' ? address : ''}</output>
      <output id="network">{status === 'connected' ? chainId : ''}</output>
      <output id="result">{result}</output>
    </main>
  )
}

createRoot(document.getElementById('root')).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
)
