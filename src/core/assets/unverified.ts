/** Why a token, NFT or transaction that came unasked is listed apart, under "Unverified". */
export type UnverifiedReason =
  /** The API marks the item as spam. */
  | 'flagged'
  /** The name leads to a web page. */
  | 'link'
  /** The name promises money, or asks people to claim money. */
  | 'lure'
  /** The name has letters that imitate other letters or are invisible. */
  | 'disguise'
  /** The token uses the symbol of another token. */
  | 'imitation'
  /** One transaction sent the same token to many addresses. */
  | 'mass'
