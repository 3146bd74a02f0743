/**
 * `npm run demo`: builds the package and its demo page, starts the sandbox at its usual ports and says where it is.
 * `PORT=6000` takes 6000 to 6011 instead, `PORT=0` any that are free.
 */
import { existsSync } from 'node:fs'
import { build } from './build.ts'
import { requireFreePorts } from './services/local-server.ts'
import { demoPorts, getPorts, startSandbox } from './start.ts'

// Leaving by `exit` takes the chain along, also while it is still starting, and a build.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

const { PORT } = process.env
const ports = PORT === undefined ? demoPorts : getPorts(Number(PORT))

try {
  await requireFreePorts(Object.values(ports))
  console.log('Building Billfold and its demo…')
  await build()
  const { urls, solana } = await startSandbox(ports, { restarts: true })
  if (!solana) console.log('There is no Solana here: its validator has no build for this platform.')
  console.log(`ready ${urls.page} (Ctrl-C ends it)

Three things to try there:
  1  Open 100,000 transactions, and scroll them while the chart moves
  2  Stop the API with Billfold open: everything stays, with its age
  3  Pay yourself 12.5 DRIFT: it appears without a reload`)
  // `npm run bench:lists` has built it.
  if (existsSync(new URL('../.cache/lists/site/index.html', import.meta.url)))
    console.log(`\nTwo lists side by side: ${urls.page}/lists/`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
