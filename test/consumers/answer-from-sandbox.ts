/** Runs an app that is configured for Ethereum and public servers, without network access. */
import type { BrowserContext } from 'playwright-core'
import type { Sandbox } from '../../sandbox/start.ts'

const OWN_HOSTS = ['127.0.0.1', 'localhost']

/** Answers every request to another host. Answers about Ethereum come from the sandbox's first chain. */
export function answerFromSandbox(
  context: BrowserContext,
  { urls, chain }: Pick<Sandbox, 'urls' | 'chain'>,
): Promise<unknown> {
  const servers: Record<string, string> = {
    'rpc.walletconnect.org': urls.api,
    'api.web3modal.org': urls.project,
    'pulse.walletconnect.org': urls.project,
  }
  return context.route(
    ({ hostname }) => !OWN_HOSTS.includes(hostname),
    async (route) => {
      const request = route.request()
      const { hostname, pathname, search } = new URL(request.url())
      const path = decodeURIComponent(pathname + search).replace(/eip155:1\b/g, chain)
      const answer = await fetch(new URL(path, servers[hostname] ?? urls.rpc), {
        method: request.method(),
        body: request.postData(),
      })
      const type = answer.headers.get('content-type') ?? ''
      const body = Buffer.from(await answer.arrayBuffer())
      await route.fulfill({
        status: answer.status,
        headers: { 'content-type': type, 'access-control-allow-origin': '*' },
        body: type.includes('json') ? body.toString().replaceAll(chain, 'eip155:1') : body,
      })
    },
  )
}
