/** Texts of the connect views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('connect', {
  title: 'Connect to {site}',
  whatIsAWallet: 'What is a wallet?',
  wallets: 'Wallets',
  code: 'QR code',
  recent: 'Recent',
  collapsed: 'Continue with a wallet',
  installed: 'Installed',
  connected: 'Connected',
  chains: {
    eip155: 'Ethereum',
    solana: 'Solana',
    bip122: 'Bitcoin',
    polkadot: 'Polkadot',
    cosmos: 'Cosmos',
  },
  saysItIs: 'Claims to be {wallet}, but {wallet} is another wallet in this list',
  looksLike: 'Looks like {wallet}, but {wallet} is another wallet in this list',
  acceptDocument: 'By connecting, you accept {site}’s {document}.',
  acceptBoth: 'By connecting, you accept {site}’s {terms} and {privacy}.',
  terms: 'terms',
  privacy: 'privacy policy',
  wordmark: 'Billfold',
})
