/**
 * Serves the built demo page, and the block explorer under `/explorer/`. The page is available in three ways: at the
 * root; under `/csp/<policy>/` with a Content-Security-Policy on all its files, the worker's included; and under
 * `/elsewhere/` with its scripts on another origin. The package is under `billfold/`, for pages that host the worker
 * themselves.
 */
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createListsServer } from './lists-server.ts'
import { type Handler, sendJson } from './local-server.ts'
import { sendFile } from './send-file.ts'

/** The page's settings; response of `GET config.json`. */
export interface DemoConfig {
  api: string
  rpc: string
  control: string
  project: string
  /** URL of the WalletConnect relay (WebSocket). */
  relay: string
  /** URL of the phone wallet's page. */
  phone: string
  signIn: string
  /** URL of the sign-in site for email and social accounts. */
  login: string
  /** URL of the checkout page. */
  checkout: string
  /** Address of the ENS resolver contract on the first chain. */
  universalResolver: string
  /** The demo's shop on the first chain: receiver of its payments, and contract of the token (HUSD, 6 decimals). */
  shop: { recipient: string; token: string }
  /** Accounts (CAIP-10) that the portfolio shows. */
  portfolio: readonly `${string}:${string}:${string}`[]
  /** URLs of the Solana node; absent without a Solana chain. */
  solana?: { rpc: string; events: string }
}

const demo = fileURLToPath(new URL('../../.cache/demo', import.meta.url))
const dist = fileURLToPath(new URL('../../dist', import.meta.url))

export const policies = {
  /** Allows no inline scripts or styles, and requires Trusted Types. */
  strict:
    "script-src 'self'; style-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'",
  'no-worker': "script-src 'self'; worker-src 'none'",
} as const

export function createPageServer(config: DemoConfig, explorer: Handler): Handler {
  const lists = createListsServer()
  return async (request, response, url) => {
    if (/^\/(lists|v1)\//.test(url.pathname)) return lists(request, response, url)
    if (url.pathname.startsWith('/explorer/')) return explorer(request, response, url)
    const [, policy, rest] = url.pathname.match(/^\/csp\/([a-z-]+)\/(.*)$/) ?? [
      undefined,
      undefined,
      undefined,
    ]
    if (policy) {
      if (!Object.hasOwn(policies, policy))
        return sendJson(response, 404, { error: `Unknown policy "${policy}"` })
      response.setHeader('content-security-policy', policies[policy as keyof typeof policies])
    }
    const isElsewhere = url.pathname.startsWith('/elsewhere/')
    const asked = rest ?? url.pathname.slice(isElsewhere ? '/elsewhere/'.length : 1)
    const path = /(^|\/)$/.test(asked) ? `${asked}index.html` : asked
    if (path === 'config.json') return sendJson(response, 200, config)
    const [folder, name] = path.startsWith('billfold/') ? [dist, path.slice('billfold'.length)] : [demo, path]
    const isMoved = isElsewhere && path === 'index.html'
    await sendFile(response, folder, name, isMoved ? (body) => moveScripts(body, request) : undefined)
  }
}

/** Points the page's scripts to the same server under its other host name. */
function moveScripts(html: Buffer, { headers }: IncomingMessage): string {
  return html
    .toString()
    .replaceAll('"./assets/', `"http://${headers.host?.replace('127.0.0.1', 'localhost')}/assets/`)
}
