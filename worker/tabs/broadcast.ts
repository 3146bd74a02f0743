/** Opens the channel between the tabs of one origin. */
import { allowed, type Channel, type Environment } from '../base/environment.ts'

/** The channel between tabs. Sends and receives nothing if the browser has no BroadcastChannel. */
export interface Broadcast {
  /** @throws for a message that structured clone does not support */
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
