/** How much of its worth a swap loses, by the prices of now. */
import { signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import { getImpact, type PreparedSwap, type SwapDraft } from '../core/payments/swap.ts'
import type { TopicSignals } from '../worker-link/topics.ts'

/** Prices are kept for so long. Milliseconds. */
export const IMPACT_LIFE = 30_000

interface Prices {
  key: string
  /** US dollars for one, by token in lower case. */
  prices: ReadonlyMap<string, number>
  readAt: number
}

export function createPriceImpact(call: TopicSignals['call']) {
  const known = signal<Prices | undefined>(undefined)
  const toKey = ({ from, to }: SwapDraft) => `${from.token} ${to.token}`.toLowerCase()
  const getPrices = (draft: SwapDraft) => (known.value?.key === toKey(draft) ? known.value.prices : undefined)

  /** Never rejects: without an answer the prices of before stay, and without those none is known. */
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
    /** Reads them unless they are of now. */
    async renew(draft: SwapDraft): Promise<void> {
      const last = known.peek()
      const isFresh = last?.key === toKey(draft) && Math.abs(Date.now() - last.readAt) < IMPACT_LIFE
      if (!isFresh) await read(draft)
    },
    isKnown: ({ draft }: PreparedSwap) => getPrices(draft) !== undefined,
    /** The share that is lost; undefined where it is not known. */
    get({ draft, expected }: PreparedSwap): number | undefined {
      const prices = getPrices(draft)
      const get = ({ token }: SwapDraft['from']) => prices?.get(token.toLowerCase())
      return getImpact(draft, expected, { from: get(draft.from), to: get(draft.to) })
    },
  }
}
