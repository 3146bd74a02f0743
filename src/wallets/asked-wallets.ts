/**
 * How many wallets on this page are being asked for what a person decides, by Billfold or by the page through its provider:
 * meanwhile they may show an element of their own in the page. A phone shows nothing here, and the sign-in site shows its
 * frame.
 */
import { signal } from '@preact/signals-core'
import type { Connector } from './connector.ts'

export const askedWallets = signal(0)

export const isOnPage = ({ type }: Pick<Connector, 'type'>) => type !== 'WALLET_CONNECT' && type !== 'AUTH'

/** @param ask asks the wallet for something that a person has to decide */
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

/** Milliseconds. An abandoned request may stay open in the wallet for ever. */
const MAX_WAIT = 10 * 60_000
