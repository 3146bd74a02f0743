/** A command of the worker for a page's own form: asked when typing pauses, cancelled when it goes on, while it is followed. */
import { computed, effect, signal, untracked } from '@preact/signals-core'
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'
import type { TopicSignals } from './topics.ts'

export interface FollowedCommand<Output> {
  /** Of the input as it is now; undefined while it is asked, and where there is nothing to ask. Reads signals. */
  get(): { data?: Output; error?: ErrorRecord } | undefined
  /** Asks while it is not stopped. Returns a stop function. */
  follow(): () => void
}

/**
 * @param getInput plain data without bigints, by which an answer is told from an older one; undefined: nothing is asked.
 * Reads signals
 * @param pause how long the input has to stay as it is before it is asked; milliseconds
 */
export function followCommand<Name extends CommandName>(
  call: TopicSignals['call'],
  name: Name,
  getInput: () => CommandInput<Name> | undefined,
  pause: number,
): FollowedCommand<CommandOutput<Name>> {
  const last = signal<{ key: string; data?: CommandOutput<Name>; error?: ErrorRecord } | undefined>(undefined)
  const key = computed(() => JSON.stringify(getInput()) as string | undefined)

  function ask(asked: string): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      call(name, JSON.parse(asked) as CommandInput<Name>, { signal }).then(
        (data) => signal.aborted || (last.value = { key: asked, data }),
        (error: unknown) => signal.aborted || (last.value = { key: asked, error: toErrorRecord(error) }),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }

  return {
    get: () => (last.value?.key === key.value ? last.value : undefined),
    follow: () =>
      untracked(() =>
        effect(() => {
          const asked = key.value
          return asked === undefined ? undefined : untracked(() => ask(asked))
        }),
      ),
  }
}
