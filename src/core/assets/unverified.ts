/** Why something that came unasked stands apart from the rest, under "Unverified". */
export type UnverifiedReason =
  /** The service marks it as spam. */
  | 'flagged'
  /** Its name leads to a web page. */
  | 'link'
  /** Its name promises money, or asks to claim it. */
  | 'lure'
  /** Its name has letters that imitate others, or cannot be seen. */
  | 'disguise'
  /** It bears the symbol of a token or coin that it is not. */
  | 'imitation'
  /** One transaction gave the same to many addresses. */
  | 'mass'
