/** Reads the QR code from a screenshot, as a camera would. */
import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'
import type { Journey } from '../../sandbox/people/journey.ts'

export async function readCode(
  { context }: Pick<Journey, 'context'>,
  code: Locator,
): Promise<string | undefined> {
  await code.waitFor()
  const picture = (await code.screenshot()).toString('base64')
  const page = await context.newPage()
  const { width, height, bytes } = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const drawing = canvas.getContext('2d')!
    drawing.drawImage(image, 0, 0)
    const { data } = drawing.getImageData(0, 0, image.width, image.height)
    return { width: image.width, height: image.height, bytes: [...data] }
  }, picture)
  await page.close()
  return jsqr(Uint8ClampedArray.from(bytes), width, height)?.data
}
