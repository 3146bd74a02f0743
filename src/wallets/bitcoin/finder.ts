/**
 * Finds the Bitcoin wallets of this web page: those that announce themselves by the Wallet Standard, and those that
 * only set a provider on `window`, with the interface of UniSat's provider.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 * @see https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
import type { WalletFinder } from '../adapter.ts'
import { createBitcoinAdapter } from './adapter.ts'
import type { BitcoinPageProvider } from './page-provider.ts'
import { createWalletFinder, toFinding, type WalletList, type WalletSource } from '../wallet-finder.ts'
import { createStandardSource } from '../standard/wallet-standard.ts'

/** Globals at which only the named wallet sets its provider. */
const OWN_PLACES: readonly (readonly [place: string, name: string])[] = [
  ['unisat_wallet', 'UniSat'],
  ['okxwallet.bitcoin', 'OKX Wallet'],
  ['bitkeep.unisat', 'Bitget Wallet'],
  ['wizz', 'Wizz Wallet'],
]
/** Global at which many wallets set their provider, not only UniSat. */
const SHARED_PLACE = 'unisat'

export function createBitcoinFinder(pageProvider: BitcoinPageProvider): WalletFinder {
  const standard = createStandardSource({
    namespace: 'bip122',
    chains: 'bitcoin:',
    connect: 'bitcoin:connect',
  })
  let isKnown = false
  /** Provider of the wallet listed from `SHARED_PLACE`. */
  let anybody: unknown

  /**
   * A wallet at `SHARED_PLACE` cannot be identified, and is often also found elsewhere. It is listed only if no other
   * wallet is found, so that no wallet is listed twice.
   */
  function withoutAnybody(list: WalletList): WalletList {
    return {
      ...list,
      add(finding) {
        if (!finding) return false
        isKnown = true
        list.remove(anybody)
        anybody = undefined
        return list.add(finding)
      },
    }
  }

  function addInjected(list: WalletList): void {
    for (const [globalName, name] of OWN_PLACES) addFrom(globalName, name, withoutAnybody(list))
    if (!isKnown) anybody = addFrom(SHARED_PLACE, 'Bitcoin wallet', list)
  }

  const source: WalletSource = {
    listen(list) {
      const stopListening = standard.listen(withoutAnybody(list))
      const onLate = () => addInjected(list)
      window.addEventListener('unisat#initialized', onLate)
      return () => {
        stopListening()
        window.removeEventListener('unisat#initialized', onLate)
      }
    },
    ask(list) {
      standard.ask(withoutAnybody(list))
      addInjected(list)
    },
  }
  return createWalletFinder(source, (context) => createBitcoinAdapter(pageProvider, context))
}

/** Adds the wallet that injects itself at a global variable. Returns the wallet's provider, or undefined if there is none. */
function addFrom(globalName: string, name: string, list: WalletList): unknown {
  const provider = readGlobal(globalName)
  if (!provider) return undefined
  list.add(
    toFinding(name, undefined, {
      id: `bip122/${globalName}`,
      type: 'INJECTED',
      chain: 'bip122',
      namespaces: ['bip122'],
      restoreKey: globalName,
      provider,
    }),
  )
  return provider
}

/** Undefined for an object that lacks `requestAccounts` or throws when it is read. */
function readGlobal(globalName: string): object | undefined {
  try {
    let found: unknown = window
    for (const key of globalName.split('.')) found = (found as Record<string, unknown> | undefined)?.[key]
    const { requestAccounts } = found as { requestAccounts?: unknown }
    return typeof requestAccounts === 'function' ? (found as object) : undefined
  } catch {
    return undefined
  }
}
