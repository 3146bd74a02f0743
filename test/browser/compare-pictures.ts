/** Compares pictures with a tolerance for differences that people don't see. */
import type { Page } from 'playwright-core'

/**
 * Width and height of a block in pixels. Blocks are compared by their mean, because edges of letters differ between
 * browser versions.
 */
const BLOCK = 4
/** Maximum difference of a block per colour channel, of 255. */
const TOLERANCE = 20

/**
 * Compares PNGs in a browser page.
 * @returns a description of the difference; undefined if the pictures look the same
 * @param page any page; nothing is drawn in it
 */
export function comparePictures(page: Page, before: Buffer, after: Buffer): Promise<string | undefined> {
  return page.evaluate(compareInPage, {
    pictures: [before.toString('base64'), after.toString('base64')],
    block: BLOCK,
    tolerance: TOLERANCE,
  })
}

async function compareInPage({
  pictures,
  block,
  tolerance,
}: {
  pictures: string[]
  block: number
  tolerance: number
}): Promise<string | undefined> {
  const bitmaps = await Promise.all(
    pictures.map(async (data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      return createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    }),
  )
  const [one, other] = bitmaps.map(({ width, height }) => `${width} × ${height}`)
  if (one !== other) return `${one} px before, ${other} px now`
  const [before, after] = bitmaps.map((bitmap) => {
    const width = Math.ceil(bitmap.width / block)
    const height = Math.ceil(bitmap.height / block)
    const drawing = new OffscreenCanvas(width, height).getContext('2d')!
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(bitmap, 0, 0, width, height)
    return drawing.getImageData(0, 0, width, height)
  })
  const { data, width } = before!
  const isOff = (_: number, at: number) =>
    [0, 1, 2].some((part) => Math.abs(data[at * 4 + part]! - after!.data[at * 4 + part]!) > tolerance)
  const off = Array.from({ length: data.length / 4 }, (__, at) => at).filter(isOff)
  if (off.length === 0) return undefined
  const [at] = off
  return `${off.length} blocks differ, the first at ${(at! % width) * block}, ${Math.floor(at! / width) * block} px`
}
