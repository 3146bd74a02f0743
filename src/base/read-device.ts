import type { Device } from './deep-link.ts'
import { isPhone } from './device.ts'
import { isTelegram } from './is-telegram.ts'

/** Platform and browser of this device. */
export function readDevice(): Device {
  const { userAgent, maxTouchPoints } = navigator
  return {
    isPhone: isPhone(),
    isAndroid: /Android/.test(userAgent),
    // An iPad reports itself as a Mac.
    isIos: /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1),
    isTelegram: isTelegram(),
    isFramed: window.top !== window.self,
  }
}
