/** Keeps the client with the relay, and says how that goes. */
import type { BillfoldError } from '../../src/core/base/errors.ts'
import type { RelayRefusal, WalletConnectState } from '../../src/core/contract/walletconnect.ts'
import type { Clock } from '../base/context.ts'
import { withTimeout } from '../../src/core/base/wait.ts'
import { relayUnreachable } from './failures.ts'
import { readRefusal } from './relay-refusal.ts'

/** The library's, as far as it is used here. */
export interface Relayer {
  readonly connected: boolean
  on(event: string, listener: (error?: unknown) => void): void
  /** Tries several times, and does nothing where there is no topic to hear of. */
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
}

export interface RelayWatch {
  /** @throws relay_unreachable when that takes too long; it is tried on. */
  connect(): Promise<void>
  /** Tries now where it would wait for its next try: the network is back, or a person asks. */
  hurry(): void
  /** relay_unreachable, with the relay's reason where it gave one. */
  getFailure(): BillfoldError
  /** Rejects when the relay refuses the connection, until it is stopped. */
  awaitRefusal(): { refused: Promise<never>; stop(): void }
  stop(): void
}

/** A person hears within 5 s of asking that the relay cannot be reached. Milliseconds. */
export const RELAY_LIMIT = 4_500
/** Between two tries, in milliseconds; the last one again and again. The library gives up after a fatal error. */
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
