/** Commands that work on any topic or list, rather than in one domain. */
import { transfer } from 'comlink'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { ListName, TopicName } from '../../src/core/contract/protocol.ts'
import { readAccountParams } from '../base/account-topic.ts'
import { type CommandTable, ownerOf, type TopicTable } from '../base/context.ts'
import { packPage } from '../base/message-size.ts'
import type { Topics } from '../topics/watches.ts'

type OwnCommands = Pick<
  CommandTable,
  'page' | 'more' | 'refresh' | 'keptBytes' | 'forget' | 'visible' | 'online'
>

export function createCommands(topics: Topics, table: TopicTable): OwnCommands {
  return {
    async page(input) {
      const { list, index } = input
      if (!lists.includes(list) || !isPageIndex(index)) {
        throw new BillfoldError('unexpected', `There is no page ${String(index)} of "${String(list)}".`)
      }
      const page = packPage(await topics.page(list, input, index), `Page ${index} of ${list}`)
      return transfer(page, [page.rows.buffer])
    },
    more: async (input, { signal }) => void (await topics.more(input, signal)),
    async refresh({ topic, params }, { signal }) {
      assertTopic(table, topic)
      await topics.refresh(topic, params, signal)
      return undefined
    },
    keptBytes: (input) => topics.context.store.getSize(ownerOf(readAccountParams(input).account)),
    forget: async (input) => void (await topics.forget(input)),
    visible: async ({ visible }) => void topics.setVisible(visible === true),
    online: async () => void topics.onOnline(),
  }
}

/** @throws unexpected */
export function assertTopic(table: TopicTable, value: unknown): asserts value is TopicName {
  if (typeof value === 'string' && Object.hasOwn(table, value)) return
  throw new BillfoldError('unexpected', `The worker has no topic "${String(value)}".`)
}

const lists: readonly unknown[] = ['portfolio', 'activity', 'nfts'] satisfies ListName[]

function isPageIndex(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
