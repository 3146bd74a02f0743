/** The worker's context for name commands, with a fake API, supported networks and a fake clock. */
import type { CaipNetworkId } from '../../../../src/core/chains/caip.ts'
import type { CommandContext } from '../../../../worker/base/context.ts'
import { createHttp } from '../../../../worker/http/http.ts'
import { config } from '../../create-tab.ts'
import { createFakeClock } from '../../fake-clock.ts'

export interface Sent {
  method: string
  url: URL
  body: unknown
}

/** The API's responses by method; throws network errors. */
export type Answering = (sent: Sent) => Response | Promise<Response>

export const ADDRESS = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
export const CHECKSUMMED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const ACCOUNT = `eip155:1:${ADDRESS}` as const
export const NAME = 'mara.reown.id'

export function recordOf(name: string, address: string, coinType = 60) {
  return {
    name,
    registered_at: '2026-04-02T00:00:00Z',
    updated_at: null,
    attributes: null,
    addresses: { [coinType]: { address, created_at: null } },
  }
}

export function createContext(answer: Answering) {
  const clock = createFakeClock()
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const one: Sent = {
      method: init?.method ?? 'GET',
      url: new URL(String(input)),
      body: init?.body ? JSON.parse(init.body as string) : undefined,
    }
    sent.push(one)
    return answer(one)
  }
  const http = createHttp({ config, clock, fetch, random: () => 0.5 })
  const context: Pick<CommandContext, 'http' | 'clock' | 'signal' | 'isSupported'> = {
    http,
    clock,
    signal: new AbortController().signal,
    isSupported: async (id: CaipNetworkId) => id !== 'eip155:999',
  }
  return { context, clock, sent }
}
