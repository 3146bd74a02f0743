// @vitest-environment happy-dom
/** The Solana account of somebody who signs in by email or a social account, against a site that may misbehave. */
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { base58 } from '@scure/base'
import nacl from 'tweetnacl'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { AdapterContext } from '../../../src/wallets/adapter.ts'
import type { AuthPage } from '../../../src/wallets/auth/option.ts'
import { createAuth } from '../../../src/wallets/auth/connector.ts'
import { startAuthWallet } from '../../../src/wallets/auth/start-auth-wallet.ts'
import { findSendFeature } from '../../../src/wallets/solana/send-feature.ts'
import { solanaDevnet } from '../../../src/wallets/solana/networks.ts'
import { readSignedSolana } from '../../../worker/payments/transfer/solana-signed.ts'
import { SITE, useFakeSite } from './fake-site.ts'

const site = useFakeSite()
const OWNER = `0x${'a1'.repeat(20)}`
const keys = Keypair.generate()
const ADDRESS = keys.publicKey.toBase58()
const DEVNET = `solana:${solanaDevnet.id}`
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const evm = toNetwork({
  id: 1,
  name: 'N1',
  nativeCurrency,
  rpcUrls: { default: { http: ['https://node.example/1'] } },
})
const solana = toNetwork(solanaDevnet)
const events: [string, unknown][] = []
beforeEach(() => void events.splice(0))

const call = (async (_: string, input: Parameters<typeof readSignedSolana>[0]) =>
  readSignedSolana(input)) as unknown as AdapterContext['call']
const page: AuthPage = {
  projectId: 'p',
  version: '0',
  metadata: { name: 'Driftwood' },
  networks: [evm, solana],
  storage: localStorage,
  themeMode: { value: 'dark', peek: () => 'dark', subscribe: () => () => {} },
  served: ['eip155', 'solana', 'bip122'],
  call,
  getPlace: () => site().modal.approvals.place,
}

/** A site whose person has an account on Solana as well; it is on one network at a time. */
function know({ hasSolana = true } = {}): { at: unknown } {
  const state: { at: unknown } = { at: 1 }
  const toUser = () =>
    state.at === DEVNET ? { address: ADDRESS, chainId: DEVNET } : { address: OWNER, chainId: 1 }
  const go = (id: unknown) => (state.at = id === DEVNET && hasSolana ? DEVNET : 1)
  Object.assign(site().answers, {
    IS_CONNECTED: () => ({ isConnected: true }),
    GET_USER({ chainId }: { chainId: string }) {
      go(chainId)
      return toUser()
    },
    SWITCH_NETWORK({ chainId }: { chainId: string }) {
      go(chainId)
      return { chainId }
    },
    SIGN_OUT: () => undefined,
  })
  return state
}

async function restored(given: Partial<AuthPage> = {}) {
  localStorage.setItem('billfold/login', JSON.stringify({ by: 'email', address: OWNER, chainId: 1 }))
  const started = startAuthWallet(
    `${SITE}/sdk`,
    { ...page, ...given },
    (event, value) => void events.push([event, value]),
  )
  const connected = started.solana?.connect()
  await vi.advanceTimersByTimeAsync(0)
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  await connected
  return started
}

type Run = (...inputs: object[]) => Promise<readonly Record<string, Uint8Array>[]>
function run({ solana: own }: Awaited<ReturnType<typeof restored>>, name: string, input: object) {
  const features = own!.features as Record<string, Record<string, Run>>
  const [account] = own!.accounts
  return features[`solana:${name}`]![name]!({ ...input, account, chain: 'solana:devnet' })
}

function toTransaction(lamports: number): Uint8Array {
  const instruction = SystemProgram.transfer({
    fromPubkey: keys.publicKey,
    toPubkey: new PublicKey('11111111111111111111111111111112'),
    lamports,
  })
  const recentBlockhash = base58.encode(new Uint8Array(32).fill(7))
  const message = new TransactionMessage({
    payerKey: keys.publicKey,
    recentBlockhash,
    instructions: [instruction],
  })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}
