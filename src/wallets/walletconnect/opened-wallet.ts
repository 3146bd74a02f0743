/**
 * The wallet app that was opened on this phone to connect, and is opened again for each request. Stored under the key
 * and in the format of other WalletConnect libraries.
 */
import { formatSessionLink, getLinkTarget, toLinkBase } from '../../base/deep-link.ts'
import { getLocalStorage, readStored } from '../../base/storage.ts'
import { readDevice } from '../../base/read-device.ts'

const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE'

/** @param link from `getWalletLink` */
export function keepOpened(link: string, name: string): void {
  try {
    getLocalStorage()?.setItem(KEY, JSON.stringify({ href: link, name }))
  } catch {
    // The storage is full or forbidden: for each request, the person has to open the wallet app without help.
  }
}

export function forgetOpened(): void {
  try {
    getLocalStorage()?.removeItem(KEY)
  } catch {
    // The storage is forbidden, so `openForRequest` finds no wallet in it either.
  }
}

/** Opens the wallet app on a phone, if the person has tapped recently: otherwise browsers do not allow it. */
export function openForRequest(session: string): void {
  const device = readDevice()
  const { href } = (readStored(getLocalStorage(), KEY) ?? {}) as { href?: unknown }
  const link = toLinkBase(href)
  const isAtHand = navigator.userActivation?.isActive ?? true
  if (!device.isPhone || !link || !isAtHand) return
  // Open an https link in a new tab, since this web page waits for the answer.
  const target = link.startsWith('http') ? '_blank' : getLinkTarget('mobile', device)
  window.open(formatSessionLink(link, session), target, 'noreferrer noopener')
}
