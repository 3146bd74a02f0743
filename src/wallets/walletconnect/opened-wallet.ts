/**
 * The wallet app that was opened on this phone to connect; it is opened again for each request. Stored under the key
 * and in the format of other WalletConnect libraries.
 */
import { formatSessionLink, getLinkTarget, toLinkBase } from '../../base/deep-link.ts'
import { getLocalStorage, readStored } from '../../base/storage.ts'
import { readDevice } from '../../base/read-device.ts'

const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** @param link as `getWalletLink` gives it */
export function keepOpened(link: string, name: string): void {
  try {
    getLocalStorage()?.setItem(KEY, JSON.stringify({ href: link, name }))
  } catch {
    // Full or forbidden: the person opens it.
  }
}

export function forgetOpened(): void {
  try {
    getLocalStorage()?.removeItem(KEY)
  } catch {
    // Forbidden.
  }
}

/** Brings the wallet up on a phone, where a browser lets a page do that: soon after a tap. */
export function openForRequest(session: string): void {
  const device = readDevice()
  const { href } = (readStored(getLocalStorage(), KEY) ?? {}) as { href?: unknown }
  const link = toLinkBase(href)
  // Without a recent tap, browsers ask or refuse to open another app.
  const isAtHand = navigator.userActivation?.isActive ?? true
  if (!device.isPhone || !link || !isAtHand) return
  // What is open here waits for the answer: a web address must not take its place.
  const target = link.startsWith('http') ? '_blank' : getLinkTarget('mobile', device)
  window.open(formatSessionLink(link, session), target, 'noreferrer noopener')
}