function signBytes(bytes: Uint8Array): string {
  const read = VersionedTransaction.deserialize(bytes)
  read.sign([keys])
  return base58.encode(read.serialize())
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.unreachable(`It gave ${JSON.stringify(value)}`) as never,
    (error: { code: number | string; message: string }) => error,
  )
const asked = () =>
  site()
    .asked.map(({ type, payload }) => [type.replace('@w3m-app/', ''), payload?.['chainId']])
    .filter(([type]) => !/^SYNC|_NETWORKS$/.test(String(type)))

describe('[S15] An email account on Solana', () => {
  test('shares one connector with the EVM account, for the namespaces for which the page has an adapter and a network', () => {
    const toNamespaces = (given: object) => {
      const { chain, namespaces } = createAuth(`${SITE}/sdk`).toConnector({ ...page, ...given })
      return [chain, namespaces]
    }
    expect(toNamespaces({})).toEqual(['eip155', ['eip155', 'solana']])
    expect(toNamespaces({ served: ['eip155'] })).toEqual(['eip155', ['eip155']])
    expect(toNamespaces({ served: ['solana'] })).toEqual(['solana', ['solana']])
    expect(toNamespaces({ networks: [evm] })).toEqual(['eip155', ['eip155']])
  })

  test('is read from the sign-in site, which switches to Solana for the request and then back to the EVM network', async () => {
    const state = know()
    const { solana: own, wallet } = await restored()
    expect(own!.accounts).toMatchObject([{ address: ADDRESS, chains: ['solana:devnet'] }])
    expect(asked()).toEqual([
      ['IS_CONNECTED', undefined],
      ['GET_USER', 'eip155:1'],
      ['GET_USER', DEVNET],
      ['SWITCH_NETWORK', 'eip155:1'],
      ['GET_USER', 'eip155:1'],
    ])
    expect(state.at).toBe(1)
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([OWNER])
    const before = asked().length
    await own!.connect()
    expect(asked()).toHaveLength(before)
  })

  test('is not connected if the sign-in site does not support Solana, and the user’s EVM account stays connected', async () => {
    know({ hasSolana: false })
    const { solana: own, wallet } = await restored()
    expect(own!.accounts).toEqual([])
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([OWNER])
  })

  test('is the user’s only account on a page that has only Solana networks', async () => {
    know()
    localStorage.clear()
    const { solana: own, wallet } = await restored({ networks: [solana] })
    expect(own!.accounts).toMatchObject([{ address: ADDRESS }])
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('is signed out together with the user’s EVM account, and the sign-in site is told once', async () => {
    know()
    const started = await restored()
    const leave = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
    await Promise.all([started.wallet.request(leave), started.wallet.request(leave)])
    expect(started.solana!.accounts).toEqual([])
    expect(events.map(([name]) => name).toSorted()).toEqual(['accountsChanged', 'change'])
    expect(asked().filter(([type]) => type === 'SIGN_OUT')).toHaveLength(1)
  })
})

describe('[S15] A signing request to an email account on Solana', () => {
  test('signs a message on the requested network with the requested account', async () => {
    const state = know()
    const started = await restored()
    const message = new TextEncoder().encode('hi')
    const signed = run(started, 'signMessage', { message })
    await vi.advanceTimersByTimeAsync(0)
    expect(state.at).toBe(DEVNET)
    expect(site().last('RPC_REQUEST')!.payload).toEqual({
      method: 'solana_signMessage',
      params: { message: base58.encode(message), pubkey: ADDRESS },
      chainNamespace: 'solana',
      chainId: DEVNET,
      rpcUrl: 'https://api.devnet.solana.com',
    })
    expect(site().modal.views()).toEqual(['ApproveTransaction'])
    const signature = nacl.sign.detached(message, keys.secretKey)
    site().succeed('RPC_REQUEST', { signature: base58.encode(signature) })
    expect(await signed).toMatchObject([{ signature }])
  })

  test('sends the transaction to the sign-in site in base58, and returns it signed', async () => {
    know()
    const started = await restored()
    const transaction = toTransaction(5)
    const signed = run(started, 'signTransaction', { transaction })
    await vi.advanceTimersByTimeAsync(0)
    const { params } = site().last('RPC_REQUEST')!.payload as { params: { transaction: string } }
    expect(base58.decode(params.transaction)).toEqual(transaction)
    site().succeed('RPC_REQUEST', { transaction: signBytes(transaction) })
    const [answer] = await signed
    expect(base58.encode(answer!['signedTransaction']!)).toBe(signBytes(transaction))
  })

  test.each([
    ['the signature of another transaction', () => signBytes(toTransaction(6))],
    ['an unsigned transaction', () => base58.encode(toTransaction(5))],
    [
      'a signed transaction in base64',
      () => Buffer.from(base58.decode(signBytes(toTransaction(5)))).toString('base64'),
    ],
    ['no value', () => undefined],
  ])('fails if the sign-in site answers with %s', async (_, answer) => {
    know()
    const started = await restored()
    const error = failure(run(started, 'signTransaction', { transaction: toTransaction(5) }))
    await vi.advanceTimersByTimeAsync(0)
    site().succeed('RPC_REQUEST', { transaction: answer() })
    expect(await error).toMatchObject({ code: 'wallet_bad_answer' })
  })

  test.each(['signMessage', 'signTransaction', 'signAndSendTransaction'])(
    'fails as declined when the user declines %s in the frame',
    async (name) => {
      know()
      const started = await restored()
      const input = { message: new Uint8Array([1]), transaction: toTransaction(5) }
      const error = failure(run(started, name, input))
      await vi.advanceTimersByTimeAsync(0)
      site().refuse('RPC_REQUEST', 'User rejected the request')
      expect(await error).toMatchObject({ code: 4001 })
    },
  )

  test('ends as declined (signature) or as outcome_unknown (payment) when the user closes the sign-in frame', async () => {
    know()
    const started = await restored()
    for (const [name, code] of [
      ['signAndSendTransaction', 'outcome_unknown'],
      ['signTransaction', 4001],
    ] as const) {
      const error = failure(run(started, name, { transaction: toTransaction(5) }))
      await vi.advanceTimersByTimeAsync(0)
      site().ready()
      await vi.advanceTimersByTimeAsync(600)
      site().modal.router.popTransactionStack('cancel')
      await vi.advanceTimersByTimeAsync(3_001)
      expect(await error).toMatchObject({ code })
    }
  })

  test('is not sent if the sign-in site does not switch to Solana', async () => {
    know()
    const started = await restored()
    site().answers['GET_USER'] = () => ({ address: OWNER, chainId: 1 })
    const error = failure(run(started, 'signTransaction', { transaction: toTransaction(5) }))
    await vi.advanceTimersByTimeAsync(0)
    expect(await error).toMatchObject({ code: 'account_changed' })
    expect(site().last('RPC_REQUEST')).toBeUndefined()
  })

  test('only signs a payment that the user makes in the modal; Billfold checks and sends the signed transaction itself', () => {
    const features = {
      'solana:signTransaction': { signTransaction() {} },
      'solana:signAndSendTransaction': { signAndSendTransaction() {} },
    }
    const connector = createAuth(`${SITE}/sdk`).toConnector(page)
    const provider = { features, accounts: [] }
    expect(findSendFeature({ ...connector, provider }, ADDRESS)).toBe('solana:signTransaction')
    expect(findSendFeature({ ...connector, type: 'ANNOUNCED', provider }, ADDRESS)).toBe(
      'solana:signAndSendTransaction',
    )
  })
})
