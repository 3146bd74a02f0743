/** How many wallets are being asked to sign or to send: meanwhile they may show an element of their own in the page. */
import { signal } from '@preact/signals-core'

export const askedWallets = signal(0)

/** @param ask asks a wallet for something that a person has to decide */
export async function countAsked<T>(ask: () => Promise<T>): Promise<T> {
  askedWallets.value += 1
  try {
    return await ask()
  } finally {
    askedWallets.value -= 1
  }
}
