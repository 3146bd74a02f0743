import { describe, expect, it } from 'vitest'
import type { ConnectionEvent } from '../../src/connections/connection.ts'
import type { WalletRequest } from '../../src/wallets/wallet-request.ts'
import { createWalletRequests } from '../../src/connections/wallet-requests.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'

function createHeard() {
  const events: ConnectionEvent[] = []
  return { events, requests: createWalletRequests((event) => events.push(event)) }
}
const never = () => new Promise<never>(() => {})

describe('[G68] Requests to a wallet', () => {
  it('report their progress, and end with the wallet’s answer', async () => {
    const { events, requests } = createHeard()
    const answer = requests.run(1, async ({ onProgress }) => {
      onProgress({ kind: 'asking' })
      return 'there'
    })
    await expect(answer).resolves.toBe('there')
    expect(events).toEqual([{ type: 'progressed', id: 1, progress: { kind: 'asking' } }])
  })

  it.each([
    ['wallet_declined', 'declined'],
    ['wallet_busy', 'busy'],
    ['wallet_failed', 'failed'],
  ] as const)(
    'fail with the wallet’s error %s, and are reported with the status %s',
    async (code, status) => {
      const { events, requests } = createHeard()
      const failing = requests.run(1, () => Promise.reject(new BillfoldError(code, 'no')))
      await expect(failing).rejects.toMatchObject({ code })
      expect(events).toMatchObject([{ type: 'refused', id: 1, status }])
    },
  )

  it('[F12] end at once when they are cancelled, while all other requests continue', async () => {
    const { requests } = createHeard()
    const asked: WalletRequest[] = []
    const left = requests.run(1, (request) => (asked.push(request), never()))
    void requests.run(2, (request) => (asked.push(request), never()))
    requests.keep([2, undefined])
    await expect(left).rejects.toMatchObject({ code: 'aborted' })
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })
})
