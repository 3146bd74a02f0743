/** Keeps the client connected to the relay, and reports the state of the connection. */
import type { BillfoldError } from '../../src/core/base/errors.ts'
import type { RelayRefusal, WalletConnectState } from '../../src/core/contract/walletconnect.ts'
import type { Clock } from '../base/context.ts'
import { withTimeout } from '../../src/core/base/wait.ts'
import { relayUnreachable } from './failures.ts'
import { readRefusal } from './relay-refusal.ts'

/** The members of the library's relayer that Billfold uses. */
export interface Relayer {
  readonly connected: boolean
  on(event: string, listener: (error?: unknown) => void): void
  /** Opens the connection; tries several times. Does nothing if there is no topic to subscribe to. */
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
}

export interface RelayWatch {
  /**
   * Resolves when the relay is connected.
   * @throws relay_unreachable if connecting takes too long. Further attempts follow.
   */
  connect(): Promise<void>
  /** Connects at once instead of after the pause, because the network is back or a person has asked. */
  hurry(): void
  /** The error `relay_unreachable`, with the relay's reason if it gave one. */
  getFailure(): BillfoldError
  /** `refused` rejects if the relay refuses the connection before `stop` is called. */
  awaitRefusal(): { refused: Promise<never>; stop(): void }
  stop(): void
}

/** Time limit for a connection: a person learns within 5 s that the relay cannot be reached. Milliseconds. */
export const RELAY_LIMIT = 4_500
/**
 * Pauses between attempts; the last pause repeats. Needed because the library stops trying after a fatal error.
 * Milliseconds.
 */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

export function watchRelay(
  relayer: Relayer,
  clock: Clock,
  onState: (relay: WalletConnectState['relay']) => void,
): RelayWatch {
  let tries = 0
  let stopTimer = () => {}
  let isStopped = false
  let isLost = false
  let refusal: RelayRefusal | undefined
  let waiting: (() => void)[] = []
  const refused = new Set<(error: BillfoldError) => void>()
  const getFailure = () => relayUnreachable(refusal)

  function retry(): void {
    stopTimer()
    if (isStopped || relayer.connected) return
    isLost = true
    onState('lost')
    const pause = PAUSES[Math.min(tries, PAUSES.length - 1)]!
    tries += 1
    stopTimer = clock.after(pause, () => void relayer.transportOpen().then(retry, retry))
  }

  function awaitRefusal() {
    let reject: (error: BillfoldError) => void = () => {}
    const promise = new Promise<never>((_, fail) => refused.add((reject = fail)))
    promise.catch(() => {})
    return { refused: promise, stop: () => void refused.delete(reject) }
  }

  relayer.on('relayer_error', (error) => {
    refusal = readRefusal(error)
    if (refusal) for (const reject of refused) reject(getFailure())
  })
  relayer.on('relayer_connect', () => {
    tries = 0
    isLost = false
    refusal = undefined
    stopTimer()
    for (const resolve of waiting) resolve()
    waiting = []
    if (!isStopped) onState('connected')
  })
  relayer.on('relayer_disconnect', retry)

  return {
    async connect() {
      if (relayer.connected) return
      const isThere = new Promise<void>((resolve) => waiting.push(resolve))
      const refusing = awaitRefusal()
      relayer.transportOpen().then(retry, retry)
      try {
        await withTimeout(clock, RELAY_LIMIT, Promise.race([isThere, refusing.refused]), getFailure)
      } catch (error) {
        if (!isStopped) onState('lost')
        throw error
      } finally {
        refusing.stop()
      }
    },
    hurry() {
      if (!isLost || isStopped) return
      tries = 0
      stopTimer()
      relayer.transportOpen().then(retry, retry)
    },
    getFailure,
    awaitRefusal,
    stop() {
      isStopped = true
      stopTimer()
      void relayer.transportClose().catch(() => {})
    },
  }
}
