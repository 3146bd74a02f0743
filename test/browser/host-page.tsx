/** A server-rendered page, hydrated here with React in development mode, which logs warnings. */
import { type Billfold, createBillfold, type Options } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton } from 'billfold/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'

declare global {
  interface Window {
    host?: {
      options: Options
      create(edited?: Partial<Options>): Billfold
      unmount(): void
      problems: unknown[]
    }
    /** Instances of two versions on one page. */
    older?: Billfold
    newer?: Billfold
  }
}

const options: Options = {
  projectId: 'host',
  networks: [
    {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
  adapters: [evm()],
  metadata: { name: 'Host' },
  apiUrl: location.origin,
  explorerUrl: location.origin,
  features: { analytics: false },
}

const problems: unknown[] = []
const root = hydrateRoot(
  document.getElementById('root')!,
  <StrictMode>
    <BillfoldButton label="Connect" />
    <BillfoldButton size="small" />
  </StrictMode>,
  { onRecoverableError: (error) => problems.push(String(error)) },
)
window.host = {
  options,
  create: (edited) => createBillfold({ ...options, ...edited }),
  unmount: () => root.unmount(),
  problems,
}
