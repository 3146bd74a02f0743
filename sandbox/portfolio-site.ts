/**
 * A site with a portfolio, as an app of its own is built with Vite, and with a service worker that keeps all its files: so
 * it opens where no server answers.
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
  /** All files are kept. */
  isKept?: boolean
  /** When the portfolio was created, and when its total and tokens were painted: since the page was asked for. Milliseconds. */
  createdAt?: number
  paintedAt?: number
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Two accounts of two namespaces. Nothing but the site's own files comes from its server. */
export async function startPortfolioSite(sandbox: Sandbox): Promise<LocalServer> {
  // Two engines run beside each other.
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
