/**
 * Serves the built demo page, and the block explorer under `/explorer/`. The page's files stand under
 * `/csp/<policy>/` too, with a Content-Security-Policy on every one of them, the worker's included, so that tests can
 * open the page as it would be on a strict site; under `/elsewhere/` its scripts come from another origin. The package
 * lies beside the page, under `billfold/`, for pages that host the worker themselves.
 */
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createListsServer } from './lists-server.ts'
import { type Handler, sendJson } from './local-server.ts'
import { sendFile } from './send-file.ts'

/** What the page has to know of the sandbox; `GET config.json`. */
export interface DemoConfig {
  api: string
  rpc: string
  control: string
  project: string
  /** Of WalletConnect; speaks WebSocket. */
  relay: string
  /** The wallet on the sandbox's phone: a page that is opened beside this one. */
  phone: string
  signIn: string
  /** The sign-in site of email and social accounts. */
  login: string
  /** Where people pay for what they buy. */
  checkout: string
  /** On the first chain: the contract that names are asked of. */
  universalResolver: string
  /** Receiver of payments in the demo's shop on the first chain, and the token's contract (HUSD, 6 decimals). */
  shop: { recipient: string; token: string }
  /** Accounts (CAIP-10) that the portfolio shows. */
  portfolio: readonly `${string}:${string}:${string}`[]
  /** Absent where there is no Solana chain. */
  solana?: { rpc: string; events: string }
}

const demo = fileURLToPath(new URL('../../.cache/demo', import.meta.url))
const dist = fileURLToPath(new URL('../../dist', import.meta.url))

export const policies = {
  /** Trusted Types, and nothing inline. */
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
      if (!Object.hasOwn(policies, policy)) return sendJson(response, 404, { error: `No policy "${policy}"` })
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

/** To the same server under its other name. */
function moveScripts(html: Buffer, { headers }: IncomingMessage): string {
  return html
    .toString()
    .replaceAll('"./assets/', `"http://${headers.host?.replace('127.0.0.1', 'localhost')}/assets/`)
}
