/** Orders at the sandbox's provider. They take no money; the treasury pays them out with a real transfer. */
import { randomBytes } from 'node:crypto'

export interface Order {
  id: string
  /** Address of the receiver. */
  address: string
  /** CAIP-2. */
  caipNetworkId: string
  symbol: string
  /** Decimal text in whole tokens, for example `97.94`. */
  amount: string
  /** Price in US dollars. */
  fiat: number
  status: OrderStatus
  /** Milliseconds since 1970. */
  createdAt: number
  /** Hash of the payout; absent until the treasury has sent it. */
  hash?: string
}

/** `paying`: the card was charged, and the payout isn't confirmed yet. */
export type OrderStatus = 'open' | 'paying' | 'paid' | 'failed' | 'cancelled' | 'expired'

export interface Orders {
  create(order: Pick<Order, 'address' | 'caipNetworkId' | 'symbol' | 'amount' | 'fiat'>): Order
  get(id: string): Order | undefined
  /** Orders for a receiver, newest first. */
  listOf(address: string): readonly Order[]
  /** Pays an open order and resolves when the payout was sent. Ignores orders that aren't open. */
  pay(id: string): Promise<void>
  end(id: string, status: 'failed' | 'cancelled' | 'expired'): void
}

/** @param send pays an order out of the treasury */
export function createOrders(send: (order: Order) => Promise<{ hash: string }>): Orders {
  const orders = new Map<string, Order>()

  function move(id: string, from: OrderStatus, part: Partial<Order>): Order | undefined {
    const order = orders.get(id)
    if (order?.status !== from) return undefined
    const moved = { ...order, ...part }
    orders.set(id, moved)
    return moved
  }

  return {
    create(order) {
      const id = randomBytes(8).toString('hex')
      const created: Order = { ...order, id, status: 'open', createdAt: Date.now() }
      orders.set(id, created)
      return created
    },
    get: (id) => orders.get(id),
    // Compare the spelling too: the public API doesn't normalise addresses either.
    listOf: (address) => [...orders.values()].reverse().filter((one) => one.address === address),
    async pay(id) {
      const order = move(id, 'open', { status: 'paying' })
      if (!order) return
      try {
        const { hash } = await send(order)
        move(id, 'paying', { status: 'paid', hash })
      } catch (error) {
        move(id, 'paying', { status: 'failed' })
        throw error
      }
    },
    end: (id, status) => void move(id, 'open', { status }),
  }
}
