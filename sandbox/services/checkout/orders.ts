/** Purchases at the sandbox's provider: no money is taken, and the treasury pays out with a real transfer. */
import { randomBytes } from 'node:crypto'

export interface Order {
  id: string
  /** The receiver. */
  address: string
  /** CAIP-2. */
  caipNetworkId: string
  symbol: string
  /** Whole tokens, for example `97.94`. */
  amount: string
  /** US dollars. */
  fiat: number
  status: OrderStatus
  /** Milliseconds since 1970. */
  createdAt: number
  /** Of the transfer. */
  hash?: string
}

/** paying: the card was taken, and the transfer is on its way. */
export type OrderStatus = 'open' | 'paying' | 'paid' | 'failed' | 'cancelled' | 'expired'

export interface Orders {
  create(order: Pick<Order, 'address' | 'caipNetworkId' | 'symbol' | 'amount' | 'fiat'>): Order
  get(id: string): Order | undefined
  /** Newest first. */
  listOf(address: string): readonly Order[]
  /** Once: an order that has ended stays as it is. Resolves when what was bought has been sent. */
  pay(id: string): Promise<void>
  end(id: string, status: 'failed' | 'cancelled' | 'expired'): void
}

/** @param send out of the treasury */
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
    // As it was spelled when the order was made: to the public API it is a name of somebody.
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
