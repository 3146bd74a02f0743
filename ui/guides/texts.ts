/** Of the views that explain. */
export const texts = {
  keepsYourKey: 'An app that keeps your key',
  keepsYourKeyText: 'Whoever has the key can move what you own. {site} and Billfold never see it.',
  asksFirst: 'It asks before it signs',
  asksFirstText: 'A page can only ask. You read the request in your wallet and approve or decline there.',
  nobodyRestores: 'Nobody can restore it for you',
  nobodyRestoresText:
    'Most wallets give you recovery words. Keep them on paper and show them to no one, us included.',
  getAWallet: 'Find a wallet',
} as const
