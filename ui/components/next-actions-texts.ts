/** Texts of the suggested actions. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('nextActions', {
  copied: 'Copied',
  copyAddress: 'Copy address',
  toReceive: 'To receive tokens here',
  otherNetworks: 'Other networks',
  lookThere: 'See what you hold there',
  buy: 'Buy',
  withMoney: 'With a card or bank account',
  receive: 'Receive',
  withCode: 'Show your QR code',
  wallets: 'Wallets',
  otherAccount: 'Use another account',
})
