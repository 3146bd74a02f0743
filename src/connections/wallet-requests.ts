/** The running requests of one connection. Their progress and outcome are in the connection's state. */
import { hasCode, toErrorRecord } from '../core/base/errors.ts'
import { unlessAborted } from '../core/base/wait.ts'
import type { ConnectionEvent } from './connection.ts'
import type { WalletRequest } from '../wallets/wallet-request.ts'

export interface WalletRequests {
  /**
   * Runs a request until it is answered or cancelled.
   * @throws aborted, or the wallet's refusal
   */
  run<T>(id: number, request: (request: WalletRequest) => Promise<T>): Promise<T>
  /** Cancels all requests except these. */
  keep(ids: readonly (number | undefined)[]): void
}

export function createWalletRequests(send: (event: ConnectionEvent) => void): WalletRequests {
  const controllers = new Map<number, AbortController>()

  return {
    async run(id, request) {
      const controller = new AbortController()
      const { signal } = controller
      controllers.set(id, controller)
      try {
        const answer = request({
          signal,
          onProgress: (progress) => send({ type: 'progressed', id, progress }),
        })
        return await unlessAborted(answer, signal)
      } catch (error) {
        send({ type: 'refused', id, status: toStatus(error), error: toErrorRecord(error) })
        throw error
      } finally {
        controllers.delete(id)
      }
    },
    keep(ids) {
      for (const [id, controller] of controllers) if (!ids.includes(id)) controller.abort()
    },
  }
}

function toStatus(error: unknown): 'declined' | 'busy' | 'failed' {
  if (hasCode(error, 'wallet_declined')) return 'declined'
  return hasCode(error, 'wallet_busy') ? 'busy' : 'failed'
}
