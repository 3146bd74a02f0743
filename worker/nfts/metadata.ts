/** Reads a token's metadata from the URI that its contract returns. @see https://eips.ethereum.org/EIPS/eip-721 */
import * as v from 'valibot'
import type { NftTrait } from '../../src/core/assets/nfts.ts'
import { defined, listOf, orAbsent, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import { plainText } from '../../src/core/text/text.ts'
import { safeImage, safeUrl } from '../../src/core/text/url.ts'

export interface Metadata {
  /** The creator's text, not cleaned. */
  name?: string
  /** An https URL, or the picture itself as a `data:` URL. */
  imageUrl?: string
  /** The creator's text, not cleaned. */
  description?: string
  traits?: NftTrait[]
}

/** How many characters of a `data:` URI are decoded at most: enough for metadata with a picture of 128 KB. */
const MAX_LENGTH = 262_144

/** Fetches or decodes the metadata. `fetchDocument` resolves with the parsed JSON at an https URL. */
export async function fetchMetadata(
  uri: string,
  fetchDocument: (url: string) => Promise<unknown>,
): Promise<Metadata> {
  if (isWrittenOut(uri)) return readMetadata(decodeData(uri))
  const url = safeUrl(uri)
  return url === undefined ? {} : readMetadata(await fetchDocument(url))
}

/** Whether the URI itself contains the metadata. */
export function isWrittenOut(uri: string): boolean {
  return /^data:/i.test(uri)
}

function readMetadata(value: unknown): Metadata {
  const read = parseOrNone(document, value)
  if (!read) return {}
  const { name, description, image, image_url, attributes } = read
  return defined({
    name: name || undefined,
    imageUrl: safeImage(image) ?? safeImage(image_url),
    description: description || undefined,
    traits: attributes?.length ? attributes : undefined,
  })
}

const MAX_TRAITS = 24

/** Traits in the format of most collections. @see https://docs.opensea.io/docs/metadata-standards */
const trait: Untrusted<NftTrait> = v.pipe(
  v.object({ trait_type: v.fallback(v.string(), ''), value: v.union([v.string(), v.number(), v.boolean()]) }),
  v.transform(({ trait_type, value }) => ({
    name: plainText(trait_type, 48),
    value: plainText(String(value), 64),
  })),
  v.check(({ value }) => value !== ''),
)

const document = v.object({
  name: orAbsent(v.string()),
  description: orAbsent(v.string()),
  image: v.optional(v.unknown()),
  image_url: v.optional(v.unknown()),
  attributes: orAbsent(listOf(trait, MAX_TRAITS)),
})

/** Parses the JSON of a `data:` URI; undefined if it contains no JSON. @see https://www.rfc-editor.org/rfc/rfc2397 */
function decodeData(uri: string): unknown {
  const [, head = '', body = ''] =
    /^data:(application\/json[^,]{0,40}),(.*)$/is.exec(uri.slice(0, MAX_LENGTH)) ?? []
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

/** Decodes percent escapes. Contracts often leave a percent sign unescaped; then the text stays as it is. */
function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
