// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { fromSiweConfig } from '../../src/siwx/from-siwe-config.ts'
import type { SIWXTools } from '../../src/siwx/ready-siwx.ts'
import type { SIWEConfig } from '../../src/siwx/siwx.ts'

const MARA = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'

const createConfig = (more: Partial<SIWEConfig> = {}): SIWEConfig => ({
  getNonce: async () => '12345678',
  createMessage: ({ address, chainId, nonce, domain }) => `${domain} ${address} ${chainId} ${nonce}`,
  verifyMessage: vi.fn(async () => true),
  getSession: async () => ({ address: MARA.toLowerCase(), chainId: 1 }),
  signOut: vi.fn(async () => true),
  ...more,
})

const tools: SIWXTools = { networks: [], call: () => Promise.reject(new Error('nobody should be asked')) }

test('siweConfig takes the message from the page’s createMessage(), and signs in on EVM networks only', async () => {
  const siwx = fromSiweConfig(createConfig())
  siwx.attach!(tools)
  const message = await siwx.createMessage({ accountAddress: MARA, chainId: 'eip155:1' })
  expect(String(message)).toBe(`${location.host} ${MARA} 1 12345678`)
  expect(message).toMatchObject({ chainId: 'eip155:1', accountAddress: MARA, nonce: '12345678' })
  expect(siwx.namespaces).toEqual(['eip155'])
})

test('siweConfig waits for a message that the page creates asynchronously', async () => {
  const createMessage = async ({ address }: { address: `0x${string}` }) => `Sign in as ${address}`
  const siwx = fromSiweConfig(createConfig({ createMessage }))
  siwx.attach!(tools)
  const message = await siwx.createMessage({ accountAddress: MARA, chainId: 'eip155:1' })
  expect(String(message)).toBe(`Sign in as ${MARA}`)
})

test('[A119] siweConfig requires sign-in and signs out on disconnect by default, and its options turn both off', () => {
  const older = fromSiweConfig(createConfig({ required: false, signOutOnDisconnect: false }))
  expect([older.getRequired!(), older.signOutOnDisconnect]).toEqual([false, false])
  const usual = fromSiweConfig(createConfig())
  expect([usual.getRequired!(), usual.signOutOnDisconnect]).toEqual([true, true])
})

test('siweConfig returns a session only for the account and network that getSession() names', async () => {
  const siwx = fromSiweConfig(createConfig())
  await expect(siwx.getSessions('eip155:1', MARA)).resolves.toMatchObject([{ data: { chainId: 'eip155:1' } }])
  await expect(siwx.getSessions('eip155:10', MARA)).resolves.toEqual([])
  await expect(siwx.getSessions('eip155:1', MARA.replace('71', '72'))).resolves.toEqual([])
  const nobody = fromSiweConfig(createConfig({ getSession: async () => null }))
  await expect(nobody.getSessions('eip155:1', MARA)).resolves.toEqual([])
})

test('siweConfig rejects a signature if the page’s verifyMessage() returns false, and signs out by the page’s signOut()', async () => {
  const config = createConfig({ verifyMessage: async () => false })
  const siwx = fromSiweConfig(config)
  const data = {
    accountAddress: MARA,
    chainId: 'eip155:1',
    domain: '',
    uri: '',
    version: '1',
    nonce: '',
  } as const
  await expect(siwx.addSession({ data, message: 'm', signature: '0x' })).rejects.toMatchObject({
    code: 'siwx_invalid',
  })
  await siwx.setSessions([])
  await siwx.revokeSession('eip155:1', MARA)
  expect(config.signOut).toHaveBeenCalledTimes(2)
  // Who has taken the place of somebody else stays.
  await siwx.revokeSession('eip155:10', MARA)
  await siwx.revokeSession('eip155:1', MARA.replace('71', '72'))
  expect(config.signOut).toHaveBeenCalledTimes(2)
  const stuck = fromSiweConfig(createConfig({ signOut: async () => false }))
  await expect(stuck.setSessions([])).rejects.toMatchObject({ code: 'siwx_unknown' })
})
