/**
 * Finds the wallets of one namespace that announce themselves by the Wallet Standard. A faulty wallet must not hide the
 * others.
 * @see https://github.com/wallet-standard/wallet-standard
 */
import type { WalletStandardWallet } from '../providers.ts'
import type { Namespace } from '../../core/chains/caip.ts'
import { type Finding, toFinding, type WalletList, type WalletSource } from '../wallet-finder.ts'

/** Which wallets serve a namespace, in the standard's own words. */
export interface StandardNamespace {
  namespace: Namespace
  /** How the names of its chains start, such as `solana:`. */
  chains: string
  /** The feature that asks a wallet for its accounts, such as `standard:connect`. */
  connect: string
}

export function createStandardSource(served: StandardNamespace): WalletSource {
  return {
    listen(list) {
      const onRegister = (event: Event) => {
        try {
          const callback = (event as CustomEvent<(page: RegisteringPage) => void>).detail
          callback(toRegisteringPage(list, served))
        } catch {
          // Skip a wallet that throws when it is read.
        }
      }
      window.addEventListener('wallet-standard:register-wallet', onRegister)
      return () => window.removeEventListener('wallet-standard:register-wallet', onRegister)
    },
    ask(list) {
      const detail = toRegisteringPage(list, served)
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))
    },
  }
}

/** What a wallet is handed to make itself known. */
interface RegisteringPage {
  /** Returns a function that unregisters the new wallets. */
  register(...wallets: WalletStandardWallet[]): () => void
}

/** Frozen: every wallet gets it, and none shall stand between another one and the page. */
function toRegisteringPage(list: WalletList, served: StandardNamespace): RegisteringPage {
  return Object.freeze({
    register(...wallets: WalletStandardWallet[]) {
      const added = wallets.filter((wallet) => list.add(readWallet(wallet, served)))
      // Only these: a caller must not remove another one's wallets.
      return () => added.forEach(list.remove)
    },
  })
}

/** Undefined for what is no wallet of the namespace. */
function readWallet(
  wallet: WalletStandardWallet,
  { namespace, chains, connect }: StandardNamespace,
): Finding | undefined {
  try {
    const { name, icon, features } = wallet
    const isServed = [...wallet.chains].some((chain) => String(chain).startsWith(chains))
    if (typeof name !== 'string' || !isServed || !(connect in features)) return undefined
    // The standard knows a wallet by its name alone.
    const restoreKey = name.slice(0, 128)
    return toFinding(name, icon, {
      id: `${namespace}/${restoreKey}`,
      type: 'ANNOUNCED',
      chain: namespace,
      namespaces: [namespace],
      restoreKey,
      provider: wallet,
    })
  } catch {
    return undefined
  }
}
