/**
 * Starts a Chromium that can be had here: the one that `CHROMIUM_PATH` names, an installed one, or the one that
 * comes with the npm package for Linux x64.
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that is driven is never in front; it must not be slowed for that.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

/** @throws when no Chromium can be had, saying how to get one. */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...quiet, ...args] })
}

async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  const found = installed.find((path) => existsSync(path))
  if (found) return found
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    return await packaged.executablePath()
  } catch (error) {
    throw new Error(
      `No Chromium was found. Install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH. ${String(error)}`,
      { cause: error },
    )
  }
}
