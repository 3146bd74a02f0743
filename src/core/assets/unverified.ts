/** Why a token, NFT or transaction that came unasked is listed apart, under "Unverified". */
export type UnverifiedReason =
  /** The API marks it as spam. */
  | 'flagged'
  /** Its name leads to a web page. */
  | 'link'
  /** Its name promises money, or asks to claim it. */
  | 'lure'
  /** Its name has letters that imitate other letters or are invisible. */
  | 'disguise'
  /** It uses the symbol of another token. */
  | 'imitation'
  /** One transaction sent the same token to many addresses. */
  | 'mass'
