/**
 * Finds the Bitcoin wallets of this page: those that announce themselves by the Wallet Standard, and those that only put
 * a provider at the window, all in the shape that UniSat's has.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 * @see https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
import type { WalletFinder } from '../adapter.ts'
import { createBitcoinAdapter } from './adapter.ts'
import type { BitcoinPageProvider } from './page-provider.ts'
import { createWalletFinder, toFinding, type WalletList, type WalletSource } from '../wallet-finder.ts'
import { createStandardSource } from '../standard/wallet-standard.ts'

/** Where a wallet alone puts its provider. */
const OWN_PLACES: readonly (readonly [place: string, name: string])[] = [
  ['unisat_wallet', 'UniSat'],
  ['okxwallet.bitcoin', 'OKX Wallet'],
  ['bitkeep.unisat', 'Bitget Wallet'],
  ['wizz', 'Wizz Wallet'],
]
/** Many wallets inject themselves here, not only UniSat. */
const SHARED_PLACE = 'unisat'

export function createBitcoinFinder(pageProvider: BitcoinPageProvider): WalletFinder {
  const standard = createStandardSource({
    namespace: 'bip122',
    chains: 'bitcoin:',
    connect: 'bitcoin:connect',
  })
  let isKnown = false
  /** The wallet at the shared place. */
  let anybody: unknown

  /**
   * The wallet at the shared place cannot be identified, and it is often one that was found otherwise. It is listed only if no
   * other wallet was found, so that each is listed once.
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

/** The provider that was found there. */
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

/** Undefined for objects that have no accounts method or throw when they are read. */
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
