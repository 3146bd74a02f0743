/**
 * Approvals in the sign-in site's frame, one request at a time.
 *
 *   shown ─┬─ approved or declined on the site ──▶ the answer
 *          └─ closed by the person ─┬─ site answers within 3 s ──▶ the answer
 *                                   └─ no answer: frame removed ──▶ signature: declined; payment: outcome unknown
 */
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import type { Outcome } from '../../base/transaction.ts'
import type { AuthFrame } from './frame.ts'
import type { Questions } from './messages.ts'
import { isHarmless, solanaMethods } from './methods.ts'
import { rpcError } from '../evm/rpc-error.ts'

/** How long to wait for the site's answer after the person has closed the approval. Milliseconds. */
const LAST_WORD = 3_000

/**
 * Asks the person to approve a request.
 * @param hold runs its argument while the site stays on one account
 * @throws 4001; -32002; outcome_unknown; the errors of `AuthFrame.ask`
 */
export type Approval = (
  question: Questions['RPC_REQUEST'],
  hold: <T>(run: () => Promise<T>) => Promise<T>,
) => Promise<unknown>

export function createApproval(frame: AuthFrame): Approval {
  let isAsking = false

  async function ask(question: Questions['RPC_REQUEST']): Promise<unknown> {
    // Load the site first: if loading fails, the site has certainly received no request.
    await frame.load()
    const { method } = question
    const leaving = new AbortController()
    const left = new Promise<'left'>((resolve) =>
      leaving.signal.addEventListener('abort', () => resolve('left')),
    )
    const end = await frame.show(method, () => leaving.abort())
    let outcome: Outcome = 'error'
    try {
      // The person may have closed the approval while it opened.
      if (leaving.signal.aborted) throw declined()
      const answer = frame.ask('RPC_REQUEST', question)
      const first = await Promise.race([answer, left])
      const { value } = first === 'left' ? await awaitLastWord(answer) : first
      const result = readResult(method, value)
      outcome = 'success'
      return result
    } catch (error) {
      if ((error as Partial<BillfoldError>).context?.['isDeclined'] === true) outcome = 'cancel'
      throw toApprovalError(error, method)
    } finally {
      end(outcome)
    }
  }

  /**
   * Waits for the answer after the person has closed the approval, since they may have approved just before. If no
   * answer comes, removes the frame and the request with it.
   */
  async function awaitLastWord<T>(answer: Promise<T>): Promise<T> {
    let isDropped = false
    frame.abort()
    const timer = setTimeout(() => {
      isDropped = true
      frame.drop()
    }, LAST_WORD)
    try {
      return await answer
    } catch (error) {
      throw isDropped
        ? new BillfoldError('auth_lost', 'The sign-in site was closed.', { cause: 'closed' })
        : error
    } finally {
      clearTimeout(timer)
    }
  }

  return async (question, hold) => {
    if (isAsking) throw rpcError(-32002, 'Another request is open at the sign-in site. Answer it first.')
    isAsking = true
    try {
      return await hold(() => ask(question))
    } finally {
      isAsking = false
    }
  }
}

/** @throws auth_lost for an invalid hash or signature, since the outcome is then unknown */
function readResult(method: string, value: unknown): unknown {
  // Solana answers are objects, which the caller validates.
  if (solanaMethods.has(method)) return value
  const isHex = (digits: string) =>
    typeof value === 'string' && new RegExp(`^0x[0-9a-fA-F]${digits}$`).test(value)
  const isWhole = method === 'eth_sendTransaction' ? isHex('{64}') : !isHarmless(method) || isHex('{2,}')
  if (isWhole) return value
  throw new BillfoldError('auth_lost', 'The sign-in site sent an invalid answer.')
}

function declined(): Error {
  return rpcError(4001, 'You declined at the sign-in site.')
}

/**
 * Converts the error of a request without a valid answer of the site. For a payment, the outcome is unknown. A
 * signature is declined if the frame was removed.
 */
export function toApprovalError(error: unknown, method: string): unknown {
  if (!hasCode(error, 'auth_lost') && !hasCode(error, 'auth_timeout')) return error
  // `closed`: the frame was removed, so nothing can be signed any more.
  if (isHarmless(method)) return (error as BillfoldError).cause === 'closed' ? declined() : error
  return new BillfoldError(
    'outcome_unknown',
    'The sign-in site did not say whether this was sent. Check your activity before you send it again.',
    { cause: error },
  )
}
