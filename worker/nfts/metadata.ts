/** The description of a token, wherever its contract says it is. @see https://eips.ethereum.org/EIPS/eip-721 */
import { safeImage, safeUrl } from '../../src/core/url.ts'

export interface Metadata {
  /** As its maker wrote it. */
  name?: string
  /** https, or a picture written out as `data:`. */
  imageUrl?: string
}

/** Longest description that is decoded; pictures inside may take 128 KB. */
const LONGEST = 262_144

/** `fetchDocument`: the parsed JSON at an https address. */
export async function fetchMetadata(
  uri: string,
  fetchDocument: (url: string) => Promise<unknown>,
): Promise<Metadata> {
  if (/^data:/i.test(uri)) return readMetadata(decodeData(uri))
  const url = safeUrl(uri)
  return url === undefined ? {} : readMetadata(await fetchDocument(url))
}

function readMetadata(value: unknown): Metadata {
  if (typeof value !== 'object' || value === null) return {}
  const { name, image, image_url: other } = value as Readonly<Record<string, unknown>>
  const imageUrl = safeImage(image) ?? safeImage(other)
  return { ...(typeof name === 'string' && name ? { name } : {}), ...(imageUrl ? { imageUrl } : {}) }
}

/** @see https://www.rfc-editor.org/rfc/rfc2397 */
function decodeData(uri: string): unknown {
  const [, head = '', body = ''] =
    /^data:(application\/json[^,]{0,40}),(.*)$/is.exec(uri.slice(0, LONGEST)) ?? []
  if (!head) return undefined
  try {
    return JSON.parse(/;base64$/i.test(head) ? decodeBase64(body) : unescapeText(body))
  } catch {
    return undefined
  }
}

function decodeBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)))
}

/** Contracts often leave a bare percent sign in. */
function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
