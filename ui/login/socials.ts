/** The social logins, in the order in which they are shown. */
import { isTelegram } from '../../src/base/is-telegram.ts'
import type { Features } from '../../src/shell/options.ts'
import type { Social } from '../../src/shell/routes.ts'
import { socialNames } from '../../src/wallets/name-wallet.ts'

export function nameSocial(social: Social): string {
  return socialNames[social]
}

/** The logins that the page and its dashboard enable, without those that fail in this browser. */
export function listSocials({ socials }: Features, device = readDevice()): readonly Social[] {
  if (socials === false) return []
  const asked = (socials ?? Object.keys(socialNames)).filter((name): name is Social =>
    Object.hasOwn(socialNames, name),
  )
  return [...new Set(asked)].filter((name) => !missing(device).includes(name))
}

interface Device {
  userAgent: string
  isTelegram: boolean
}

function readDevice(): Device {
  return { userAgent: navigator.userAgent, isTelegram: isTelegram() }
}

/** Logins that fail inside Telegram: Telegram opens pages in its own web view, which these providers refuse. */
function missing({ userAgent, isTelegram }: Device): readonly Social[] {
  if (!isTelegram) return []
  if (/iP(hone|ad|od)/.test(userAgent)) return ['google']
  if (/Android/.test(userAgent)) return ['facebook', 'x']
  return /Macintosh/.test(userAgent) ? ['x'] : []
}
