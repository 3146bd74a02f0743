/** What a command of payments is given: real networks behind the real way there, on an empty store. */
import type { Network } from '../../../../src/core/chains/networks.ts'
import type { LazyDomain, WorkerConfig } from '../../../../src/core/contract/protocol.ts'
import type { CommandContext, DurableRecord } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import { createMemoryStore } from '../../../../worker/store/memory-store.ts'
import { systemClock } from '../../../../worker/base/system-clock.ts'
import { config } from '../../create-tab.ts'
import { loadOnlyEvm } from '../../load-evm.ts'

export interface PaymentContext {
  context: CommandContext
  /** What was sent before, as it is kept. */
  sent: DurableRecord[]
}

/** `urls`: of the hosts, where a test has them. Nobody has a history, unless a test says so. */
export function createPaymentContext(
  networks: readonly Network[],
  { urls = config.urls, ...change }: Partial<CommandContext & Pick<WorkerConfig, 'urls'>> = {},
) {
  const sent: DurableRecord[] = []
  const own = { ...config, urls, networks }
  const durable = { list: async (prefix: string) => sent.filter(({ key }) => key.startsWith(prefix)) }
  const context = {
    config: own,
    clock: systemClock,
    http: createHttp({ config: own, clock: systemClock, fetch }),
    store: createMemoryStore(),
    durable,
    isSupported: async () => false,
    load: async (domain: LazyDomain) => {
      if (domain === 'solana')
        return (await import('../../../../worker/main/files/billfold-solana.ts')).domain
      return loadOnlyEvm(domain)
    },
    signal: new AbortController().signal,
    ...change,
  } as unknown as CommandContext
  return { context, sent } satisfies PaymentContext
}
