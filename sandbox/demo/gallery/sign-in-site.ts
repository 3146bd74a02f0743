/** The sign-in site of the gallery, in its frame: it gives prepared answers, which are in its address. */
import type { Question } from '../../../src/wallets/auth/messages.ts'

/** By question; an `error` is a refusal, and a question without an answer stays open. */
export type SiteAnswers = Partial<Record<Question, object | { error: string }>>

/** For `authFrame()`. */
export function toSiteUrl(answers: SiteAnswers): string {
  const url = new URL('sign-in-site.html', document.baseURI)
  url.searchParams.set('answers', JSON.stringify(answers))
  return url.href
}
