/** The picture of a token; undefined if it has none. Tokens of a draft may lack the field. */
export function iconOf(token: object | undefined): string | undefined {
  return token && 'iconUrl' in token && typeof token.iconUrl === 'string' ? token.iconUrl : undefined
}
