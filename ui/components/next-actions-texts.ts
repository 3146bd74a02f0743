/** Of what to do next. */
export const texts = {
  copyAddress: 'Copy address',
  toReceive: 'To receive something here',
  otherNetworks: 'Other networks',
  lookThere: 'To see what is there',
  buy: 'Buy',
  withMoney: 'With a card or from a bank',
  receive: 'Receive',
  withCode: 'With a QR code',
  wallets: 'Wallets',
  otherAccount: 'To see another account',
} as const
