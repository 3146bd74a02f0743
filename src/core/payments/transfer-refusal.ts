/** Why a transfer cannot be prepared. */
export type TransferRefusal =
  /** The amount exceeds the largest number that the chain can store. */
  | 'amount'
  /** The receiver's name now resolves to another address, or to none. */
  | 'name'
  // The token's contract or mint is missing or differs from the portfolio's row.
  | 'no_contract'
  | 'decimals'
  | 'mint'
  // The mint requires more than a plain transfer.
  | 'hook'
  | 'bound'
  /** The mint multiplies its amounts by an invalid factor. */
  | 'multiplier'
  /** The mint multiplies its amounts, so a page cannot request an amount in base units. */
  | 'multiplied'
  /** The mint's multiplier changes soon. */
  | 'multiplier_changes'
  /** For a multiplied token: the balance on the network differs from the shown balance. */
  | 'balance'
  /** The amount is less than the smallest unit that the chain can move. */
  | 'too_small'
  /** The token's issuer has frozen a token account. frozen: the sender's. receiver_frozen: the receiver's. */
  | 'frozen'
  | 'receiver_frozen'
  /** The receiver's account accepts only transfers with a memo. */
  | 'memo'
  /** The sender does not hold the token. */
  | 'none_held'
  /** The sender's balance is split: no single token account holds this amount. */
  | 'split'
  /** The receiver's token account belongs to somebody else. */
  | 'taken'
