/** The context of payment commands: real networks with real requests, on an empty store. */
import { type CaipAddress, parseCaipAddress } from '../../../../src/core/chains/caip.ts'
import type { Network } from '../../../../src/core/chains/networks.ts'
import type { LazyDomain, WorkerConfig } from '../../../../src/core/contract/protocol.ts'
import type { SentStatus } from '../../../../src/core/payments/sent.ts'
import { type CommandContext, type DurableRecord, ownerOf } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import { createMemoryStore } from '../../../../worker/store/memory-store.ts'
import { systemClock } from '../../../../worker/base/system-clock.ts'
import { config } from '../../create-tab.ts'
import { loadOnlyEvm } from '../../load-evm.ts'

/** The stored form of a payment that Billfold has sent. */
export function keptPayment(
  account: CaipAddress,
  to: string,
  change: { status?: SentStatus | undefined; kind?: string } = {},
): DurableRecord {
  const { caipNetworkId } = parseCaipAddress(account)
  const hash = `0x${'5e'.repeat(32)}`
  const out = { symbol: 'ETH', text: '1', units: '1000000000000000000' }
  const value = {
    account,
    caipNetworkId,
    hash,
    to,
    out,
    kind: 'send',
    sentAt: 5,
    status: 'confirmed',
    ...change,
  }
  return { key: `sent/${caipNetworkId}/${hash}`, owner: ownerOf(account), value }
}

export interface PaymentContext {
  context: CommandContext
  /** Payments in the store, as if they were sent before the test. */
  sent: DurableRecord[]
}

/** @param urls the hosts, for tests that need them. Accounts have no history unless the test sets one. */
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
    tabs: { onMessage() {}, announce() {} },
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
