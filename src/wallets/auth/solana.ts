/**
 * The sign-in site's wallet on Solana, as features of the Wallet Standard. As over WalletConnect, a signed transaction
 * is compared with the requested one.
 * @see https://github.com/wallet-standard/wallet-standard
 */
import { base58 } from '@scure/base'
import { fromBase58 } from '../../core/chains/byte-text.ts'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import type { Network } from '../../core/chains/networks.ts'
import type { AdapterContext } from '../adapter.ts'
import { toWalletAnswer } from '../evm/to-rpc-error.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { toSolanaChain } from '../solana/networks.ts'
import { createSolanaFeatures } from '../walletconnect/solana-features.ts'
import type { Approval } from './approve.ts'
import type { SolanaId } from './messages.ts'
import { solanaMethods } from './methods.ts'
import type { AuthUserState } from './user.ts'

export interface AuthSolana {
  /** Empty until the site has been asked. */
  readonly accounts: readonly WalletStandardAccount[]
  /** Features that sign; `connect` and `disconnect` are added by the connector. */
  readonly features: object
  /** Asks the site for the account. @throws the errors of `AuthFrame.ask` */
  connect(): Promise<void>
}

interface SolanaOptions {
  user: AuthUserState
  approve: Approval
  /** Sends commands to the worker. */
  call: AdapterContext['call']
  networks: readonly Network[]
}

const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const
const inFrame = { encode: base58.encode, decode: fromBase58, options: 'options' }

export function createAuthSolana({ user, approve, call, networks }: SolanaOptions): AuthSolana {
  const served = networks.filter(({ chainNamespace }) => chainNamespace === 'solana')
  const chains = [...new Set(served.map(({ caipNetworkId }) => toSolanaChain(caipNetworkId)))]

  async function ask(caipNetworkId: CaipNetworkId, method: string, params: unknown): Promise<unknown> {
    const address = user.peekSolana()?.address ?? ''
    const chainId = caipNetworkId as SolanaId
    const { rpcUrl } = user.toWish(chainId)
    const question = { method, params, chainNamespace: 'solana', chainId, rpcUrl } as const
    try {
      return await approve(question, (run) => user.use(address, chainId, run))
    } catch (error) {
      throw toWalletAnswer(error)
    }
  }

  function getSession() {
    const found = user.peekSolana()
    const accounts = found
      ? served.map(({ caipNetworkId }) => `${caipNetworkId}:${found.address}` as const)
      : []
    const peer = { name: 'The sign-in site', url: '' }
    return { peer, namespaces: { solana: { accounts, chains: [], methods: [...solanaMethods], events: [] } } }
  }

  return {
    get accounts() {
      const address = user.peekSolana()?.address
      const publicKey = address && fromBase58(address)
      return address && publicKey ? [{ address, publicKey, chains, features }] : []
    },
    features: createSolanaFeatures({ getSession, ask }, call, inFrame),
    connect: async () => void (await user.getSolana()),
  }
}
