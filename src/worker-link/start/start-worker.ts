/**
 * Starts the worker on somebody else's page. A blocked worker throws nothing, so each way must prove itself by the
 * handshake:
 *
 *   caller's worker ─▶ asset ─▶ module ─▶ blob ─▶ this thread
 *
 * The next way is tried when one failed, or after a while without a word; the first that answers is taken, and the
 * others end.
 */
import { proxy, type Remote, wrap } from 'comlink'
import type { Options } from '../../shell/options.ts'
import { pageClock } from '../../base/page-clock.ts'
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import {
  type AskInput,
  type AskOutput,
  type Hello,
  type Host,
  PROTOCOL_VERSION,
  type WorkerApi,
  type WorkerConfig,
  type WorkerMode,
} from '../../core/contract/protocol.ts'
import { sleep, unlessAborted, withTimeout } from '../../core/base/wait.ts'
import { installErrorTransfer } from '../../core/contract/transport.ts'
import { fetchModuleUrl, getAssetUrl, readDataUrl, toModuleUrl } from './addresses.ts'
import { type WorkerFiles, workerFiles } from './files.ts'
import { type Endpoint, getStartStrategies, type StartStrategy } from './start-strategies.ts'

export interface StartedWorker {
  mode: WorkerMode
  api: Remote<WorkerApi>
  /** Ends it at once; what it was doing is lost. */
  terminate(): void
}

export interface StartOptions {
  config: WorkerConfig
  worker: Options['worker']
  /** Ways that are passed over on this page. */
  skip: ReadonlySet<WorkerMode>
  /** What the worker may say to the page. */
  host: Host
  /** The worker can import none of its domains' files, though the page can: only this thread has all of Billfold. */
  onDomainMissing(): void
  /** Fires when the worker is no longer wanted: every way ends, and no other one is tried. */
  signal: AbortSignal
}

/** A way without a word for this long gets company. Milliseconds. */
const PATIENCE = 2_500
/** This thread is the last resort: it must not overtake a worker whose download is slow. */
const LAST_RESORT = 5_000
/** What has not answered by then will not. */
const HANDSHAKE_LIMIT = 15_000

/** @throws worker_unavailable when not even this thread could run it. */
export async function startWorker(
  options: StartOptions,
  files: WorkerFiles = workerFiles,
): Promise<StartedWorker> {
  installErrorTransfer()
  const over = new AbortController()
  const attempts: Promise<StartedWorker>[] = []
  const reasons: string[] = []
  const end = () => over.abort()
  options.signal.addEventListener('abort', end)

  async function attempt({ mode, start }: StartStrategy): Promise<StartedWorker> {
    try {
      const endpoint = await start()
      const { terminate } = endpoint
      over.signal.addEventListener('abort', terminate)
      const api = await shakeHands(mode, endpoint, options, files, over.signal)
      if (over.signal.aborted) throw new Error('another one was faster.')
      over.signal.removeEventListener('abort', terminate)
      over.abort()
      return { mode, api, terminate }
    } catch (error) {
      reasons.push(`${mode}: ${error instanceof Error ? error.message : String(error)}`)
      if (hasCode(error, 'protocol_mismatch')) console.error(`Billfold: ${reasons.at(-1)}`)
      throw error
    }
  }

  const lastResort = sleep(pageClock, LAST_RESORT, over.signal)
  lastResort.catch(() => {})
  try {
    for (const strategy of getStartStrategies(options.worker, files)) {
      if (options.skip.has(strategy.mode)) continue
      const latest = attempts.at(-1)
      if (latest) {
        const deadline = strategy.mode === 'in-thread' ? lastResort : withTimeout(pageClock, PATIENCE, latest)
        const started = await Promise.race([Promise.any(attempts), deadline]).catch(() => {})
        if (started) return started
      }
      if (over.signal.aborted) break
      attempts.push(attempt(strategy))
    }
    return await Promise.any(attempts)
  } catch {
    throw new BillfoldError(
      'worker_unavailable',
      `Billfold could not start its worker. ${reasons.join(' ')}`,
      { context: { reasons: reasons.join('\n') } },
    )
  } finally {
    options.signal.removeEventListener('abort', end)
    over.abort()
  }
}

async function shakeHands(
  mode: WorkerMode,
  endpoint: Endpoint,
  options: StartOptions,
  files: WorkerFiles,
  over: AbortSignal,
): Promise<Remote<WorkerApi>> {
  const api = wrap<WorkerApi>(endpoint.port)
  const hello: Hello = { version: PROTOCOL_VERSION, mode, config: options.config }
  const host: Host = {
    ...options.host,
    // Only the page knows where the files are.
    async ask(callId, question, input) {
      if (question !== 'domainUrl') return options.host.ask(callId, question, input)
      return (await getDomainUrl(input as AskInput<'domainUrl'>, options, files)) as AskOutput<
        typeof question
      >
    },
  }
  const late = () => new Error(`no answer within ${HANDSHAKE_LIMIT} ms.`)
  const answer = Promise.race([api.hello(hello, proxy(host)), endpoint.failed])
  try {
    await withTimeout(pageClock, HANDSHAKE_LIMIT, unlessAborted(answer, over), late)
    return api
  } catch (error) {
    endpoint.terminate()
    throw error
  }
}

/** Beside the caller's own worker, then as for the worker itself. A module is imported across origins, too. */
async function getDomainUrl(
  { domain, attempt }: AskInput<'domainUrl'>,
  { worker, onDomainMissing }: StartOptions,
  files: WorkerFiles,
): Promise<string | undefined> {
  const file = files[domain]
  const asset = getAssetUrl(file)
  const known = [
    ...(typeof worker === 'string' || worker instanceof URL
      ? [new URL(`./billfold-${domain}.js`, new URL(worker, location.href)).href]
      : []),
    ...(asset === undefined ? [] : [asset.startsWith('data:') ? toModuleUrl(readDataUrl(asset)) : asset]),
  ]
  if (attempt < known.length) return known[attempt]
  try {
    const url = await fetchModuleUrl(file)
    if (attempt === known.length && url !== undefined) return url
  } catch {
    // The page cannot have it either: the network is to blame, and the next use tries again.
    return undefined
  }
  onDomainMissing()
  return undefined
}
