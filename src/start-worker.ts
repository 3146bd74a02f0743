/**
 * Starts the worker on somebody else's page. A blocked worker throws nothing, so each way must prove itself by the
 * handshake, in time; the next way is tried otherwise.
 *
 *   caller's worker ─▶ module file beside this one ─▶ blob ─▶ this thread
 */
import { proxy, type Remote, wrap } from 'comlink'
import type { Options } from './options.ts'
import { BillfoldError, hasCode } from './core/errors.ts'
import {
  type Hello,
  type Host,
  type LazyDomain,
  PROTOCOL_VERSION,
  type Snapshot,
  type TopicData,
  type TopicName,
  type WorkerApi,
  type WorkerConfig,
  type WorkerMode,
} from './core/protocol.ts'
import { installErrorTransfer } from './core/transport.ts'

export interface StartedWorker {
  mode: WorkerMode
  api: Remote<WorkerApi>
  /** Ends it at once; what it was doing is lost. */
  terminate(): void
}

export interface StartOptions {
  config: WorkerConfig
  worker: Options['worker']
  /** Ways that failed too often on this page and are passed over. */
  skip: ReadonlySet<WorkerMode>
  onSnapshot(id: number, snapshot: Snapshot<TopicData<TopicName>>): void
}

/** Longest wait for a worker's first word, its download included. Milliseconds. */
const HANDSHAKE_LIMIT = 5_000

/** @throws worker_unavailable when not even this thread could run it. */
export async function startWorker(options: StartOptions): Promise<StartedWorker> {
  installErrorTransfer()
  const reasons: string[] = []
  for (const [mode, start] of Object.entries(ways) as [WorkerMode, Way][]) {
    if (options.skip.has(mode) || (mode === 'caller' && options.worker === undefined)) continue
    try {
      return await shakeHands(mode, await start(options.worker), options)
    } catch (error) {
      reasons.push(`${mode}: ${error instanceof Error ? error.message : String(error)}`)
      if (hasCode(error, 'protocol_mismatch')) console.error(`Billfold: ${reasons.at(-1)}`)
    }
  }
  throw new BillfoldError('worker_unavailable', `Billfold could not start its worker. ${reasons.join(' ')}`, {
    context: { reasons: reasons.join('\n') },
  })
}

/** What can be talked to, and a word when it turned out to be blocked. */
interface Endpoint {
  port: Worker | MessagePort
  failed: Promise<never>
  terminate(): void
}
type Way = (worker: Options['worker']) => Promise<Endpoint>

const ways: Record<WorkerMode, Way> = {
  caller: async (worker) =>
    toEndpoint(
      typeof worker === 'function' ? worker() : new Worker(trusted(String(worker)), { type: 'module' }),
    ),
  module: async () => toEndpoint(startModuleWorker()),
  blob: async () => {
    const { default: source } = await import('#worker-source')
    const url = toModuleUrl(source)
    return toEndpoint(new Worker(trusted(url), { type: 'module' }))
  },
  'in-thread': async () => {
    const { startWorker: run } = await import('#worker')
    const { port1, port2 } = new MessageChannel()
    const stop = run(port2)
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
}

async function shakeHands(
  mode: WorkerMode,
  endpoint: Endpoint,
  options: StartOptions,
): Promise<StartedWorker> {
  const api = wrap<WorkerApi>(endpoint.port)
  const hello: Hello = { version: PROTOCOL_VERSION, mode, config: options.config }
  const host: Host = { snapshot: options.onSnapshot, domainUrl }
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${HANDSHAKE_LIMIT} ms.`)), HANDSHAKE_LIMIT)
  })
  try {
    await Promise.race([api.hello(hello, proxy(host)), endpoint.failed, late])
    return { mode, api, terminate: endpoint.terminate }
  } catch (error) {
    endpoint.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function toEndpoint(worker: Worker): Endpoint {
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new Error(event.message || 'blocked or not found.'))
    })
  })
  // Only the handshake listens; a later error must not be reported as unhandled.
  failed.catch(() => {})
  return { port: worker, failed, terminate: () => worker.terminate() }
}

/** The build puts the literal here that bundlers look for: `new Worker(new URL('./worker.js', import.meta.url), …)`. */
declare const __NEW_MODULE_WORKER__: () => Worker

/**
 * Under `require-trusted-types-for 'script'` the literal throws, and only a policy may name the URL. Which URL a
 * bundler made of the literal is known to the literal alone, so it is run once more with a stand-in for `Worker`.
 */
function startModuleWorker(): Worker {
  if (!getPolicy()) return __NEW_MODULE_WORKER__()
  const RealWorker = globalThis.Worker
  let captured: unknown
  try {
    globalThis.Worker = function capture(url: unknown): void {
      captured = url
    } as unknown as typeof Worker
    __NEW_MODULE_WORKER__()
  } finally {
    globalThis.Worker = RealWorker
  }
  return new RealWorker(trusted(String(captured)), { type: 'module' })
}

interface TrustedTypePolicy {
  createScriptURL(url: string): unknown
}
let policy: TrustedTypePolicy | null | undefined

/** The policy `billfold`; null where the browser knows no Trusted Types or the page forbids the policy. */
function getPolicy(): TrustedTypePolicy | null {
  if (policy === undefined) {
    const factory = (
      globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedTypePolicy } }
    ).trustedTypes
    try {
      policy = factory?.createPolicy('billfold', { createScriptURL: (url: string) => url }) ?? null
    } catch {
      policy = null
    }
  }
  return policy
}

function trusted(url: string): string {
  return (getPolicy()?.createScriptURL(url) ?? url) as string
}

const domainSources: Record<LazyDomain, () => Promise<{ default: string }>> = {
  nfts: () => import('#domain-source/nfts'),
  ens: () => import('#domain-source/ens'),
}
const domainUrls = new Map<LazyDomain, Promise<string>>()

/** A blob cannot import its neighbours: the page fetches a domain's text and hands it over. */
function domainUrl(domain: LazyDomain): Promise<string> {
  let url = domainUrls.get(domain)
  if (!url) {
    url = domainSources[domain]().then(({ default: source }) => toModuleUrl(source))
    url.catch(() => domainUrls.delete(domain))
    domainUrls.set(domain, url)
  }
  return url
}

function toModuleUrl(source: string): string {
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
}
