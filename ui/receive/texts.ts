/** Of receiving. */
export const texts = {
  title: 'Receive',
  code: 'QR code of the address',
  copy: 'Copy address',
  worksOn: 'Works on {n} networks',
  onlyOn: 'On {network} only',
  networks: 'Networks',
  current: 'Current',
  sameAddress:
    'This address is the same on each of them. What you are sent stays on the network it is sent on.',
  /** By namespace: what must not be sent. */
  caution: {
    eip155: 'Tokens sent from any other network, such as Bitcoin or Solana, can be lost for good.',
    solana: 'Only send SOL and tokens of Solana. What comes from any other network can be lost for good.',
    bip122: 'Only send bitcoin (BTC). What comes from any other network can be lost for good.',
  },
  cautionElsewhere: 'Only send what belongs to {network}. Anything else can be lost for good.',
} as const
