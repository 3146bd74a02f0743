/** The sandbox's API of smart sessions answers as the public one, and believes no signature that is not the account's. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRevocationMessage } from '../../src/core/assets/smart-session.ts'
import { createSessionsApi, grantSession, type SessionsState } from '../../sandbox/services/sessions-api.ts'

const owner = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const stranger = privateKeyToAccount(`0x${'2'.repeat(64)}`)
const account = `eip155:31337:${owner.address}` as const
let sessions: SessionsState
let base: string
let stop: () => void

beforeEach(async () => {
  sessions = new Map()
  const answer = createSessionsApi(
    () => sessions,
    () => undefined,
  )
  const server = createServer((request, response) => {
    void answer(request, response, new URL(request.url!, 'http://127.0.0.1'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/sessions`
  stop = () => void server.close()
})
afterEach(() => stop())

const list = async () => {
  const answer = await fetch(`${base}/${encodeURIComponent(account)}`)
  return ((await answer.json()) as { pcis: { pci: string; context: `0x${string}`; revokedAt: unknown }[] })
    .pcis
}
const revoke = async (pci: string, signature: string) => {
  const body = JSON.stringify({ pci, signature })
  return (await fetch(`${base}/${account}/revoke`, { method: 'POST', body })).status
}

test.each(['context', 'message'] as const)(
  '[S3] [A150] the sandbox’s smart session API revokes a smart session once, and only with the owner’s signature (signed text: %s)',
  async (way) => {
    const { pci } = grantSession(sessions, { account })
    const { context } = (await list())[0]!
    const message =
      way === 'context'
        ? { raw: context }
        : createRevocationMessage(account.toLowerCase() as typeof account, { id: pci, context })
    expect(await revoke(pci, await stranger.signMessage({ message }))).toBe(401)
    expect(await revoke(pci, await owner.signMessage({ message: 'Revoke' }))).toBe(401)
    expect(await revoke(pci, 'no signature')).toBe(401)
    expect((await list())[0]!.revokedAt).toBeNull()
    expect(await revoke(pci, await owner.signMessage({ message }))).toBe(200)
    expect((await list())[0]!.revokedAt).toBeGreaterThan(0)
    expect(await revoke(pci, await owner.signMessage({ message }))).toBe(409)
    expect(await revoke('another', await owner.signMessage({ message }))).toBe(404)
  },
)

test('[S3] [A149] the sandbox’s smart session API accepts the ids of EVM accounts only', async () => {
  for (const id of ['eip155:1:0x12', owner.address, `solana:1:${owner.address}`])
    expect((await fetch(`${base}/${encodeURIComponent(id)}`)).status).toBe(400)
  expect(await list()).toEqual([])
})
