/**
 * Whether the page runs inside Telegram, as a mini app: it was launched with parameters, or the app has put its bridge
 * into the page. Telegram's scripts make `window.Telegram` on any page that loads them, such as for a login widget.
 * @see https://core.telegram.org/bots/webapps
 */
export function isTelegram(): boolean {
  const { Telegram, TelegramWebviewProxy } = globalThis as {
    Telegram?: { WebApp?: { initData?: unknown; platform?: unknown } }
    TelegramWebviewProxy?: unknown
  }
  // A launch from a keyboard button or an attachment has no data.
  const { initData, platform = 'unknown' } = Telegram?.WebApp ?? {}
  return (
    !!TelegramWebviewProxy ||
    !!initData ||
    (platform !== '' && platform !== 'unknown') ||
    /[#&?]tgWebApp(?:Data|Platform)=[^&]/.test(location.hash)
  )
}
