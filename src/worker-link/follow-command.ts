/**
 * A worker command for a page's own form, such as a search: sent when typing pauses, and cancelled by the next input.
 */
import { computed, effect, signal, untracked } from '@preact/signals-core'
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '../core/contract/protocol.ts'
import type { TopicSignals } from './topics.ts'

export interface FollowedCommand<Output> {
  /**
   * The answer for the current input. Undefined while it is requested, and if there is nothing to request. Reads
   * signals.
   */
  get(): { data?: Output; error?: ErrorRecord } | undefined
  /** Sends the command for each input until the returned stop function is called. */
  follow(): () => void
}

/**
 * @param getInput the command's input, without bigints, since inputs are compared as JSON. Undefined: nothing is
 * requested. Reads signals
 * @param pause how long the input must stay the same before the command is sent; milliseconds
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
