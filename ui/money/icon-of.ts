/** The picture of a token; undefined if it has none. Rows of the portfolio have one; tokens of a draft may not. */
export function iconOf(token: object | undefined): string | undefined {
  return token && 'iconUrl' in token && typeof token.iconUrl === 'string' ? token.iconUrl : undefined
}
