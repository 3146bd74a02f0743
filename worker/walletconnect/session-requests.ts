/** Sends requests to the wallet of a session, and waits for the answers. */
import { getNamespace } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { WalletConnectRequest, WalletConnectSession } from '../../src/core/contract/walletconnect.ts'
import type { SignClient } from './create-sign-client.ts'
import { sessionEnded, unknownOutcome } from './failures.ts'
import type { RelayWatch } from './relay-watch.ts'
import { fromJsonRpcError } from './json-rpc-error.ts'

export interface SessionRequests {
  /** @throws session_ended, call_unsupported, relay_unreachable, wallet_declined, wallet_failed, outcome_unknown */
  ask(session: WalletConnectSession | undefined, request: WalletConnectRequest): Promise<unknown>
  /** Rejects all requests that still wait, with outcome_unknown. */
  end(): void
}

/** The reason that WalletConnect sends when one side ends a session. */
export const ENDED = { code: 6000, message: 'User disconnected.' }
/** Upper limit of an answer, in characters of JSON: more than a signed transaction needs. */
const MAX_ANSWER = 1_000_000

export function createSessionRequests(
  client: SignClient,
  relay: Pick<RelayWatch, 'connect'>,
): SessionRequests {
  const requests = new Set<(error: BillfoldError) => void>()

  return {
    async ask(session, { id, caipNetworkId, method, params }) {
      if (session?.id !== id) throw sessionEnded()
      const namespace = session.namespaces[getNamespace(caipNetworkId)]
      if (!namespace?.chains.includes(caipNetworkId) || !namespace.methods.includes(method)) {
        throw new BillfoldError(
          'call_unsupported',
          `The wallet did not approve ${method} on ${caipNetworkId}.`,
        )
      }
      // If connecting fails, nothing was sent. After a later error, the wallet may have the request.
      await relay.connect()
      let end: (error: BillfoldError) => void = () => {}
      const ended = new Promise<never>((_, reject) => requests.add((end = reject)))
      try {
        const asked = client.request({ topic: id, chainId: caipNetworkId, request: { method, params } })
        return assertSize(await Promise.race([asked, ended]))
      } catch (error) {
        // Check the class, since a wallet's error may have any name.
        if (error instanceof BillfoldError) throw error
        const answer = fromJsonRpcError(error)
        throw answer && answer.context['code'] !== ENDED.code ? answer : unknownOutcome()
      } finally {
        requests.delete(end)
      }
    },
    end() {
      for (const end of requests) end(unknownOutcome())
    },
  }
}

/** @throws wallet_bad_answer */
function assertSize(answer: unknown): unknown {
  if ((JSON.stringify(answer) ?? '').length <= MAX_ANSWER) return answer
  throw new BillfoldError('wallet_bad_answer', 'The wallet’s answer is too large.')
}
