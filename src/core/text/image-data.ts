/** Longest data URL of a picture. Characters. */
const MAX_DATA_LENGTH = 131_072

/** A picture as a `data:` URL of at most 128 KB. Removes line breaks, as browsers do. Undefined for other values. */
export function toImageData(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_DATA_LENGTH) return undefined
  const data = value.replace(/[\t\n\r]/g, '')
  return data.startsWith('data:') && IMAGE_DATA.test(data) ? data : undefined
}

/** Image types that browsers draw, with all their names. */
const IMAGE_DATA = /^data:image\/(?:a?png|webp|avif|svg\+xml|jpe?g|gif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i
