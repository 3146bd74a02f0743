/**
 * Starts the worker on one end of a channel: its own global scope, or a port if it runs on the page's thread. The
 * worker then serves the contract in `src/core/contract/protocol.ts`.
 */
import { extendContext } from '../base/extend-context.ts'
import { type Endpoint, expose, type Remote } from 'comlink'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import {
  type CommandName,
  type CommandRule,
  commandRules,
  type Hello,
  type Host,
  PROTOCOL_VERSION,
  type WorkerApi,
  type WorkerConfig,
} from '../../src/core/contract/protocol.ts'
import { failedSnapshot } from '../../src/core/contract/snapshot.ts'
import { installErrorTransfer } from '../../src/core/contract/transport.ts'
import { type Calls, createCalls } from './calls.ts'
import { assertTopic, createCommands } from './commands.ts'
import type { CommandTable, Domain, Store, TopicTable } from '../base/context.ts'
import { domains } from './domains.ts'
import { type Environment, getEnvironment } from '../base/environment.ts'
import { createHttp } from '../http/http.ts'
import { createJobs, type JobsControl } from '../base/jobs.ts'
import { createDomainLoader } from './load-domain.ts'
import { assertMessageSize } from '../base/message-size.ts'
import { createDurableStore } from '../store/durable.ts'
import { openStore } from '../store/open-store.ts'
import { systemClock } from '../base/system-clock.ts'
import { createTabs } from '../tabs/tabs.ts'
import { createTopics, type Topics } from '../topics/watches.ts'
import type { AnySnapshot } from '../topics/watches.ts'

interface Running {
  topics: Topics
  calls: Calls
  jobs: JobsControl
  store: Store
  table: TopicTable
  stop(): void
}

interface Session {
  config: WorkerConfig
  host: Remote<Host>
}

/** The worker's domains, and the time limit of each command. */
interface Abilities {
  domains: readonly Domain[]
  rules: Readonly<Record<CommandName, CommandRule>>
}

/** Returns a stop function, for use on the page's thread. */
export function startWorker(
  endpoint: Endpoint,
  environment: Partial<Environment> = {},
  abilities: Abilities = { domains, rules: commandRules },
): () => void {
  installErrorTransfer()
  const outside: Environment = { ...getEnvironment(), ...environment }
  let session: Session | undefined
  let running: Running | undefined

  function getSession(): Session {
    if (session) return session
    throw new BillfoldError('unexpected', 'The worker was called before hello. Say hello first.')
  }

  function getRunning(): Running {
    getSession()
    return (running ??= run(outside, abilities, getSession))
  }

  /**
   * Sends a snapshot. If the snapshot is too large for a message, sends an error instead: the page then keeps its last
   * snapshot.
   */
  function send(id: number, snapshot: AnySnapshot): void {
    let message = snapshot
    try {
      assertMessageSize(snapshot, `The snapshot of watch ${id}`)
    } catch (error) {
      message = failedSnapshot(error)
    }
    notifyPage((host) => host.snapshot(id, message))
  }

  /** Calls the page, and ignores failures, since the page may be closed. */
  function notifyPage(send: (host: Remote<Host>) => Promise<void>): void {
    send(getSession().host).catch(() => {})
  }

  const api: WorkerApi = {
    async hello(hello: Hello, host: Host) {
      if (hello?.version !== PROTOCOL_VERSION) {
        throw new BillfoldError(
          'protocol_mismatch',
          `The page uses version ${String(hello?.version)} of Billfold's protocol and its worker uses ${PROTOCOL_VERSION}. Serve both from the same release of the package.`,
          { context: { page: hello?.version, worker: PROTOCOL_VERSION } },
        )
      }
      session = { config: hello.config, host: host as unknown as Remote<Host> }
      getRunning()
      return { version: PROTOCOL_VERSION }
    },
    async watch(id, topic, params) {
      const { topics, table } = getRunning()
      assertTopic(table, topic)
      topics.watch(id, topic, params, {
        snapshot: (snapshot) => send(id, snapshot),
        event: (seq, event) => notifyPage((host) => host.event(id, seq, event as never)),
      })
    },
    async unwatch(id) {
      getRunning().topics.unwatch(id)
    },
    call: async (id, command, input) => (await getRunning().calls.run(id, command, input)) as never,
    async cancel(id) {
      getRunning().calls.cancel(id)
    },
    async ping() {
      return { storage: running?.store.kind ?? 'opening', jobs: running?.jobs.getCount() ?? 0 }
    },
  }

  expose(api, endpoint)
  return () => running?.stop()
}

/**
 * Creates the parts of the worker that serve the page. `getSession` throws before the page's first hello; a later hello
 * replaces the session.
 */
function run(outside: Environment, { domains, rules }: Abilities, getSession: () => Session): Running {
  const table = Object.assign({}, ...domains.map(({ topics }) => topics)) as TopicTable
  // Storage and other tabs need the real clock, even if a test speeds up the worker's clock.
  const real = { ...outside, clock: systemClock }
  const base = {
    get config() {
      return getSession().config
    },
    clock: outside.clock,
  }
  const store = openStore(real)
  const durable = createDurableStore(real)
  const tabs = createTabs({ ...real, isShared: () => store.kind === 'indexeddb' })
  const http = createHttp(extendContext(base, { fetch: outside.fetch }))
  const jobs = createJobs()
  const load = createDomainLoader({
    clock: systemClock,
    getUrl: async (domain, attempt) =>
      (await getSession().host.ask(undefined, 'domainUrl', { domain, attempt })) as string | undefined,
    importDomain: outside.importDomain,
  })
  const askWalletAssets = (account: CaipAddress) =>
    getSession().host.ask(undefined, 'walletAssets', { account }) as Promise<unknown>
  const topics = createTopics({
    context: extendContext(base, { store, durable, tabs, jobs, http, load, askWalletAssets }),
    table,
  })
  const brought = domains.map((domain) => domain.commands)
  const commands = Object.assign({}, createCommands(topics, table), ...brought) as CommandTable
  const calls = createCalls({
    context: topics.context,
    clock: systemClock,
    commands,
    rules,
    ask: (callId, question, input) => getSession().host.ask(callId, question, input) as Promise<never>,
  })
  const stop = () => {
    calls.stop()
    jobs.stopAll()
    topics.stop()
    tabs.close()
  }
  return { topics, calls, jobs, store, table, stop }
}
