/** Locks and channels, shared by the tabs of one browser. */
import type { Channel, Environment } from '../../worker/base/environment.ts'

export interface FakeTab {
  locks: NonNullable<Environment['locks']>
  BroadcastChannel: NonNullable<Environment['BroadcastChannel']>
}

/** A browser, which is itself a tab that is never closed. */
export interface FakeBrowser extends FakeTab {
  /** Opens a tab. Closing it releases its locks and ends its channels. */
  openTab(): FakeTab & { close(): void }
}

interface Request {
  name: string
  tab: object
  isShared: boolean
  grant(): void
}

export function createFakeBrowser(): FakeBrowser {
  const held = new Set<Request>()
  let pending: Request[] = []
  const channels = new Set<FakeChannel>()

  /** Grants locks in the order of the requests, as browsers do. */
  function grantAll(): void {
    const isFree = (request: Request) => {
      const rivals = [...held, ...pending.slice(0, pending.indexOf(request))]
      return rivals.every((rival) => rival.name !== request.name || (rival.isShared && request.isShared))
    }
    for (const request of pending) {
      if (!isFree(request)) continue
      pending = pending.filter((one) => one !== request)
      held.add(request)
      request.grant()
    }
  }

  function release(request: Request): void {
    held.delete(request)
    grantAll()
  }

  class FakeChannel implements Channel {
    onmessage: ((event: MessageEvent) => void) | null = null
    readonly name: string
    constructor(name: string) {
      this.name = name
      channels.add(this)
    }
    postMessage(message: unknown): void {
      if (!channels.has(this)) throw new DOMException('The channel is closed', 'InvalidStateError')
      const data: unknown = structuredClone(message)
      for (const channel of channels) {
        if (channel === this || channel.name !== this.name) continue
        setImmediate(() => channels.has(channel) && channel.onmessage?.({ data } as MessageEvent))
      }
    }
    close(): void {
      channels.delete(this)
    }
  }

  function openTab() {
    const tab = {}
    const own: FakeChannel[] = []
    async function request(
      name: string,
      { signal, mode }: { signal?: AbortSignal; mode?: 'shared' | 'exclusive' },
      run: () => unknown,
    ): Promise<unknown> {
      const mine: Request = { name, tab, isShared: mode === 'shared', grant() {} }
      await new Promise<void>((resolve, reject) => {
        mine.grant = resolve
        pending.push(mine)
        signal?.addEventListener('abort', () => {
          if (!pending.includes(mine)) return
          pending = pending.filter((one) => one !== mine)
          reject(new DOMException('The wait was given up', 'AbortError'))
          grantAll()
        })
        grantAll()
      })
      try {
        return await run()
      } finally {
        release(mine)
      }
    }
    const query = async () => ({ held: [...held].map(toInfo), pending: pending.map(toInfo) })
    return {
      locks: { request, query } as unknown as FakeTab['locks'],
      BroadcastChannel: class extends FakeChannel {
        constructor(name: string) {
          super(name)
          own.push(this)
        }
      },
      close() {
        for (const channel of own) channel.close()
        pending = pending.filter((one) => one.tab !== tab)
        for (const one of held) if (one.tab === tab) held.delete(one)
        grantAll()
      },
    }
  }

  return { ...openTab(), openTab }
}

function toInfo({ name, isShared }: Request) {
  return { name, mode: isShared ? 'shared' : 'exclusive' }
}
