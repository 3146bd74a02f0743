/**
 * Starts Chromium: the one at `CHROMIUM_PATH`, else an installed one, else the npm package's build for Linux x64.
 * `CHROMIUM_PATH=packaged` prefers the npm package.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The only hosts that the browser may reach. */
export const LOCAL_HOSTS = ['127.0.0.1', 'localhost']

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  `--host-resolver-rules=MAP * ~NOTFOUND${LOCAL_HOSTS.map((host) => `, EXCLUDE ${host}`).join('')}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Prevent throttling: an automated page is never in the foreground.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
]

/**
 * @param without Playwright's default arguments to leave out
 * @throws when no Chromium is found, saying how to install one
 */
export async function launchChromium(
  args: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({ ...(await getOptions(args)), ignoreDefaultArgs: [...without] })
}

/**
 * Starts Chromium with a profile on disk: `launchChromium` keeps storage in memory only. Closing the context closes the
 * browser.
 */
export async function launchWithProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, await getOptions())
}

async function getOptions(args: readonly string[] = []): Promise<LaunchOptions> {
  const { executablePath, env } = await findChromium()
  return {
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [...quiet, ...args],
  }
}

interface Found {
  executablePath: string
  /** Additional environment variables for the browser's process. */
  env?: Record<string, string>
}

async function findChromium(): Promise<Found> {
  const named = process.env['CHROMIUM_PATH']
  if (named && named !== 'packaged') {
    if (existsSync(named)) return { executablePath: named }
    throw new Error(`CHROMIUM_PATH is ${named}, but that file does not exist.`)
  }
  const found = installed.find((path) => existsSync(path))
  if (found && !named) return { executablePath: found }
  try {
    return await unpackChromium()
  } catch (error) {
    throw new Error(
      `No Chromium was found. Install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH. ${String(error)}`,
      { cause: error },
    )
  }
}

/** Unpacks the npm package's build, which includes fonts and the system libraries that a minimal machine lacks. */
async function unpackChromium(): Promise<Found> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  const executablePath = await packaged.executablePath()
  const env = { FONTCONFIG_PATH: process.env['FONTCONFIG_PATH'] ?? join(tmpdir(), 'fonts') }
  if (!spawnSync('ldd', [executablePath], { encoding: 'utf8' }).stdout?.includes('not found')) {
    return { executablePath, env }
  }
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const libraries = await inflate(join(dirname(entry), '../bin/al2023.tar.br'))
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: join(libraries, 'lib') } }
}
