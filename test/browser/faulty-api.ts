/** A proxy to the sandbox's API for a single visit, so that breaking its responses doesn't affect other visits. */
import { type FaultKind, sendFault } from '../../sandbox/services/faults.ts'
import { allowAnyOrigin, sendJson, startLocalServer } from '../../sandbox/services/local-server.ts'
import type { ApiCall } from '../../sandbox/services/provider-api.ts'

/** `older`: pages of the history after the first. */
export type FaultyCall = ApiCall | 'older'

export interface FaultyApi {
  url: string
  break(...calls: FaultyCall[]): void
  mend(): void
  /** How often a call was made. */
  count(call: FaultyCall): number
  close(): Promise<void>
}

export async function startFaultyApi(api: string, kind: FaultKind): Promise<FaultyApi> {
  const requests: FaultyCall[] = []
  let broken: readonly FaultyCall[] = []
  const server = await startLocalServer(async (request, response, url) => {
    if (allowAnyOrigin(request, response)) return
    const call = toCall(url)
    const upstream = await fetch(`${api}${url.pathname}${url.search}`)
    if (!call) {
      const type = upstream.headers.get('content-type') ?? ''
      response.writeHead(upstream.status, { 'content-type': type })
      return void response.end(Buffer.from(await upstream.arrayBuffer()))
    }
    requests.push(call)
    const body: unknown = await upstream.json()
    if (broken.includes(call)) sendFault(kind, response, body)
    else sendJson(response, upstream.status, body)
  })
  return {
    url: server.url,
    break: (...calls) => (broken = calls),
    mend: () => (broken = []),
    count: (call) => requests.filter((each) => each === call).length,
    close: server.close,
  }
}

/** The call that a URL makes; undefined for pictures and other untested calls. */
function toCall({ pathname: path, searchParams }: URL): FaultyCall | undefined {
  if (path === '/v1/supported-chains') return 'supported-chains'
  if (path.startsWith('/v1/identity/')) return 'identity'
  if (path.endsWith('/history')) return searchParams.has('cursor') ? 'older' : 'history'
  return path.endsWith('/balance') ? 'balance' : undefined
}
