/**
 * What is tried in each engine, and in Chromium nowhere else. Its dialogs are in `host-dialogs.test.ts`, its views in
 * `accessibility.test.ts`, the first journey in `journey.test.ts`, and a wallet on a phone in `walletconnect.test.ts`.
 */
import { tryGuard } from './guard.cases.ts'
import { tryIcons } from './icons.cases.ts'
import { tryPortfolio } from './portfolio.cases.ts'
import { chromium } from './playwright.ts'
import { runIn } from './run-in.ts'

runIn(chromium, {
  'Guarded events': tryGuard,
  'Icons of wallets': tryIcons,
  'The portfolio': tryPortfolio,
})
