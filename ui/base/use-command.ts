/**
 * Calls a worker command for an entry that the person is typing: waits for a pause, and cancels the call when the entry
 * changes.
 */
import { useEffect, useRef, useState } from 'react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '../../src/core/contract/protocol.ts'
import { useViewer } from './shell-context.ts'

export interface CommandState<T> {
  /** The state of the call for the current input. none: no call is needed. */
  status: 'none' | 'asking' | 'answered' | 'failed'
  /** The command's output, which may be undefined. */
  data?: T
  error?: ErrorRecord
  retry(): void
}

/**
 * @param input plain data without bigints; undefined: no call is needed
 * @param pause time without changes before the call. Milliseconds.
 * @param onAsk runs right before the call
 */
export function useCommand<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name> | undefined,
  pause: number,
  onAsk?: () => void,
): CommandState<CommandOutput<Name>> {
  const { call } = useViewer()
  const [tries, setTries] = useState(0)
  const [last, setLast] = useState<{ key: string; data?: CommandOutput<Name>; error?: ErrorRecord }>()
  const before = useRef(onAsk)
  useEffect(() => {
    before.current = onAsk
  })
  const text = input && JSON.stringify(input)
  const key = `${tries} ${text}`

  useEffect(() => {
    if (text === undefined) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      before.current?.()
      call(name, JSON.parse(text) as CommandInput<Name>, { signal }).then(
        (data) => signal.aborted || setLast({ key, data }),
        (error: unknown) => signal.aborted || setLast({ key, error: toErrorRecord(error) }),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, name, text, key, pause])

  const retry = () => setTries(tries + 1)
  if (text === undefined) return { status: 'none', retry }
  if (last?.key !== key) return { status: 'asking', retry }
  const { data, error } = last
  return error ? { status: 'failed', error, retry } : { status: 'answered', data: data!, retry }
}
