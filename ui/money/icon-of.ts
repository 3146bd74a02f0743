/** Returns the picture of a token, if it has one: portfolio rows do, tokens of a draft may not. */
export function iconOf(token: object | undefined): string | undefined {
  return token && 'iconUrl' in token && typeof token.iconUrl === 'string' ? token.iconUrl : undefined
}
