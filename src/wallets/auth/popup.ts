/** The popup of a social login, and its result. */
import * as v from 'valibot'
import { BillfoldError } from '../../core/base/errors.ts'
import { parseOrNone, text } from '../../core/contract/schemas.ts'
import { plainText } from '../../core/text/text.ts'

/** Opens the popup. Call it in the click handler, or the browser blocks the popup. Returns null if it was blocked. */
export function openPopup(origin: string): Window | null {
  try {
    return window.open(`${origin}/loading`, 'billfold-login', 'width=600,height=800,scrollbars=yes')
  } catch {
    return null
  }
}

/** How often to check whether the popup was closed. Milliseconds. */
const LOOK = 1_000
const resultMessage = v.object({ resultUri: v.pipe(text(8_192), v.nonEmpty()) })

/**
 * Waits for the result of the social login, which the site's page in the popup posts. Accepts messages only from that
 * popup and the site's origin.
 * @throws auth_popup_closed, auth_refused, aborted
 */
export function readResult(popup: Window, origin: string, signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    function onMessage({ source, origin: from, data }: MessageEvent): void {
      if (!source || source !== popup || from !== origin) return
      const resultUri = parseOrNone(resultMessage, data)?.resultUri
      if (resultUri === undefined) return
      const [, refusal] = /(?:^|[?&#])error=([^&]*)/.exec(resultUri) ?? []
      end()
      if (refusal === undefined) resolve(resultUri)
      else reject(toRefusal(refusal))
    }
    const onAbort = () => {
      end()
      reject(new BillfoldError('aborted', 'The sign-in was cancelled.'))
    }
    const timer = setInterval(() => {
      if (!popup.closed) return
      end()
      reject(new BillfoldError('auth_popup_closed', 'The window was closed before the sign-in was complete.'))
    }, LOOK)
    function end(): void {
      clearInterval(timer)
      window.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
    }
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

function toRefusal(encoded: string): BillfoldError {
  let message = encoded.replaceAll('+', ' ')
  try {
    message = decodeURIComponent(message)
  } catch {
    // Not URL-encoded: use the message as it is.
  }
  const reason = plainText(message, 200)
  return new BillfoldError('auth_refused', reason || 'The provider did not give a reason.', {
    category: 'SECURE_SITE_ERROR',
    context: { isDeclined: false, ...(reason && { said: reason }) },
  })
}
