/** The channel between the tabs of one origin. */
import { allowed, type Channel, type Environment } from '../base/environment.ts'

/** The channel between tabs; silent if the browser has none. */
export interface Broadcast {
  /** @throws what does not survive a structured clone. */
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
  close(): void
}

export function openBroadcast(BroadcastChannel: Environment['BroadcastChannel'], name: string): Broadcast {
  const listeners = new Set<(message: unknown) => void>()
  const channel = allowed<Channel | undefined>(() => BroadcastChannel && new BroadcastChannel(name))
  allowed(() => {
    if (!channel) return
    channel.onmessage = ({ data }) => {
      for (const listener of listeners) listener(data)
    }
  })
  return {
    post: (message) => channel?.postMessage(message),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      listeners.clear()
      allowed(() => channel?.close())
    },
  }
}
