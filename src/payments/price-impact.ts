/** The price impact of a swap: how much of the sold value it loses at current prices. */
import { signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import { getImpact, type PreparedSwap, type SwapDraft } from '../core/payments/swap.ts'
import type { TopicSignals } from '../worker-link/topics.ts'

/** How long prices are used. Milliseconds. */
export const IMPACT_LIFE = 30_000

interface Prices {
  key: string
  /** Price of one token in US dollars, by CAIP-10 id in lower case. */
  prices: ReadonlyMap<string, number>
  readAt: number
}

export function createPriceImpact(call: TopicSignals['call']) {
  const known = signal<Prices | undefined>(undefined)
  const toKey = ({ from, to }: SwapDraft) => `${from.token} ${to.token}`.toLowerCase()
  const getPrices = (draft: SwapDraft) => (known.value?.key === toKey(draft) ? known.value.prices : undefined)

  /**
   * Requests the prices. If the request fails, the earlier prices of the same pair stay; without earlier prices, the
   * prices are unknown. Never rejects.
   */
  async function read(draft: SwapDraft): Promise<void> {
    const key = toKey(draft)
    const tokens: CaipAddress[] = [draft.from.token, draft.to.token]
    const found = await call('prices', { tokens }).catch(() => undefined)
    const prices = found && new Map(found.map(({ token, price }) => [token.toLowerCase(), price]))
    const before = known.peek()
    known.value = {
      key,
      prices: prices ?? (before?.key === key ? before.prices : new Map()),
      readAt: Date.now(),
    }
  }

  return {
    read,
    /** Requests the prices unless they are younger than `IMPACT_LIFE`. */
    async renew(draft: SwapDraft): Promise<void> {
      const last = known.peek()
      const isFresh = last?.key === toKey(draft) && Math.abs(Date.now() - last.readAt) < IMPACT_LIFE
      if (!isFresh) await read(draft)
    },
    isKnown: ({ draft }: PreparedSwap) => getPrices(draft) !== undefined,
    /** The share of the sold value that the swap loses. Undefined if a price is unknown. */
    get({ draft, expected }: PreparedSwap): number | undefined {
      const prices = getPrices(draft)
      const get = ({ token }: SwapDraft['from']) => prices?.get(token.toLowerCase())
      return getImpact(draft, expected, { from: get(draft.from), to: get(draft.to) })
    },
  }
}
