import type { Device } from './deep-link.ts'
import { isPhone } from './device.ts'

/** Platform and browser of this device. */
export function readDevice(): Device {
  const { userAgent, maxTouchPoints } = navigator
  const page = window as { Telegram?: { WebApp?: unknown }; TelegramWebviewProxy?: unknown }
  return {
    isPhone: isPhone(),
    isAndroid: /Android/.test(userAgent),
    // An iPad says that it is a Mac.
    isIos: /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1),
    isTelegram: !!(page.TelegramWebviewProxy ?? page.Telegram?.WebApp),
    isFramed: window.top !== window.self,
  }
}
