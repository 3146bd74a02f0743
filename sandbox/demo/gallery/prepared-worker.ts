/**
 * A worker with prepared snapshots and answers, behind the real worker's contract. The page passes it to Billfold in
 * the option `worker`. It runs on the main thread, so that states can change its answers.
 */
import { expose } from 'comlink'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { ListHead } from '../../../src/core/contract/list.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type Host,
  type ListName,
  type ListRow,
  type PageInput,
  PROTOCOL_VERSION,
  type Snapshot,
  type TopicData,
  type TopicName,
  type WorkerApi,
} from '../../../src/core/contract/protocol.ts'
import { installErrorTransfer } from '../../../src/core/contract/transport.ts'
import { activityAt, nftAt, pageOf, tokenAt } from './sample-data.ts'

export type Answers = {
  [C in CommandName]?: (input: CommandInput<C>) => CommandOutput<C> | Promise<CommandOutput<C>>
}

export interface PreparedWorker {
  /** Creates the rows of each list. */
  rows: { [N in ListName]: (index: number) => ListRow }
  /** The prepared answers, by command. A command without an answer stays pending. */
  answers: Answers
  /** Sets a topic for every account. Topics that aren't set stay "loading". */
  set<T extends TopicName>(topic: T, snapshot: Partial<Snapshot<TopicData<T>>>): void
  /** The value of the option `worker`. */
  start(): Worker
}

export function createPreparedWorker(): PreparedWorker {
  const snapshots = new Map<TopicName, Snapshot<never>>()
  const watches = new Map<number, { topic: TopicName; host: Host }>()
  const { port1, port2 } = new MessageChannel()
  let host: Host

  const send = (id: number, topic: TopicName) =>
    watches.get(id)?.host.snapshot(id, snapshots.get(topic) ?? loading)

  async function answer<C extends CommandName>(command: C, input: CommandInput<C>) {
    const prepared = worker.answers[command]
    if (prepared) return prepared(input)
    if (command === 'page') return readPage(input as PageInput) as CommandOutput<C>
    if (command === 'refresh' || command === 'visible') return undefined as CommandOutput<C>
    return new Promise<never>(() => {})
  }

  function readPage({ list, index }: PageInput) {
    const head = snapshots.get(list)?.data as ListHead | undefined
    return pageOf(index, head?.version ?? 0, head?.total ?? 0, worker.rows[list])
  }

  const api: WorkerApi = {
    async hello({ version }, page) {
      if (version !== PROTOCOL_VERSION)
        throw new BillfoldError(
          'protocol_mismatch',
          `The built package uses protocol version ${version}. Build it again.`,
        )
      host = page
      return { version }
    },
    async watch(id, topic) {
      watches.set(id, { topic, host })
      send(id, topic)
    },
    async unwatch(id) {
      watches.delete(id)
    },
    call: (_, command, input) => answer(command, input),
    async cancel() {},
    async ping() {
      return { storage: 'memory', jobs: 0 }
    },
  }
  installErrorTransfer()
  expose(api, port2)

  const worker: PreparedWorker = {
    rows: { portfolio: tokenAt, activity: activityAt, nfts: nftAt },
    answers: {},
    set(topic, snapshot) {
      const whole = { data: undefined, fetchedAt: Date.now(), status: 'fresh' as const, ...snapshot }
      snapshots.set(topic, whole as Snapshot<never>)
      for (const [id, watch] of watches) if (watch.topic === topic) send(id, topic)
    },
    start: () => Object.assign(port1, { terminate: () => port1.close() }) as unknown as Worker,
  }
  return worker
}

const loading: Snapshot<never> = { data: undefined, fetchedAt: undefined, status: 'loading' }
