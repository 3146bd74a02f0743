/**
 * Runs the commands that the page calls. Each call ends with a result, by cancellation, at its time limit, or when the
 * worker stops. A question to the page carries the id of its call, so that the page knows for which call it asks a
 * wallet.
 */
import { extendContext } from '../base/extend-context.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type {
  AskInput,
  AskName,
  AskOutput,
  CommandName,
  CommandRule,
} from '../../src/core/contract/protocol.ts'
import { ANSWER_MARGIN } from '../../src/core/contract/time-limits.ts'
import type { Clock, CommandContext, CommandHandler, CommandTable, WorkerContext } from '../base/context.ts'
import { abortError, unlessAborted } from '../../src/core/base/wait.ts'

export interface Calls {
  /** Runs a command and resolves with its result. @throws aborted; worker_deadline; the errors of the command */
  run(id: number, command: CommandName, input: unknown): Promise<unknown>
  cancel(id: number): void
  stop(): void
}

export interface CallsOptions {
  context: WorkerContext
  /** The device's clock, not the context's, which a test may speed up: the page's time limits run in real time. */
  clock: Clock
  commands: CommandTable
  rules: Readonly<Record<CommandName, CommandRule>>
  ask<A extends AskName>(callId: number, question: A, input: AskInput<A>): Promise<AskOutput<A>>
}

export function createCalls({ context, clock, commands, rules, ask }: CallsOptions): Calls {
  const calls = new Map<number, AbortController>()

  return {
    async run(id, command, input) {
      if (!Object.hasOwn(commands, command)) {
        throw new BillfoldError('unexpected', `The worker has no command "${String(command)}".`)
      }
      const controller = new AbortController()
      const { signal } = controller
      calls.set(id, controller)
      const { deadline } = rules[command]
      const tooLong = () => controller.abort(deadlineError(command))
      const stopTimer = deadline === undefined ? () => {} : clock.after(deadline - ANSWER_MARGIN, tooLong)
      const own: CommandContext = extendContext(context, {
        signal,
        // Do not ask the page after the call was cancelled: the question could reach a wallet.
        async ask<A extends AskName>(question: A, asked: AskInput<A>) {
          if (signal.aborted) throw abortError(signal)
          return unlessAborted(ask(id, question, asked), signal)
        },
      })
      const handler = commands[command] as CommandHandler<CommandName>
      try {
        return await unlessAborted(handler((input ?? {}) as never, own), signal)
      } finally {
        stopTimer()
        calls.delete(id)
      }
    },
    cancel: (id) => calls.get(id)?.abort(),
    stop() {
      for (const controller of calls.values()) controller.abort()
    },
  }
}

function deadlineError(command: CommandName): BillfoldError {
  return new BillfoldError('worker_deadline', `"${command}" took too long and was stopped. Try again.`, {
    context: { command },
  })
}
