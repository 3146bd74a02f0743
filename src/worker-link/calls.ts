/**
 * The page's open calls to the worker, and the requests that the worker makes to the page during a call.
 *
 *   waiting ── a worker is ready ──▶ sent
 *   sent ─┬─ answer, cancel or deadline ──▶ ended
 *         ├─ worker requests something of the page ──▶ has asked
 *         └─ worker lost ─┬─ may be repeated ──▶ waiting
 *                         └─ otherwise ──▶ ended: outcome_unknown
 *   has asked ─┬─ answer, cancel or deadline ──▶ ended
 *              └─ worker lost ──▶ ended: outcome_unknown
 */
import { BillfoldError } from '../core/base/errors.ts'
import type {
  AskInput,
  AskName,
  AskOutput,
  CommandInput,
  CommandName,
  CommandRule,
  WorkerApi,
} from '../core/contract/protocol.ts'

/** The page's handlers for the worker's requests. The signal is aborted when the answer is no longer needed. */
export type AskHandlers = {
  [A in AskName]?: (input: AskInput<A>, options: { signal: AbortSignal }) => Promise<AskOutput<A>>
}

/** The worker's methods that make and cancel calls. */
export type CallApi = Pick<WorkerApi, 'call' | 'cancel'>

export interface Calls {
  readonly size: number
  /**
   * Adds a call, which waits for `send`.
   * @throws worker_deadline, outcome_unknown, aborted, or the error of the worker or of `failAll`
   */
  add(
    id: number,
    command: CommandName,
    input: CommandInput<CommandName>,
    signal: AbortSignal | undefined,
  ): Promise<unknown>
  /** Ids of the calls that wait for a worker, oldest first. */
  getWaiting(): number[]
  send(id: number, api: CallApi): void
  /** Answers a request of the current worker. `life` is aborted when that worker ends. */
  ask<A extends AskName>(
    callId: number | undefined,
    question: A,
    input: AskInput<A>,
    life: AbortSignal,
  ): Promise<AskOutput<A>>
  /** Called when the worker is lost: its calls end, or wait for the next worker, according to `rules`. */
  onLost(): void
  failAll(error: unknown): void
}

export interface CallsOptions {
  rules: Readonly<Record<CommandName, CommandRule>>
  asks: AskHandlers
  /** Called when a call has ended. */
  onEnd(): void
}

interface Call {
  id: number
  command: CommandName
  input: CommandInput<CommandName>
  /** The worker that has the call. Undefined while the call waits. */
  api: CallApi | undefined
  hasAsked: boolean
  /** Aborted when the call ends, which cancels the requests of the worker to the page. */
  end: AbortController
  resolve(value: unknown): void
  reject(error: unknown): void
}

export function createCalls({ rules, asks, onEnd }: CallsOptions): Calls {
  const calls = new Map<number, Call>()

  /** Ends a call once; later answers are ignored. */
  function end(call: Call, finish: () => void): void {
    if (!calls.delete(call.id)) return
    call.end.abort()
    finish()
    onEnd()
  }

  /** Rejects the call and cancels it in the worker. */
  function giveUp(call: Call, error: BillfoldError): void {
    const { api } = call
    end(call, () => call.reject(error))
    api?.cancel(call.id).catch(() => {})
  }

  return {
    get size() {
      return calls.size
    },
    add(id, command, input, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortedError(false))
        const call: Call = {
          id,
          command,
          input,
          api: undefined,
          hasAsked: false,
          end: new AbortController(),
          resolve,
          reject,
        }
        calls.set(id, call)
        const cancel = () => giveUp(call, abortedError(call.hasAsked))
        signal?.addEventListener('abort', cancel, { signal: call.end.signal })
        const { deadline } = rules[command]
        if (deadline === undefined) return
        const late = () =>
          giveUp(call, call.hasAsked ? unknownOutcome(command) : deadlineError(command, deadline))
        const timer = setTimeout(late, deadline)
        call.end.signal.addEventListener('abort', () => clearTimeout(timer))
      })
    },
    getWaiting: () => [...calls.values()].filter(({ api }) => !api).map(({ id }) => id),
    send(id, api) {
      const call = calls.get(id)
      if (!call) return
      call.api = api
      // Ignore the answer if that worker was lost meanwhile.
      const isMine = () => call.api === api
      api.call(id, call.command, call.input).then(
        (value) => isMine() && end(call, () => call.resolve(value)),
        (error: unknown) => isMine() && end(call, () => call.reject(error)),
      )
    },
    async ask(callId, question, input, life) {
      const call = callId === undefined ? undefined : calls.get(callId)
      if (life.aborted || (callId !== undefined && !call?.api)) throw abortedError(false)
      const answer = Object.hasOwn(asks, question) ? asks[question] : undefined
      if (!answer) throw new BillfoldError('unexpected', `The page knows no question "${String(question)}".`)
      if (call) call.hasAsked = true
      return answer(input, { signal: call?.end.signal ?? life })
    },
    onLost() {
      for (const call of calls.values()) {
        if (!call.api) continue
        call.api = undefined
        const isRepeated = !call.hasAsked && rules[call.command].onLoss === 'replay'
        if (!isRepeated) end(call, () => call.reject(unknownOutcome(call.command)))
      }
    },
    failAll(error) {
      for (const call of calls.values()) end(call, () => call.reject(error))
    },
  }
}

function abortedError(asked: boolean): BillfoldError {
  const message = asked
    ? 'This was cancelled while a request was with your wallet. Check your wallet before you try again.'
    : 'This was cancelled.'
  return new BillfoldError('aborted', message, { context: { asked } })
}

function deadlineError(command: CommandName, deadline: number): BillfoldError {
  return new BillfoldError(
    'worker_deadline',
    `Billfold did not answer "${command}" within ${deadline / 1000} s. Try again.`,
  )
}

function unknownOutcome(command: CommandName): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    'Billfold was interrupted while a request was with your wallet. Check your wallet before you try again.',
    { context: { command } },
  )
}
