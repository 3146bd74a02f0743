/** Takes pictures of the modal's card. */
import type { Page, PageScreenshotOptions } from 'playwright-core'

/** Space around the card in CSS pixels, enough for its shadow. */
const MARGIN = 28
/** Hides the demo's meter and the wallet's window, which aren't part of the modal, and the focus ring and caret. */
export const style = `.live, [data-wallet] { visibility: hidden !important }
  :focus-visible { outline-color: transparent !important }
  .caret, input { caret-color: transparent !important }`

/** The card with its surroundings; on a phone the whole screen. */
export async function takeCard(page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> {
  const { width, height } = page.viewportSize()!
  const box = await page.locator('billfold-modal dialog .card').boundingBox()
  if (!box || width < 500) return page.screenshot({ ...options, style })
  const x = Math.max(0, box.x - MARGIN)
  const y = Math.max(0, box.y - MARGIN)
  const clip = {
    x,
    y,
    width: Math.min(width - x, box.width + 2 * MARGIN),
    height: Math.min(height - y, box.height + 2 * MARGIN),
  }
  return page.screenshot({ ...options, clip, style })
}
