/** Texts of the help view about networks. */
import { catalogue } from '../../src/base/catalogue.ts'

export const guideTexts = catalogue('networkGuide', {
  networkLede:
    'A shared record of who owns what, kept by many computers. There are many networks, and each keeps its own record.',
  yourAddress: 'One address',
  ownBalance: 'Separate balance',
  sameAddress: 'Same address, separate balances',
  sameAddressText: 'What you hold on one network isn’t on another, even at the same address.',
  ownFee: 'Each network has its own fee',
  ownFeeText: 'You pay it in that network’s own token, so keep a little of it.',
  seeNetworks: 'View networks',
})
