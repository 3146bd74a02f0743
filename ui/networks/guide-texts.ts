/** Of the view that says what a network is. */
export const guideTexts = {
  networkLede:
    'A record of who owns what, kept by many computers at once. There are several, and they do not share their records.',
  yourAddress: 'One address',
  ownBalance: 'A balance of its own',
  sameAddress: 'Same address, other balance',
  sameAddressText: 'What lies on one network is not on another, even under the same address.',
  ownFee: 'Each takes its own fee',
  ownFeeText: 'Paid in the coin of that network. Keep a little of it.',
  seeNetworks: 'See networks',
} as const
