/** Its dialogs are in `host-dialogs.test.ts`, its views in `accessibility.test.ts`. */
import { tryGuard } from './guard.cases.ts'
import { tryIcons } from './icons.cases.ts'
import { tryJourney } from './journey.cases.ts'
import { tryPairing } from './pairing.cases.ts'
import { chromium } from './playwright.ts'
import { runIn } from './run-in.ts'

runIn(chromium, {
  'Guarded events': tryGuard,
  'Icons of wallets': tryIcons,
  'The first journey': tryJourney,
  'A wallet on a phone': tryPairing,
})
