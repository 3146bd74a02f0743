/**
 * How many wallets on this web page wait for a person's decision now. Counts the requests of Billfold and of the
 * page. A waiting wallet may show an element of its own in the web page. Wallets on a phone and the sign-in site are
 * not counted.
 */
import { signal } from '@preact/signals-core'
import type { Connector } from './connector.ts'

export const askedWallets = signal(0)

export const isOnPage = ({ type }: Pick<Connector, 'type'>) => type !== 'WALLET_CONNECT' && type !== 'AUTH'

/**
 * Counts the wallet until `ask` settles, at most for `MAX_WAIT`.
 * @param ask asks the wallet for something that a person has to decide
 */
export async function countAsked<T>(connector: Connector, ask: () => Promise<T>): Promise<T> {
  if (!isOnPage(connector)) return ask()
  let isCounted = true
  askedWallets.value += 1
  function end(): void {
    if (isCounted) askedWallets.value -= 1
    isCounted = false
  }
  const timer = setTimeout(end, MAX_WAIT)
  try {
    return await ask()
  } finally {
    clearTimeout(timer)
    end()
  }
}

/** How long a wallet is counted at most, since an abandoned request may stay open for ever. Milliseconds. */
const MAX_WAIT = 10 * 60_000
