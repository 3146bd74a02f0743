/** Connecting and signing in with one question, from the page's commands to a real wallet kit, through a real relay. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyMessage } from 'viem'
import { people } from '../../../sandbox/people/accounts.ts'
import { type Relay, startRelay } from '../../../sandbox/services/walletconnect/relay.ts'
import type { WalletConnectProposal, WalletConnectSignIn } from '../../../src/core/contract/walletconnect.ts'
import { parseSiwxMessage } from '../../../src/core/siwx/siwx-message.ts'
import { eventually } from '../../eventually.ts'
import { type Browser, createSkippingClock, openBrowser, type Tab } from './open-tab.ts'
import { openPhone, type TestPhone } from './wallet-kit.ts'

const chains = ['eip155:31337', 'eip155:31338'] as const
const namespaces: WalletConnectProposal = {
  eip155: { chains, methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged'] },
}
const signIn: WalletConnectSignIn = {
  domain: 'driftwood.example',
  uri: 'https://driftwood.example',
  nonce: 'k3Xp9Qa7Lm2Z',
  statement: 'I have read the terms.',
  expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
}
const { address } = people.mara.account

let relay: Relay
let phone: TestPhone
let browser: Browser
let tab: Tab

beforeEach(async () => {
  relay = await startRelay()
  phone = await openPhone(relay.url)
  browser = openBrowser(relay.url, createSkippingClock())
  tab = browser.openTab()
  tab.getState()
})
afterEach(async () => {
  browser.closeAll()
  await phone.close()
  await relay.close()
})

async function pair(asked: WalletConnectSignIn | undefined = signIn) {
  const { id, uri } = await tab.call('walletConnectPair', { namespaces, ...(asked && { signIn: asked }) })
  const end = new AbortController()
  const approval = tab.call('walletConnectApproval', { id }, end.signal)
  approval.catch(() => {})
  return { uri, approval, end }
}

test('[A111] a wallet connects and signs in with a single request, and the session can be used for further requests', async () => {
  const { uri, approval } = await pair()
  await phone.pair(uri)
  const { title, details } = await phone.answer(true)
  expect(title).toBe('Connect and sign in to Driftwood')
  const { session, signed } = await approval
  expect(session.namespaces.eip155).toMatchObject({
    chains: [...chains],
    accounts: chains.map((chain) => `${chain}:${address}`),
  })
  expect(session.namespaces.eip155?.methods.toSorted()).toEqual(['eth_sendTransaction', 'personal_sign'])

  expect(signed).toHaveLength(1)
  const [{ caipNetworkId, message, signature }] = signed as [(typeof signed)[0]]
  expect(details).toContainEqual(['Message', message])
  expect(caipNetworkId).toBe('eip155:31337')
  expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
  const { statement, ...fields } = parseSiwxMessage(message)!.data
  expect(fields).toMatchObject({
    domain: signIn.domain,
    uri: signIn.uri,
    nonce: signIn.nonce,
    expirationTime: signIn.expirationTime,
    chainId: '31337',
    accountAddress: address,
  })
  expect(statement).toMatch(/^I have read the terms\. I further authorize /)

  const asked = ['0x61', address]
  const signing = tab.call('walletConnectRequest', {
    id: session.id,
    caipNetworkId: 'eip155:31338',
    method: 'personal_sign',
    params: asked,
  })
  await phone.answer(true)
  expect(await signing).toMatch(/^0x/)
  await phone.end(session.id)
  await eventually(() => expect(tab.getState()?.session).toBeUndefined())
})

test('[A111] a wallet that does not support one-step sign-in is connected without the sign-in', async () => {
  phone.kit.engine.signClient.events.removeAllListeners('session_authenticate')
  const { uri, approval } = await pair()
  await phone.pair(uri)
  expect((await phone.answer(true)).title).toBe('Connect to Driftwood')
  const { session, signed } = await approval
  expect(session.namespaces.eip155?.chains).toEqual([...chains])
  expect(signed).toEqual([])
})

test('[A111] a wallet that declines the one-step sign-in is not connected', async () => {
  const { uri, approval } = await pair()
  await phone.pair(uri)
  await phone.answer(false)
  await expect(approval).rejects.toMatchObject({ code: 'wallet_declined' })
  await eventually(() => expect(phone.getSessions()).toEqual([]))
})

test('[A111] a session that the wallet approves after the person cancelled the connection is disconnected', async () => {
  const { uri, approval, end } = await pair()
  // The client stays for another link.
  await pair(undefined)
  await phone.pair(uri)
  await eventually(() => expect(phone.getQuestion()).toBeDefined())
  end.abort()
  await expect(approval).rejects.toBeDefined()
  await phone.answer(true)
  await eventually(() => expect(phone.getSessions()).toEqual([]))
  expect(tab.getState()?.session).toBeUndefined()
})

test('[A111] a pairing that starts while another pairing is open only connects, without the sign-in', async () => {
  const first = await pair()
  const second = await pair()
  expect(first.uri).toContain('wc_sessionAuthenticate')
  expect(second.uri).not.toContain('wc_sessionAuthenticate')
  await phone.pair(first.uri)
  await phone.answer(true)
  expect((await first.approval).signed).toHaveLength(1)
  const third = await pair()
  expect(third.uri).toContain('wc_sessionAuthenticate')
})
