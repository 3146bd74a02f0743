/**
 * `npm run demo`: builds the package and its demo page, starts the sandbox on its usual ports and prints the page's
 * URL. `PORT=6000` uses the ports 6000 to 6011 instead, `PORT=0` any free ports.
 */
import { existsSync } from 'node:fs'
import { build } from './build.ts'
import { requireFreePorts } from './services/local-server.ts'
import { demoPorts, getPorts, startSandbox } from './start.ts'

// Call `exit`, so that its handlers stop chains and builds that are still starting.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

const { PORT } = process.env
const ports = PORT === undefined ? demoPorts : getPorts(Number(PORT))

try {
  await requireFreePorts(Object.values(ports))
  console.log('Building Billfold and its demo…')
  await build()
  const { urls, solana } = await startSandbox(ports, { restarts: true })
  if (!solana) console.log('Solana isn’t available: its validator doesn’t run on this platform.')
  console.log(`ready ${urls.page} (Ctrl-C stops it)

Three things to try there:
  1  Open 100,000 transactions, and scroll them while the chart moves
  2  Stop the API with Billfold open: figures stay, with their age
  3  Pay yourself 12.5 DRIFT: it appears without reloading`)
  // Only `npm run bench:lists` builds this page.
  if (existsSync(new URL('../.cache/lists/site/index.html', import.meta.url)))
    console.log(`\nTwo lists side by side: ${urls.page}/lists/`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
