import { webkit } from './webkit.ts'
import { tryGuard } from './guard.cases.ts'
import { tryIcons } from './icons.cases.ts'
import { tryJourney } from './journey.cases.ts'
import { tryPairing } from './pairing.cases.ts'
import { runIn } from './run-in.ts'
import { tryViews } from './views.cases.ts'

runIn(webkit, {
  'Guarded events': tryGuard,
  'Icons of wallets': tryIcons,
  'The first journey': tryJourney,
  'A wallet on a phone': tryPairing,
  'Every view': tryViews,
})
