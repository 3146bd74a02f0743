/**
 * Whether the page runs inside Telegram, as a mini app: Telegram passed launch parameters, or put its bridge into the
 * page. `window.Telegram` alone proves nothing: Telegram's scripts create it on any page that loads them, for example
 * for a login widget.
 * @see https://core.telegram.org/bots/webapps
 */
export function isTelegram(): boolean {
  const { Telegram, TelegramWebviewProxy } = globalThis as {
    Telegram?: { WebApp?: { initData?: unknown; platform?: unknown } }
    TelegramWebviewProxy?: unknown
  }
  // Also check the platform: `initData` is empty if the app was launched from a keyboard button or an attachment.
  const { initData, platform = 'unknown' } = Telegram?.WebApp ?? {}
  return (
    !!TelegramWebviewProxy ||
    !!initData ||
    (platform !== '' && platform !== 'unknown') ||
    /[#&?]tgWebApp(?:Data|Platform)=[^&]/.test(location.hash)
  )
}
