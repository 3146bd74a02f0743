/** The gallery's sign-in site in its frame. Its prepared answers are in its URL. */
import type { Question } from '../../../src/wallets/auth/messages.ts'

/** Answers by question. `error` makes the site refuse; a question without an answer stays pending. */
export type SiteAnswers = Partial<Record<Question, object | { error: string }>>

/** URL for `authFrame()`. */
export function toSiteUrl(answers: SiteAnswers): string {
  const url = new URL('sign-in-site.html', document.baseURI)
  url.searchParams.set('answers', JSON.stringify(answers))
  return url.href
}
