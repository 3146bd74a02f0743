/** Texts of the help views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('walletGuide', {
  keepsYourKey: 'An app that keeps your key',
  keepsYourKeyText: 'Anyone with the key can move what you own. {site} and Billfold never see it.',
  asksFirst: 'It asks before it signs',
  asksFirstText:
    'A site can only ask. You review each request in your wallet and approve or decline it there.',
  nobodyRestores: 'No one can restore it for you',
  nobodyRestoresText:
    'Most wallets give you recovery words. Keep them on paper and never share them with anyone, including us.',
  getAWallet: 'Get a wallet',
})
