/** Texts of the receive views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('receive', {
  title: 'Receive',
  code: 'QR code of your address',
  copy: 'Copy address',
  worksOn: 'Works on {n} networks',
  onlyOn: 'Only on {network}',
  networks: 'Networks',
  current: 'Current',
  sameAddress: 'Your address is the same on all of them. Tokens stay on the network they’re sent on.',
  /** By namespace: a warning that tokens from other chains can be lost. */
  caution: {
    eip155: 'Tokens sent from any other network, such as Bitcoin or Solana, can be lost permanently.',
    solana:
      'Only send SOL and Solana tokens to this address. Anything sent from another network can be lost permanently.',
    bip122:
      'Only send bitcoin (BTC) to this address. Anything sent from another network can be lost permanently.',
  },
  cautionElsewhere: 'Only send {network} tokens to this address. Anything else can be lost permanently.',
})
