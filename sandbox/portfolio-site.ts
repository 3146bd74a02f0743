/**
 * A site with a portfolio, built with Vite as a separate app. Its service worker caches all files, so that the site
 * opens offline.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Sandbox } from './start.ts'
import { type LocalServer, startLocalServer } from './services/local-server.ts'
import { serviceWorker } from './service-worker-plugin.ts'
import { solanaPeople } from './chains/solana-accounts.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface SiteWindow extends Window {
  /** Whether the service worker has cached all files. */
  isKept?: boolean
  /** Milliseconds since navigation: creation of the portfolio, and the first paint of its total and tokens. */
  createdAt?: number
  paintedAt?: number
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Shows one EVM and one Solana account. The server serves only the site's own files. */
export async function startPortfolioSite(sandbox: Sandbox): Promise<LocalServer> {
  // A folder per process: two browser engines may run side by side.
  const root = at(`../.cache/portfolio-site-${process.pid}/`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><style>body{margin:0}</style><billfold-portfolio></billfold-portfolio><script type="module" src="./main.js"></script>',
  )
  writeFileSync(join(root, 'main.js'), createMain(sandbox))
  const out = join(root, 'out')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    plugins: [serviceWorker()],
    resolve: { alias: [{ find: /^billfold\/portfolio$/, replacement: at('../dist/portfolio.js') }] },
    build: { outDir: out, target: 'es2022' },
  })
  return startLocalServer(async (_, response, url) => {
    const file = url.pathname === '/' ? 'index.html' : url.pathname.slice(1)
    try {
      const body = readFileSync(join(out, file))
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
}

function createMain({ urls, chain, accounts }: Sandbox): string {
  const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const options = {
    projectId: 'sandbox',
    networks: [
      { id: 31337, name: 'Driftwood', nativeCurrency: coin, rpcUrls: { default: { http: [urls.rpc] } } },
      {
        id: 'localnet',
        chainNamespace: 'solana',
        name: 'Solana',
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    accounts: [`${chain}:${accounts.mara}`, `solana:localnet:${solanaPeople.mara.publicKey.toBase58()}`],
    apiUrl: urls.api,
    explorerUrl: urls.project,
  }
  return `
    import { createPortfolio } from 'billfold/portfolio'
    window.createdAt = performance.now()
    createPortfolio(${JSON.stringify(options)})
    const root = () => document.querySelector('billfold-portfolio').shadowRoot
    const look = () => {
      if (/\\d/.test(root()?.querySelector('.money')?.textContent ?? '') && root().querySelector('[role=list] .row.asset:not(.skeleton-row)')) window.paintedAt ??= performance.now()
      else requestAnimationFrame(look)
    }
    look()
    navigator.serviceWorker?.register('./sw.js').then(() => navigator.serviceWorker.ready).then(() => { window.isKept = true })
  `
}
