/** Reads profile texts, which the owner of a name in the provider's zone has set. */
import * as v from 'valibot'
import type { ProfileAttribute } from '../../../src/core/assets/identity.ts'
import { listOf, parseOrNone, text, type Untrusted } from '../../../src/core/contract/schemas.ts'
import { plainText } from '../../../src/core/text/text.ts'
import { safeLink, safeUrl } from '../../../src/core/text/url.ts'

export interface ProfileAttributes {
  /** An https URL. */
  avatarUrl?: string
  /** In the order of the API's answer. */
  attributes: readonly ProfileAttribute[]
}

/** How many attributes are shown at most, to keep the profile short. */
const MAX_ATTRIBUTES = 8
/** Upper limits of a key and of a value, in characters. */
const MAX_KEY_LENGTH = 32
const MAX_VALUE_LENGTH = 300
const SHOWN = 160

const entry = v.tuple([
  v.pipe(v.string(), v.regex(/^[a-z][\w.-]*$/i), v.maxLength(MAX_KEY_LENGTH)),
  v.pipe(text(MAX_VALUE_LENGTH), v.trim(), v.nonEmpty()),
])

/**
 * Reads a profile, and skips invalid entries. If the answer is not an object, the profile has no attributes, so that at
 * least the name is shown.
 */
export function readAttributes(answer: unknown): ProfileAttributes {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  const entries =
    parseOrNone(listOf(entry), isObject ? Object.entries(answer).slice(0, 4 * MAX_ATTRIBUTES) : []) ?? []
  const avatarUrl = safeUrl(entries.find(([key]) => key.toLowerCase() === 'avatar')?.[1])
  const attributes = entries
    .filter(([key]) => key.toLowerCase() !== 'avatar')
    .slice(0, MAX_ATTRIBUTES)
    .map(([key, value]): ProfileAttribute => {
      const link = readLink(value)
      return { name: key, text: plainText(value.replaceAll(/\s+/g, ' '), SHOWN), ...(link && { link }) }
    })
  return { ...(avatarUrl && { avatarUrl }), attributes }
}

/** A link with http or https. Links with a user name are refused, since the user name could be mistaken for the host. */
function readLink(value: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(value) ? safeLink(value) : undefined
}

export const storedAttributes: Untrusted<readonly ProfileAttribute[]> = v.pipe(
  v.array(
    v.object({
      name: entry.items[0],
      text: text(MAX_VALUE_LENGTH),
      link: v.exactOptional(
        v.pipe(
          v.string(),
          v.check((link) => readLink(link) === link),
        ),
      ),
    }),
  ),
  v.maxLength(MAX_ATTRIBUTES),
)
