/** Why a transfer cannot be prepared. */
export type TransferRefusal =
  /** The amount exceeds the largest number that the chain can store. */
  | 'amount'
  /** The receiver's name now has another address, or none. */
  | 'name'
  // the token differs from its row
  | 'no_contract'
  | 'decimals'
  | 'mint'
  // the mint needs more than a plain transfer
  | 'hook'
  | 'bound'
  /** The mint multiplies its amounts by an invalid number. */
  | 'multiplier'
  /** The mint multiplies its amounts, so a page cannot request an amount in base units. */
  | 'multiplied'
  /** The mint's multiplier is about to change. */
  | 'multiplier_changes'
  /** For a multiplied token: the network's balance differs from the one shown. */
  | 'balance'
  /** The amount is less than the smallest unit that the chain can move. */
  | 'too_small'
  /** The token's issuer has frozen the sender's or the receiver's account. */
  | 'frozen'
  | 'receiver_frozen'
  /** The receiver's account accepts only transfers with a memo. */
  | 'memo'
  /** The sender holds none of the token. */
  | 'none_held'
  /** No single token account of the sender holds this amount. */
  | 'split'
  /** The receiver's token account belongs to somebody else. */
  | 'taken'
