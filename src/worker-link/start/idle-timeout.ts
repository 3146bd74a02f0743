/** Ends a worker that is not needed, which frees its memory. It is started again on the next use. */
import type { Pong } from '../../core/contract/protocol.ts'
import { PONG_LIMIT } from './heartbeat.ts'

export interface IdleTimeoutOptions {
  ping(): Promise<Pong>
  isVisible(): boolean
  /** Called once, when the worker should end. */
  onIdle(): void
}

/** Pause before the worker is asked whether it still has work. Milliseconds. */
const IDLE_LIMIT = 30_000

/**
 * Ends the worker unless it still has jobs. A worker that does not answer is assumed to have none. Returns a stop
 * function.
 */
export function startIdleTimeout({ ping, isVisible, onIdle }: IdleTimeoutOptions): () => void {
  let timer = setTimeout(ask, IDLE_LIMIT)
  let stopped = false

  function ask(): void {
    // While the web page is hidden, an answer may take long: then wait for the answer.
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
