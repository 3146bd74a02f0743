/** Calls a worker command for typed input: sends it after a pause, and cancels it when the input changes. */
import { useEffect, useRef, useState } from 'react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { CommandInput, CommandName, CommandOutput } from '../../src/core/contract/protocol.ts'
import { useViewer } from './shell-context.ts'

export interface CommandState<T> {
  /** State for the current input. none: no request. */
  status: 'none' | 'asking' | 'answered' | 'failed'
  /** The result, which may be undefined. */
  data?: T
  error?: ErrorRecord
  /** Repeats the request. */
  retry(): void
}

/**
 * @param input plain data without bigints; undefined: no request
 * @param pause debounce in milliseconds
 * @param onAsk runs right before the request
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
