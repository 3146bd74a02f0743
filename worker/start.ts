/**
 * Starts the worker on one end of a channel: its own global scope, or a port when it runs on the page's thread.
 * From here on everything is the contract of `src/core/protocol.ts`.
 */
import { type Endpoint, expose, type Remote, transfer } from 'comlink'
import { BillfoldError, toErrorRecord } from '../src/core/errors.ts'
import {
  type CommandInput,
  type CommandName,
  type Hello,
  type Host,
  type ListName,
  PROTOCOL_VERSION,
  type TopicName,
  type WorkerApi,
  type WorkerConfig,
} from '../src/core/protocol.ts'
import { installErrorTransfer } from '../src/core/transport.ts'
import { createActivitySource } from './activity/source.ts'
import { createNetworksSource } from './directory/networks.ts'
import { type Environment, getEnvironment } from './environment.ts'
import { createHttp } from './http.ts'
import { createDomainLoader } from './load-domain.ts'
import { assertMessageSize, packPage } from './message-size.ts'
import { createIdentitySource } from './names/identity.ts'
import type * as Nfts from './nfts/source.ts'
import { createPortfolioSource } from './portfolio/source.ts'
import { openStore } from './store/open-store.ts'
import { systemClock } from './system-clock.ts'
import { createTabs } from './tabs.ts'
import { type AnySnapshot, createTopics, type Sources, type Topics } from './topics.ts'

interface Running {
  topics: Topics
  storage: 'indexeddb' | 'memory'
  stop(): void
}

interface Session {
  config: WorkerConfig
  host: Remote<Host>
}

/** Returns its own stop, for where no end of a thread stops it. */
export function startWorker(endpoint: Endpoint, environment: Partial<Environment> = {}): () => void {
  installErrorTransfer()
  const outside: Environment = { ...getEnvironment(), ...environment }
  let session: Session | undefined
  let running: Promise<Running> | undefined

  function getSession(): Session {
    if (session) return session
    throw new BillfoldError('unexpected', 'The worker was asked before hello. Say hello first.')
  }

  async function run(): Promise<Running> {
    // Storage and other tabs take real time, also where a test lets the worker's clock run fast.
    const real = { ...outside, clock: systemClock }
    const store = await openStore(real)
    const base = {
      get config() {
        return getSession().config
      },
      clock: outside.clock,
    }
    const tabs = createTabs({ ...real, isShared: () => store.kind === 'indexeddb' })
    const http = createHttp(
      Object.assign(Object.create(base), { clock: outside.clock, fetch: outside.fetch }),
    )
    const load = createDomainLoader(() => getSession().host)
    const context = Object.assign(Object.create(base), { store, tabs, http, load })
    const topics = createTopics({ context, sources })
    const stop = () => {
      topics.stop()
      tabs.close()
    }
    return { topics, storage: store.kind, stop }
  }

  async function getTopics(): Promise<Topics> {
    getSession()
    return (await (running ??= run())).topics
  }

  /** A head that is too large is replaced by an error that says so; the page keeps what it has. */
  function send(id: number, snapshot: AnySnapshot): void {
    let message = snapshot
    try {
      assertMessageSize(snapshot, `The snapshot of watch ${id}`)
    } catch (error) {
      message = { data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) }
    }
    // The page may be gone already.
    getSession()
      .host.snapshot(id, message)
      .catch(() => {})
  }

  const commands: { [C in CommandName]: (topics: Topics, input: CommandInput<C>) => Promise<unknown> } = {
    async page(topics, input) {
      const { list, index } = input
      if (!lists.includes(list) || !isPageIndex(index)) {
        throw new BillfoldError('unexpected', `There is no page ${String(index)} of "${String(list)}".`)
      }
      const page = packPage(await topics.page(list, input, index), `Page ${index} of ${list}`)
      return transfer(page, [page.rows.buffer])
    },
    more: (topics, input) => topics.more(input),
    refresh(topics, { topic, params }) {
      assertTopic(topic)
      return topics.refresh(topic, params)
    },
    forget: (topics, input) => topics.forget(input),
    visible: async (topics, { visible }) => topics.setVisible(visible === true),
  }

  const api: WorkerApi = {
    async hello(hello: Hello, host: Host) {
      if (hello?.version !== PROTOCOL_VERSION) {
        throw new BillfoldError(
          'protocol_mismatch',
          `The page speaks version ${String(hello?.version)} of Billfold's protocol, its worker ${PROTOCOL_VERSION}. Serve both from the same release of the package.`,
          { context: { page: hello?.version, worker: PROTOCOL_VERSION } },
        )
      }
      session = { config: hello.config, host: host as unknown as Remote<Host> }
      const { storage } = await (running ??= run())
      return { version: PROTOCOL_VERSION, storage }
    },
    async watch(id, topic, params) {
      const topics = await getTopics()
      assertTopic(topic)
      topics.watch(id, topic, params, (snapshot) => send(id, snapshot))
    },
    async unwatch(id) {
      ;(await getTopics()).unwatch(id)
    },
    async call(command, input) {
      const topics = await getTopics()
      if (!Object.hasOwn(commands, command)) {
        throw new BillfoldError('unexpected', `The worker knows no command "${String(command)}".`)
      }
      const run = commands[command] as (topics: Topics, input: unknown) => Promise<never>
      return run(topics, input ?? {})
    },
    async ping() {},
  }

  expose(api, endpoint)
  return () => void running?.then(({ stop }) => stop()).catch(() => {})
}

const sources: Sources = {
  networks: async () => createNetworksSource,
  identity: async () => createIdentitySource,
  portfolio: async () => createPortfolioSource,
  activity: async () => createActivitySource,
  async nfts(context) {
    try {
      return (await context.load<typeof Nfts>('nfts')).createNftsSource
    } catch (error) {
      throw new BillfoldError('nfts_unavailable', 'The code for NFTs could not be loaded. Try again.', {
        cause: error,
      })
    }
  },
}

const lists: readonly unknown[] = ['portfolio', 'activity', 'nfts'] satisfies ListName[]

function isTopic(value: unknown): value is TopicName {
  return typeof value === 'string' && Object.hasOwn(sources, value)
}

function assertTopic(value: unknown): asserts value is TopicName {
  if (!isTopic(value)) throw new BillfoldError('unexpected', `The worker knows no topic "${String(value)}".`)
}

function isPageIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
