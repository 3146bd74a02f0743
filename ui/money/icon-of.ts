/** A row of the portfolio has a picture; a draft need not know of it. */
export function iconOf(token: object | undefined): string | undefined {
  return token && 'iconUrl' in token && typeof token.iconUrl === 'string' ? token.iconUrl : undefined
}
