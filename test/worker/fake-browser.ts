/** What the tabs of one browser share: locks and channels. */
import type { Channel, Environment } from '../../worker/environment.ts'

export interface FakeBrowser {
  locks: NonNullable<Environment['locks']>
  BroadcastChannel: NonNullable<Environment['BroadcastChannel']>
}

export function createFakeBrowser(): FakeBrowser {
  const held = new Map<string, (() => void)[]>()
  const channels = new Set<FakeChannel>()

  async function request(
    name: string,
    options: { signal?: AbortSignal },
    run: () => unknown,
  ): Promise<unknown> {
    await new Promise<void>((resolve, reject) => {
      const queue = held.get(name)
      if (!queue) {
        held.set(name, [])
        return resolve()
      }
      queue.push(resolve)
      options.signal?.addEventListener('abort', () => {
        const place = queue.indexOf(resolve)
        if (place < 0) return
        queue.splice(place, 1)
        reject(new DOMException('The wait was given up', 'AbortError'))
      })
    })
    try {
      return await run()
    } finally {
      const next = held.get(name)?.shift()
      if (next) next()
      else held.delete(name)
    }
  }

  class FakeChannel implements Channel {
    onmessage: ((event: MessageEvent) => void) | null = null
    readonly name: string
    constructor(name: string) {
      this.name = name
      channels.add(this)
    }
    postMessage(message: unknown): void {
      const data: unknown = structuredClone(message)
      for (const channel of channels) {
        if (channel !== this && channel.name === this.name) {
          setImmediate(() => channel.onmessage?.({ data } as MessageEvent))
        }
      }
    }
    close(): void {
      channels.delete(this)
    }
  }

  return { locks: { request } as FakeBrowser['locks'], BroadcastChannel: FakeChannel }
}
