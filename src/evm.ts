/** Names EVM chains to `createBillfold`; the code behind it is loaded when a wallet is first needed. */
import type { Adapter } from './adapter.ts'

/**
 * @example
 * createBillfold({ projectId, networks: [mainnet], adapters: [evm()], metadata })
 */
export function evm(): Adapter {
  return {
    namespace: 'eip155',
    load: () => import('./evm-adapter.ts').then(({ createEvmAdapter }) => createEvmAdapter()),
  }
}
