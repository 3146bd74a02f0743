/** Ends an idle worker: it costs memory, and starting it again costs the page nothing. */
import type { Pong } from '../../core/contract/protocol.ts'
import { PONG_LIMIT } from './heartbeat.ts'

export interface IdleTimeoutOptions {
  ping(): Promise<Pong>
  isVisible(): boolean
  /** Called once. */
  onIdle(): void
}

/** Milliseconds. */
const IDLE_LIMIT = 30_000

/** A worker with jobs goes on; one that does not even answer has none. Returns a stop function. */
export function startIdleTimeout({ ping, isVisible, onIdle }: IdleTimeoutOptions): () => void {
  let timer = setTimeout(ask, IDLE_LIMIT)
  let stopped = false

  function ask(): void {
    // The pong of a hidden page may take long.
    timer = setTimeout(() => (isVisible() ? end() : wait()), PONG_LIMIT)
    ping().then(
      ({ jobs }) => {
        if (stopped) return
        clearTimeout(timer)
        if (jobs === 0) end()
        else wait()
      },
      () => {},
    )
  }

  function wait(): void {
    timer = setTimeout(ask, IDLE_LIMIT)
  }

  function end(): void {
    stop()
    onIdle()
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
  }

  return stop
}
