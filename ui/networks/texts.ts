/** Texts about the wallet's current network. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('networks', {
  chip: 'Network: {network}',
  whatIsANetwork: 'What is a network?',
  notServed: '{site} isn’t available on this network',
  notServedText: '{wallet} is on {network}. Your tokens there are safe.',
  other: 'You’re on another network',
  otherText: '{wallet} is on {network}. The figures here are from {site}’s networks.',
})
