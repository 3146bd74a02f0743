/** Why nothing is made that could be signed. */
export type TransferRefusal =
  /** More than the chain can write. */
  | 'amount'
  /** The receiver's name has another address by now, or none. */
  | 'name'
  // the token is not what its row says
  | 'no_contract'
  | 'decimals'
  | 'mint'
  // its mint needs more than a plain transfer
  | 'hook'
  | 'bound'
  /** Its mint multiplies its amounts by an invalid number. */
  | 'multiplier'
  /** Its mint multiplies its amounts, so a page cannot request an amount in base units. */
  | 'multiplied'
  /** The multiplier of its mint is about to change. */
  | 'multiplier_changes'
  /** Of a token that is multiplied: the network says another balance than the one that is shown. */
  | 'balance'
  /** Less than the smallest amount that the chain can move. */
  | 'too_small'
  /** The token's issuer has frozen the sender's or the receiver's account. */
  | 'frozen'
  | 'receiver_frozen'
  /** The receiver's account takes only what comes with a memo. */
  | 'memo'
  /** The sender has nothing of it. */
  | 'none_held'
  /** No one account of the sender holds so much of it. */
  | 'split'
  /** The account in which the receiver should hold it belongs to somebody else. */
  | 'taken'
