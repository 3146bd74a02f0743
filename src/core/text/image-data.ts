/** Longest data URL of a picture, in characters. */
const MAX_DATA_LENGTH = 131_072

/** A picture that is written out as `data:`, up to 128 KB, without the line breaks that browsers pass over. */
export function toImageData(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_DATA_LENGTH) return undefined
  const data = value.replace(/[\t\n\r]/g, '')
  return data.startsWith('data:') && IMAGE_DATA.test(data) ? data : undefined
}

/** Picture types that browsers draw, under all names in use. */
const IMAGE_DATA = /^data:image\/(?:a?png|webp|avif|svg\+xml|jpe?g|gif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i
