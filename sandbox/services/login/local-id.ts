/**
 * "Local ID", the sandbox's provider of social accounts: an OpenID Connect provider with a page of its own, on which
 * people sign in under any name.
 * @see https://openid.net/specs/openid-connect-core-1_0.html
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, Provider } from 'oidc-provider'
import { readBody } from '../local-server.ts'

export interface LocalId {
  readonly issuer: string
  readonly clientId: string
  close(): Promise<void>
}

const CLIENT = 'sign-in-site'

/** @param redirectUri callback URL of the sign-in site */
export async function startLocalId(redirectUri: string): Promise<LocalId> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = await createProvider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
      },
    ],
    cookies: { keys: ['sandbox'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    // Grant consent at once, without a second question after the sign-in.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      const grant = new oidc.provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    ttl: { Interaction: 3_600, Grant: 3_600, Session: 3_600, IdToken: 3_600, AccessToken: 3_600 },
  })
  const callback = provider.callback()
  handle = (request, response) => {
    const isInteraction = request.url?.startsWith('/interaction/')
    if (!isInteraction) return void callback(request, response)
    interact(provider, request, response).catch((error: unknown) =>
      response.writeHead(400).end(String(error)),
    )
  }
  return {
    issuer,
    clientId: CLIENT,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Creates the provider without the library's warnings about its unsaved store and keys and about Node's version, which
 * a sandbox can ignore.
 */
async function createProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider WARNING')) warn(...words)
  }
  try {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, configuration)
  } finally {
    console.warn = warn
  }
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    await provider.interactionDetails(request, response)
    return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }
  const form = new URLSearchParams(await readBody(request))
  const name = form.get('name')?.trim()
  const result =
    form.get('answer') === 'no' || !name
      ? { error: 'access_denied', error_description: 'You declined at Local ID.' }
      : { login: { accountId: name } }
  await provider.interactionFinished(request, response, result)
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Local ID</title>
<style>body{font:16px/24px system-ui,sans-serif;max-width:320px;margin:15vh auto;padding:0 20px}
input,button{font:inherit;width:100%;box-sizing:border-box;padding:10px;margin:6px 0}</style>
<h1>Local ID</h1><p>Sign in to continue to the sign-in site.</p>
<form method="post"><label>Name <input name="name" autocomplete="username" autofocus></label>
<button name="answer" value="yes">Sign in</button><button name="answer" value="no">Cancel</button></form></html>`
