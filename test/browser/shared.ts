/**
 * One sandbox and one Chromium for all the test files that this process runs: starting them takes 6 to 8 s. Both end
 * with the process. Chains are never reverted, so tests bring accounts of their own where an exact state counts.
 */
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../sandbox/people/launch-chromium.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

// Vitest ends its workers by SIGTERM, at which Node would leave the chains and the browser behind.
process.once('SIGTERM', () => process.exit())

let sandbox: Promise<Sandbox> | undefined
let chromium: Promise<Browser> | undefined

/** A start that failed is forgotten, so that the next file tries again. */
export function getSandbox(): Promise<Sandbox> {
  return (sandbox ??= startSandbox().catch((error) => {
    sandbox = undefined
    throw error
  }))
}

/** Starts another one after a crash. */
export async function getChromium(): Promise<Browser> {
  const running = await chromium
  if (running?.isConnected()) return running
  return (chromium = launchChromium())
}
