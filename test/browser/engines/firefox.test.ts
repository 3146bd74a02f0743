/** All that is tried in Firefox. */
import { tryDialogs } from './dialogs.cases.ts'
import { firefox } from './firefox.ts'
import { tryGuard } from './guard.cases.ts'
import { tryIcons } from './icons.cases.ts'
import { tryJourney } from './journey.cases.ts'
import { tryPairing } from './pairing.cases.ts'
import { tryPortfolio } from './portfolio.cases.ts'
import { runIn } from './run-in.ts'
import { tryWithoutStorage } from './storage-denied.cases.ts'
import { tryViews } from './views.cases.ts'

runIn(firefox, {
  'Guarded events': tryGuard,
  'Dialogs of the page': tryDialogs,
  'Icons of wallets': tryIcons,
  'The first journey': tryJourney,
  'A wallet on a phone': tryPairing,
  'The portfolio': tryPortfolio,
  'Denied storage': tryWithoutStorage,
  // Its payments stay in the chains: the last one.
  'Every view': tryViews,
})
