/**
 * One sandbox and one Chromium for all test files of this process: starting them takes 6 to 8 s. Both end with the
 * process. Chains are never reset, so tests that need exact state create their own accounts.
 */
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../sandbox/people/launch-chromium.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

// Vitest ends its workers by SIGTERM; exit explicitly, so that the chains and the browser end too.
process.once('SIGTERM', () => process.exit())

let sandbox: Promise<Sandbox> | undefined
let chromium: Promise<Browser> | undefined

/** The shared sandbox, started on the first call. A failed start is forgotten, so that the next file tries again. */
export function getSandbox(): Promise<Sandbox> {
  return (sandbox ??= startSandbox().catch((error) => {
    sandbox = undefined
    throw error
  }))
}

/** The shared browser. After a crash, the next call starts another browser. */
export async function getChromium(): Promise<Browser> {
  const running = await chromium
  if (running?.isConnected()) return running
  return (chromium = launchChromium())
}
