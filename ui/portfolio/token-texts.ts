/** Of one token. */
export const tokenTexts = {
  yourBalance: 'Your balance',
  exact: 'Exact balance',
  price: 'Price',
  noPrice: 'No price',
  notCounted: 'Not counted',
  network: 'Network',
  share: 'Share of what you hold',
  contract: 'Contract',
  viewOnExplorer: 'View on explorer',
  unusual: 'Unusual characters in its name',
  compare: 'Its name is “{name}”. Only the contract says which token it is.',
  noDecimals: 'It has no decimals, as tickets and passes have none. It counts in no sum.',
} as const
