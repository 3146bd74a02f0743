/** The sandbox's control endpoints, as the page's panel uses them. */
import type { SandboxState } from '../control.ts'

export interface SandboxClient {
  fetchState(): Promise<SandboxState>
  transfer(input: { token: string; to: string; amount: string }): Promise<{ hash: string }>
  generate(input: { account: string; count: number }): Promise<{ count: number }>
  stop(input: { part: 'api'; mode: 'refuse' | 'hang' }): Promise<void>
  start(input: { part: 'api' }): Promise<void>
}

/** @throws with the sandbox's own words. */
export function createSandboxClient(url: string): SandboxClient {
  const post = <T>(name: string, input: unknown) =>
    ask<T>(name, { method: 'POST', body: JSON.stringify(input) })
  async function ask<T>(name: string, init?: RequestInit): Promise<T> {
    const response = await fetch(`${url}/sandbox/${name}`, init)
    const answer = (await response.json()) as T & { error?: string }
    if (!response.ok) throw new Error(answer.error ?? `${response.status}`)
    return answer
  }
  return {
    fetchState: () => ask('state'),
    transfer: (input) => post('transfer', input),
    generate: (input) => post('generate', input),
    stop: (input) => post('stop', input),
    start: (input) => post('start', input),
  }
}
