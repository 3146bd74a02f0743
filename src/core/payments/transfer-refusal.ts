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
  // it cannot be sent plainly
  | 'hook'
  | 'bound'
  /** Its mint multiplies its amounts by a number that cannot be. */
  | 'multiplier'
  /** Its mint multiplies its amounts, so that a page cannot ask for so many base units. */
  | 'multiplied'
  /** It will be multiplied by another number in a moment. */
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
