/** The description of a token, wherever its contract says it is. @see https://eips.ethereum.org/EIPS/eip-721 */
import type { NftTrait } from '../../src/core/nfts.ts'
import { plainText } from '../../src/core/text.ts'
import { safeImage, safeUrl } from '../../src/core/url.ts'
import { isRecord } from '../../src/core/shapes.ts'

export interface Metadata {
  /** As its maker wrote it. */
  name?: string
  /** https, or a picture written out as `data:`. */
  imageUrl?: string
  /** As its maker wrote it. */
  description?: string
  traits?: NftTrait[]
}

/** Longest description that is decoded; pictures inside may take 128 KB. */
const LONGEST = 262_144

/** `fetchDocument`: the parsed JSON at an https address. */
export async function fetchMetadata(
  uri: string,
  fetchDocument: (url: string) => Promise<unknown>,
): Promise<Metadata> {
  if (isWrittenOut(uri)) return readMetadata(decodeData(uri))
  const url = safeUrl(uri)
  return url === undefined ? {} : readMetadata(await fetchDocument(url))
}

/** Nobody has to be asked for it. */
export function isWrittenOut(uri: string): boolean {
  return /^data:/i.test(uri)
}

function readMetadata(value: unknown): Metadata {
  if (!isRecord(value)) return {}
  const { name, description, image, image_url: other, attributes } = value
  const imageUrl = safeImage(image) ?? safeImage(other)
  const traits = Array.isArray(attributes) ? attributes.slice(0, MOST_TRAITS).flatMap(readTrait) : []
  return {
    ...(typeof name === 'string' && name ? { name } : {}),
    ...(typeof description === 'string' && description ? { description } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(traits.length > 0 ? { traits } : {}),
  }
}

const MOST_TRAITS = 24

/** As most collections write them: `{trait_type, value}`. @see https://docs.opensea.io/docs/metadata-standards */
function readTrait(item: unknown): NftTrait[] {
  if (!isRecord(item)) return []
  const { trait_type: type, value } = item
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return []
  const trait = {
    name: plainText(typeof type === 'string' ? type : '', 48),
    value: plainText(String(value), 64),
  }
  return trait.value ? [trait] : []
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
