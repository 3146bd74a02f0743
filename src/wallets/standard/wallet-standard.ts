/**
 * Finds the wallets of one namespace that announce themselves by the Wallet Standard. Errors of one wallet must not
 * hide the others.
 * @see https://github.com/wallet-standard/wallet-standard
 */
import type { WalletStandardWallet } from '../providers.ts'
import type { Namespace } from '../../core/chains/caip.ts'
import { type Finding, toFinding, type WalletList, type WalletSource } from '../wallet-finder.ts'

/** Which wallets serve a namespace, in the terms of the Wallet Standard. */
export interface StandardNamespace {
  namespace: Namespace
  /** Prefix of the namespace's chain ids, such as `solana:`. */
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

/** The object that a wallet receives to register itself. */
interface RegisteringPage {
  /** Returns a function that unregisters the new wallets. */
  register(...wallets: WalletStandardWallet[]): () => void
}

/** Frozen, since all wallets get the same object: no wallet may replace `register`. */
function toRegisteringPage(list: WalletList, served: StandardNamespace): RegisteringPage {
  return Object.freeze({
    register(...wallets: WalletStandardWallet[]) {
      const added = wallets.filter((wallet) => list.add(readWallet(wallet, served)))
      // Remove only the wallets that this call has added.
      return () => added.forEach(list.remove)
    },
  })
}

/** Undefined if the object is no wallet of this namespace, or throws when it is read. */
function readWallet(
  wallet: WalletStandardWallet,
  { namespace, chains, connect }: StandardNamespace,
): Finding | undefined {
  try {
    const { name, icon, features } = wallet
    const isServed = [...wallet.chains].some((chain) => String(chain).startsWith(chains))
    if (typeof name !== 'string' || !isServed || !(connect in features)) return undefined
    // The Wallet Standard identifies a wallet only by its name.
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
