/** A client for the sandbox's control endpoints, used by the page's panel. */
import type { SandboxState } from '../control.ts'
import type { Mail } from '../services/login/mailbox.ts'
import type { LoggedRequest } from '../services/request-log.ts'
import type { Restart } from '../services/restarts.ts'

export interface SandboxClient {
  fetchState(): Promise<SandboxState>
  transfer(input: { token: string; to: string; amount: string }): Promise<{ hash: string }>
  generate(input: { account: string; count: number }): Promise<{ count: number }>
  stop(input: { part: 'api' | 'rpc'; mode: 'refuse' | 'hang' }): Promise<void>
  start(input: { part: 'api' | 'rpc' }): Promise<void>
  delay(input: { ms: number }): Promise<void>
  break(input: { call: 'history' | 'balance'; kind: 'html' | null }): Promise<void>
  /** While on, transactions stay pending. */
  withhold(input: { on: boolean }): Promise<void>
  /** Drops all pending transactions. */
  drop(): Promise<void>
  /** While on, every simulation fails. */
  refuseTrials(input: { on: boolean }): Promise<void>
  /**
   * Calls the listener with all stored values, then with each new or changed value. Returns a function that stops this.
   */
  watch<Name extends keyof SandboxEvents>(
    name: Name,
    listener: (value: SandboxEvents[Name]) => void,
  ): () => void
}

export interface SandboxEvents {
  request: LoggedRequest
  mail: Mail
  restart: Restart
}

/** @throws with the sandbox's error message */
export function createSandboxClient(url: string): SandboxClient {
  const post =
    (name: string) =>
    <T>(input: unknown) =>
      ask<T>(name, { method: 'POST', body: JSON.stringify(input) })
  async function ask<T>(name: string, init?: RequestInit): Promise<T> {
    const response = await fetch(`${url}/sandbox/${name}`, init)
    const answer = (await response.json()) as T & { error?: string }
    if (!response.ok) throw new Error(answer.error ?? `${response.status}`)
    return answer
  }
  let events: EventSource | undefined
  let readers = 0
  return {
    fetchState: () => ask('state'),
    transfer: post('transfer'),
    generate: post('generate'),
    stop: post('stop'),
    start: post('start'),
    delay: post('delay'),
    break: post('break'),
    withhold: post('withhold'),
    drop: () => post('drop')({}),
    refuseTrials: post('refuseTrials'),
    watch(name, listener) {
      readers += 1
      events ??= new EventSource(`${url}/sandbox/events`)
      const source = events
      const read = ({ data }: MessageEvent<string>) => listener(JSON.parse(data))
      source.addEventListener(name, read)
      return () => {
        source.removeEventListener(name, read)
        readers -= 1
        if (readers > 0) return
        source.close()
        events = undefined
      }
    },
  }
}
