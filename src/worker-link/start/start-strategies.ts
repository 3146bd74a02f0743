/**
 * The start strategies for the worker, in the order in which they are tried. Each of them may be blocked on some web
 * pages.
 */
import { WORKER_NAME, type WorkerMode } from '../../core/contract/protocol.ts'
import type { Options } from '../../shell/options.ts'
import { fetchModuleUrl, getAssetUrl, isSameOrigin, readDataUrl, toModuleUrl } from './addresses.ts'
import type { WorkerFiles } from './files.ts'

/** A started worker. `failed` rejects if the worker is blocked. */
export interface Endpoint {
  port: Worker | MessagePort
  failed: Promise<never>
  terminate(): void
}

export interface StartStrategy {
  mode: WorkerMode
  /** @throws if this strategy is impossible on this web page */
  start(): Promise<Endpoint>
}

export function getStartStrategies(
  worker: Options['worker'],
  { worker: file, ...domains }: WorkerFiles,
): StartStrategy[] {
  const getAsset = async () => getAssetUrl(file)
  const getModule = async () => {
    const url = await fetchModuleUrl(file)
    return url === getAssetUrl(file) ? undefined : url
  }
  async function startCallers(given: NonNullable<Options['worker']>): Promise<Endpoint> {
    if (typeof given === 'function') return toEndpoint(given())
    const { href } = new URL(given, location.href)
    return isSameOrigin(href) ? startAt(href) : startBlob(href)
  }
  return [
    ...(worker === undefined ? [] : [{ mode: 'caller' as const, start: () => startCallers(worker) }]),
    { mode: 'asset', start: async () => startAt(await getAsset()) },
    { mode: 'module', start: async () => startAt(await getModule()) },
    { mode: 'blob', start: async () => startBlob(await getAsset()) },
    { mode: 'blob', start: async () => startBlob(await getModule()) },
    {
      mode: 'in-thread',
      async start() {
        const { startWorker: run } = await file.module()
        const { port1, port2 } = new MessageChannel()
        const stop = run(port2, { importDomain: (domain) => domains[domain].module() })
        return {
          port: port1,
          failed: new Promise<never>(() => {}),
          terminate: () => {
            stop()
            port1.close()
            port2.close()
          },
        }
      },
    },
  ]
}

/**
 * Starts a worker from a URL of the web page's own origin, which browsers require. A worker from a `data:` URL would
 * have no origin, and thus no storage.
 */
function startAt(url: string | undefined): Endpoint {
  if (url === undefined || !isSameOrigin(url)) throw new Error('its URL is not on this origin.')
  return toEndpoint(new Worker(trusted(url), { type: 'module', name: WORKER_NAME }))
}

/**
 * Starts a worker from a blob that only imports the file, or contains the code of a `data:` URL. The file keeps its own
 * URL, and the content security policy need not allow to fetch it.
 */
function startBlob(url: string | undefined): Endpoint {
  if (url === undefined || isSameOrigin(url)) throw new Error('only for a worker on another origin.')
  const code = url.startsWith('data:') ? readDataUrl(url) : `import ${JSON.stringify(url)}`
  return startAt(toModuleUrl(code))
}

function toEndpoint(worker: Worker): Endpoint {
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new Error(event.message || 'blocked or not found.'))
    })
  })
  // Avoid an unhandled rejection after the handshake, when nobody waits for `failed` any more.
  failed.catch(() => {})
  return { port: worker, failed, terminate: () => worker.terminate() }
}

interface TrustedTypePolicy {
  createScriptURL(url: string): unknown
}

/**
 * The policy is stored for the web page, not for this copy of the code: a content security policy may allow only one
 * policy of each name.
 */
const POLICY = Symbol.for('billfold/trusted-types')

/**
 * The Trusted Types policy `billfold`. Null if the browser does not support Trusted Types or the web page forbids the
 * policy.
 */
function getPolicy(): TrustedTypePolicy | null {
  const page = globalThis as {
    [POLICY]?: TrustedTypePolicy | null
    trustedTypes?: { createPolicy(name: string, rules: object): TrustedTypePolicy }
  }
  if (page[POLICY] !== undefined) return page[POLICY]
  try {
    const rules = { createScriptURL: (url: string) => url }
    return (page[POLICY] = page.trustedTypes?.createPolicy('billfold', rules) ?? null)
  } catch {
    return (page[POLICY] = null)
  }
}

function trusted(url: string): string {
  return (getPolicy()?.createScriptURL(url) ?? url) as string
}
