import { expect, test } from 'vitest'
import type { CommandContext } from '../../../worker/base/context.ts'
import { sendReport } from '../../../worker/analytics/send-report.ts'

const told = {
  type: 'track',
  event: 'MODAL_OPEN',
  address: '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A',
  properties: { connected: true },
  url: 'https://driftwood.example/market',
} as const

test('[A152] an analytics report carries its own id, the page, the time, the event and the account', async () => {
  const sent: [path: string, body: Record<string, unknown>][] = []
  const context = {
    clock: { now: () => 1_790_000_000_000 },
    http: {
      client: (host: string) => ({
        post: async (path: string, body: Record<string, unknown>) =>
          void sent.push([`${host} ${path}`, body]),
      }),
    },
    signal: new AbortController().signal,
  } as unknown as CommandContext
  await sendReport(told, context)
  await sendReport(told, context)
  const [[path, body], [, other]] = sent as [(typeof sent)[0], (typeof sent)[0]]
  expect(path).toBe('analytics /e')
  expect(body).toEqual({
    eventId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    url: 'https://driftwood.example/market',
    domain: 'driftwood.example',
    timestamp: 1_790_000_000_000,
    props: {
      type: 'track',
      event: 'MODAL_OPEN',
      address: told.address,
      properties: { connected: true },
    },
  })
  expect(other['eventId']).not.toBe(body['eventId'])
})
