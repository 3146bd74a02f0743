// @vitest-environment happy-dom
/**
 * What a page gets signed on Bitcoin, by the wallet of the sandbox through either way into it, and by wallets that do
 * not behave; what others wrote says whether it is signed.
 */
import * as ecc from '@bitcoinerlab/secp256k1'
import { Verifier } from 'bip322-js'
import { initEccLib, networks, Psbt } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../eventually.ts'
import { bitcoinKeys } from '../../../sandbox/chains/bitcoin-keys.ts'
import { bitcoinRegtest } from '../../../sandbox/chains/bitcoin-network.ts'
import { createApproval } from '../../../sandbox/people/wallets/approval.ts'
import { createKeel } from '../../../sandbox/people/wallets/keel.ts'
import type { ConnectedAccount } from '../../../src/wallets/account.ts'
import type { BitcoinPsbtInput } from '../../../src/wallets/providers.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { createBitcoinAdapter } from '../../../src/wallets/bitcoin/adapter.ts'
import { createBitcoinCalls } from '../../../src/wallets/bitcoin/calls.ts'
import { createBitcoinPageProvider } from '../../../src/wallets/bitcoin/page-provider.ts'
import { callBitcoin } from '../../call-bitcoin.ts'
import { createFakeInjectedWallet, OLD, PAYS, toBitcoinAccount } from '../../fake-bitcoin-wallet.ts'

/** Segwit behind a script. */
const NESTED = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'

initEccLib(ecc)
const bitcoinCalls = createBitcoinCalls(callBitcoin)
const network = networks.regtest
const { payment, ordinals, stranger } = bitcoinKeys
const TEXT = 'Driftwood asks who you are: ₿ 21'
const TXID = 'cd'.repeat(32)

beforeEach(() => localStorage.clear())
afterEach(() => void vi.useRealTimers())

describe('The Bitcoin page provider', () => {
  it('[G23] without a wallet, rejects a signing request with an error that says to call connect("bip122")', async () => {
    const { provider } = createBitcoinPageProvider()
    const error = { code: 'wallet_missing', message: expect.stringContaining('connect("bip122")') as string }
    await expect(provider.signMessage({ address: PAYS, message: TEXT })).rejects.toMatchObject(error)
    await expect(provider.signPsbt({ psbt: 'cHNidP8=' })).rejects.toMatchObject(error)
  })

  it('[G23] can still be called after the wallet has disconnected, and rejects with wallet_missing', async () => {
    const { provider, setActive } = await openKeel('announced')
    const { signMessage } = provider
    setActive(undefined)
    await expect(signMessage({ address: payment.address, message: TEXT })).rejects.toMatchObject({
      code: 'wallet_missing',
    })
  })
})

describe.each(['announced', 'injected'] as const)('[A4] [A156] Signing with the Keel wallet (%s)', (way) => {
  it('signs a message by BIP-322 with the requested account', async () => {
    const { provider, account } = await openKeel(way)
    for (const { address } of account.allAccounts) {
      const signature = await provider.signMessage({ address, message: TEXT })
      expect(Verifier.verifySignature(address, TEXT, signature)).toBe(true)
      expect(Verifier.verifySignature(address, `${TEXT}.`, signature)).toBe(false)
    }
  })

  it('signs a message requested through wallet() with the active account', async () => {
    const { account } = await openKeel(way)
    const signature = await bitcoinCalls.signMessage!(account, TEXT)
    expect(Verifier.verifySignature(payment.address, TEXT, signature)).toBe(true)
  })

  it('signs only the PSBT inputs that belong to the account', async () => {
    const { provider, account } = await openKeel(way)
    const asked = createPsbt([stranger, payment, ordinals])
    const { psbt } = await provider.signPsbt({ psbt: asked.toBase64() })
    const signed = Psbt.fromBase64(psbt, { network })
    expect(signed.data.inputs[0]).not.toHaveProperty('partialSig')
    expect(signed.validateSignaturesOfInput(1, verify)).toBe(true)
    if (account.allAccounts.length > 1) expect(signed.validateSignaturesOfInput(2, verify)).toBe(true)
    else expect(signed.data.inputs[2]).not.toHaveProperty('tapKeySig')
    expect(signed.txOutputs).toEqual(asked.txOutputs)
  })

  it('signs only the inputs that the page requests', async () => {
    const { provider } = await openKeel(way)
    const psbt = createPsbt([payment, payment]).toBase64()
    const inputs = [{ index: 1, address: payment.address }]
    const signed = Psbt.fromBase64((await provider.signPsbt({ psbt, inputs })).psbt, { network })
    expect(signed.data.inputs[0]).not.toHaveProperty('partialSig')
    expect(signed.validateSignaturesOfInput(1, verify)).toBe(true)
  })

  it('signs an input that is given with its entire previous transaction', async () => {
    const { provider } = await openKeel(way)
    const earlier = createPsbt([payment], 2).finalize()
    const psbt = new Psbt({ network })
    psbt.addInput({ hash: earlier.getId(), index: 1, nonWitnessUtxo: earlier.toBuffer() })
    psbt.addOutput({ address: stranger.address, value: 5_000n })
    const answer = await provider.signPsbt({ psbt: psbt.toBase64() })
    const signed = Psbt.fromBase64(answer.psbt, { network })
    expect(signed.validateSignaturesOfAllInputs(verify)).toBe(true)
  })

  it('reports a decline as wallet_declined', async () => {
    const { provider, approval } = await openKeel(way)
    approval.autoApprove = false
    const declined = expect(
      provider.signMessage({ address: payment.address, message: TEXT }),
    ).rejects.toMatchObject({ code: 'wallet_declined', message: 'Declined in Keel.' })
    await eventually(() => expect(approval.getPending()).toBeDefined())
    approval.reject()
    await declined
  })

  it('[F14] does not ask the wallet to sign with an account that is not shared with the page', async () => {
    const { provider, approval } = await openKeel(way)
    const ask = vi.spyOn(approval, 'ask')
    const { address } = stranger
    await expect(provider.signMessage({ address, message: TEXT })).rejects.toMatchObject({
      code: 'bad_account',
    })
    const psbt = createPsbt([payment]).toBase64()
    await expect(provider.signPsbt({ psbt, inputs: [{ index: 0, address }] })).rejects.toMatchObject({
      code: 'bad_account',
    })
    expect(ask).not.toHaveBeenCalled()
  })

  it.each<[string, { psbt: string; inputs?: BitcoinPsbtInput[] }]>([
    ['is not base64', { psbt: '70736274ff' }],
    ['is empty', { psbt: '' }],
    ['is text in base64 instead', { psbt: btoa('a picture') }],
    ['is truncated', { psbt: createPsbt([payment]).toBase64().slice(0, 120) }],
    ['only spends from accounts that are not connected', { psbt: createPsbt([stranger]).toBase64() }],
    ['has inputs without an owner', { psbt: createBarePsbt().toBase64() }],
    [
      'lacks the requested input',
      { psbt: createPsbt([payment]).toBase64(), inputs: [{ index: 1, address: payment.address }] },
    ],
    ['has an empty list of inputs to sign', { psbt: createPsbt([payment]).toBase64(), inputs: [] }],
  ])('[F13] does not ask the wallet to sign a PSBT that %s', async (_, request) => {
    const { provider, approval } = await openKeel(way)
    const ask = vi.spyOn(approval, 'ask')
    await expect(provider.signPsbt(request)).rejects.toMatchObject({ code: 'transaction_bad' })
    expect(ask).not.toHaveBeenCalled()
  })
})

describe('Signing a PSBT with a Wallet Standard wallet', () => {
  it('passes the wallet its own account objects, with the inputs grouped by account and sighash type', async () => {
    const { account, own, sign } = createStandard(async (input) => [{ signedPsbt: input.psbt }])
    const psbt = createPsbt([payment, ordinals, payment, payment])
    const inputs = [
      { index: 0, address: payment.address },
      { index: 1, address: ordinals.address },
      { index: 2, address: payment.address },
      { index: 3, address: payment.address, sighashTypes: [0x83] },
    ]
    await provide(account, { psbt: psbt.toBase64(), inputs })
    const [[{ inputsToSign, chain }]] = sign.mock.calls as [[StandardInput]]
    expect(chain).toBe('bitcoin:regtest')
    expect(inputsToSign).toEqual([
      { account: own[0], signingIndexes: [0, 2] },
      { account: own[1], signingIndexes: [1] },
      { account: own[0], signingIndexes: [3], sigHash: 'SINGLE|ANYONECANPAY' },
    ])
    expect(inputsToSign[0]!.account).toBe(own[0])
    for (const sighashTypes of [[1, 2], [0x55]]) {
      const [input] = inputs
      const request = { psbt: psbt.toBase64(), inputs: [{ ...input!, sighashTypes }] }
      await expect(provide(account, request)).rejects.toMatchObject({ code: 'transaction_bad' })
    }
    expect(sign).toHaveBeenCalledOnce()
  })

  it('sends the signed transaction, and returns its id', async () => {
    const { account } = createStandard(async () => [{ txId: TXID }])
    await expect(
      provide(account, { psbt: createPsbt([payment]).toBase64(), broadcast: true }),
    ).resolves.toEqual({ txid: TXID })
  })

  it('fails with call_unsupported if the wallet has no feature to sign', async () => {
    const { account, wallet } = createStandard(async () => [])
    wallet.features = {}
    const psbt = createPsbt([payment]).toBase64()
    for (const broadcast of [true, false])
      await expect(provide(account, { psbt, broadcast })).rejects.toMatchObject({ code: 'call_unsupported' })
    await expect(bitcoinCalls.signMessage!(account, TEXT)).rejects.toMatchObject({ code: 'call_unsupported' })
  })

  const other = createPsbt([payment], 1, 39_000).toBuffer()
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['an object instead of an array', { signedPsbt: other }],
    ['an empty array', []],
    ['a base64 string instead of bytes', [{ signedPsbt: createPsbt([payment]).toBase64() }]],
    ['a PSBT of another payment', [{ signedPsbt: new Uint8Array(other) }]],
    ['bytes that are not a PSBT', [{ signedPsbt: new Uint8Array([1, 2, 3]) }]],
    [
      'an object whose getters throw',
      new Proxy([], {
        get(_, key) {
          if (key === 'then') return undefined
          throw new Error('no')
        },
      }),
    ],
  ])('[F13] fails if the wallet answers with %s', async (_, answer) => {
    const { account } = createStandard(async () => answer)
    const psbt = createPsbt([payment]).toBase64()
    await expect(provide(account, { psbt })).rejects.toMatchObject({ code: 'wallet_bad_answer' })
    await expect(bitcoinCalls.signMessage!(account, TEXT)).rejects.toMatchObject({
      code: 'wallet_bad_answer',
    })
    // It may have been sent all the same: that is no failure.
    await expect(provide(account, { psbt, broadcast: true })).rejects.toMatchObject({
      code: 'outcome_unknown',
    })
  })

  it('reports a failure to send as outcome_unknown, but a decline as wallet_declined', async () => {
    const psbt = createPsbt([payment]).toBase64()
    const failing = createStandard(() => Promise.reject(new Error('timeout')))
    await expect(provide(failing.account, { psbt, broadcast: true })).rejects.toMatchObject({
      code: 'outcome_unknown',
    })
    const declining = createStandard(() => Promise.reject(Object.assign(new Error('No.'), { code: 4001 })))
    await expect(provide(declining.account, { psbt, broadcast: true })).rejects.toMatchObject({
      code: 'wallet_declined',
    })
  })

  it.each<[string, object, string]>([
    [
      'a time-out with the code -32002 (outcome_unknown)',
      { code: -32002, message: 'request timed out' },
      'outcome_unknown',
    ],
    ['the code -32002 without a message (outcome_unknown)', { code: -32002, message: '' }, 'outcome_unknown'],
    [
      'an unavailable node with the code -32002 (outcome_unknown)',
      { code: -32002, message: 'Resource unavailable' },
      'outcome_unknown',
    ],
    [
      'a node’s own error code (outcome_unknown)',
      { code: -26, message: 'txn-mempool-conflict' },
      'outcome_unknown',
    ],
    [
      'an answer that is too large (outcome_unknown)',
      new BillfoldError('wallet_bad_answer', 'Too large.'),
      'outcome_unknown',
    ],
    [
      'a missing leader tab (outcome_unknown)',
      new BillfoldError('leader_missing', 'Asleep.'),
      'outcome_unknown',
    ],
    [
      'another request open in the wallet (wallet_busy)',
      { code: -32002, message: 'A request is already pending' },
      'wallet_busy',
    ],
    [
      'an unreachable relay (relay_unreachable)',
      new BillfoldError('relay_unreachable', 'None.'),
      'relay_unreachable',
    ],
    [
      'a session that ended before the request (session_ended)',
      new BillfoldError('session_ended', 'Ended.', { context: { isAsked: false } }),
      'session_ended',
    ],
    [
      'a session that ended at an unknown time (outcome_unknown)',
      new BillfoldError('session_ended', 'Ended.'),
      'outcome_unknown',
    ],
  ])(
    'reports outcome_unknown, or the error of the failure if this error proves that nothing was sent: %s',
    async (_, failure, code) => {
      const psbt = createPsbt([payment]).toBase64()
      const { account } = createStandard(() => Promise.reject(failure as Error))
      await expect(provide(account, { psbt, broadcast: true })).rejects.toMatchObject({ code })
    },
  )

  it('[F13] rejects a signed PSBT of a different payment, even if the wallet overwrites the request with that payment', async () => {
    const paysAnother = new Uint8Array(other)
    const { account } = createStandard(async ({ psbt }) => {
      psbt.set(paysAnother.subarray(0, psbt.length))
      return [{ signedPsbt: paysAnother }]
    })
    const psbt = createPsbt([payment]).toBase64()
    await expect(provide(account, { psbt })).rejects.toMatchObject({ code: 'wallet_bad_answer' })
  })

  it('[F13] does not ask the wallet to sign if the worker read a PSBT other than the requested one', async () => {
    const { account, sign } = createStandard(async ({ psbt }) => [{ signedPsbt: psbt }])
    const misread: typeof callBitcoin = async () =>
      callBitcoin('readPsbt', { psbt: new Uint8Array(other) }) as never
    const { provide: ask } = createBitcoinCalls(misread)
    for (const broadcast of [false, true]) {
      const request = { psbt: createPsbt([payment]).toBase64(), broadcast }
      await expect(ask(account, 'signPsbt', request, isActive)).rejects.toMatchObject({
        code: 'transaction_bad',
      })
    }
    expect(sign).not.toHaveBeenCalled()
  })

  it('[F14] does not ask the wallet to sign if the account was disconnected while the worker read the PSBT', async () => {
    const { account, sign } = createStandard(async ({ psbt }) => [{ signedPsbt: psbt }])
    let isLeft = false
    const slow: typeof callBitcoin = async (command, input) => {
      const reading = await callBitcoin(command, input)
      isLeft = true
      return reading
    }
    const request = { psbt: createPsbt([payment]).toBase64(), broadcast: true }
    const asking = createBitcoinCalls(slow).provide(account, 'signPsbt', request, () => !isLeft)
    await expect(asking).rejects.toMatchObject({ code: 'account_changed' })
    expect(sign).not.toHaveBeenCalled()
  })

  it('[F13] rejects a signed PSBT if the worker checked a PSBT other than the signed one', async () => {
    const { account } = createStandard(async () => [{ signedPsbt: new Uint8Array(other) }])
    const asked = createPsbt([payment])
    const misread: typeof callBitcoin = async () =>
      callBitcoin('readPsbt', { psbt: new Uint8Array(asked.toBuffer()) }) as never
    const signing = createBitcoinCalls(misread).provide(
      account,
      'signPsbt',
      { psbt: asked.toBase64() },
      isActive,
    )
    await expect(signing).rejects.toMatchObject({ code: 'wallet_bad_answer' })
  })

  it('[F13] returns the signed PSBT that the worker checked, even if the wallet overwrites its answer during the check', async () => {
    const asked = createPsbt([payment])
    const answer = new Uint8Array(asked.toBuffer())
    const { account } = createStandard(async () => [{ signedPsbt: answer }])
    let readings = 0
    const slow: typeof callBitcoin = async (command, input) => {
      const reading = await callBitcoin(command, input)
      readings += 1
      if (readings === 2) answer.set(other.subarray(0, answer.length))
      return reading
    }
    const signing = createBitcoinCalls(slow).provide(
      account,
      'signPsbt',
      { psbt: asked.toBase64() },
      isActive,
    )
    await expect(signing).resolves.toEqual({ psbt: asked.toBase64() })
  })

  it('[F14] fails if the wallet no longer shares the account', async () => {
    const { account, wallet, sign } = createStandard(async () => [])
    wallet.accounts = []
    await expect(provide(account, { psbt: createPsbt([payment]).toBase64() })).rejects.toMatchObject({
      code: 'bad_account',
    })
    expect(sign).not.toHaveBeenCalled()
  })
})

describe('Signing with an injected Bitcoin wallet', () => {
  const psbt = createPsbt([payment])

  it('signs messages by BIP-322, and by ECDSA for legacy addresses', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [PAYS] })
    const toMainnet = (address: string) => toConnected(wallet.provider, [address], 'mainnet')
    await expect(bitcoinCalls.signMessage!(toMainnet(PAYS), TEXT)).resolves.toBe('AAAA')
    for (const address of [OLD, NESTED]) {
      wallet.accounts = [address]
      await bitcoinCalls.signMessage!(toMainnet(address), TEXT)
    }
    expect(wallet.asked).toEqual([
      ['signMessage', TEXT, 'bip322-simple'],
      ['signMessage', TEXT, 'ecdsa'],
      ['signMessage', TEXT, 'ecdsa'],
    ])
  })

  it('[F14] does not ask for a signature if the wallet’s active account is not the requested account', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [ordinals.address] })
    const account = toConnected(wallet.provider, [payment.address])
    const error = { code: 'account_changed', message: expect.stringContaining(payment.address) as string }
    await expect(bitcoinCalls.signMessage!(account, TEXT)).rejects.toMatchObject(error)
    await expect(provide(account, { psbt: psbt.toBase64() })).rejects.toMatchObject(error)
    expect(wallet.asked).toEqual([])
  })

  it('[F14] rejects a signature if the wallet’s account changed during the approval', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [payment.address], person: 'waits' })
    const account = toConnected(wallet.provider, [payment.address])
    const signing = expect(bitcoinCalls.signMessage!(account, TEXT)).rejects.toMatchObject({
      code: 'account_changed',
    })
    await eventually(() => expect(wallet.asked).toHaveLength(1))
    wallet.accounts = [ordinals.address]
    wallet.approveNow()
    await signing
  })

  it('[F12] does not ask for a signature if the wallet never returns its active account', async () => {
    vi.useFakeTimers()
    const wallet = createFakeInjectedWallet({ accounts: [payment.address], quiet: 'hangs' })
    const account = toConnected(wallet.provider, [payment.address])
    const signing = expect(bitcoinCalls.signMessage!(account, TEXT)).rejects.toMatchObject({
      code: 'account_changed',
    })
    await vi.advanceTimersByTimeAsync(5_000)
    await signing
    expect(wallet.asked).toEqual([])
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['an empty string', ''],
    ['bytes', new Uint8Array([1])],
    ['a string that is not base64', 'ж'],
  ])('[F13] rejects a message signature if the wallet answers with %s', async (_, answer) => {
    const wallet = createFakeInjectedWallet({ accounts: [payment.address], answer })
    const account = toConnected(wallet.provider, [payment.address])
    await expect(bitcoinCalls.signMessage!(account, TEXT)).rejects.toMatchObject({
      code: 'wallet_bad_answer',
    })
  })

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['an odd number of hexadecimal digits', psbt.toHex().slice(1)],
    ['a PSBT of another payment', createPsbt([payment], 1, 39_000).toHex()],
    ['base64 instead of hexadecimal', psbt.toBase64()],
  ])('[F13] rejects a signed PSBT, and sends nothing, if the wallet answers with %s', async (_, answer) => {
    const wallet = createFakeInjectedWallet({ accounts: [payment.address], answer })
    const account = toConnected(wallet.provider, [payment.address])
    for (const broadcast of [false, true])
      await expect(provide(account, { psbt: psbt.toBase64(), broadcast })).rejects.toMatchObject({
        code: 'wallet_bad_answer',
      })
    expect(wallet.asked.map(([method]) => method)).toEqual(['signPsbt', 'signPsbt'])
  })

  it('signs, finalizes and sends a transaction', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [payment.address], answer: psbt.toHex() })
    const pushed: unknown[] = []
    wallet.provider['pushPsbt'] = async (hex: unknown) => (pushed.push(hex), TXID)
    const account = toConnected(wallet.provider, [payment.address])
    await expect(provide(account, { psbt: psbt.toBase64(), broadcast: true })).resolves.toEqual({
      txid: TXID,
    })
    expect(pushed).toEqual([psbt.toHex()])
    const toSignInputs = [{ index: 0, address: payment.address }]
    expect(wallet.asked).toEqual([['signPsbt', psbt.toHex(), { autoFinalized: true, toSignInputs }]])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['rejects', () => Promise.reject(new Error('timeout'))],
    ['resolves to undefined', async () => undefined],
    ['resolves to an invalid transaction id', async () => 'sent'],
  ])('reports outcome_unknown if the wallet’s pushPsbt %s', async (_, push) => {
    const wallet = createFakeInjectedWallet({ accounts: [payment.address], answer: psbt.toHex() })
    wallet.provider['pushPsbt'] = push
    const account = toConnected(wallet.provider, [payment.address])
    await expect(provide(account, { psbt: psbt.toBase64(), broadcast: true })).rejects.toMatchObject({
      code: 'outcome_unknown',
      message: 'Lantern did not say whether it sent it. Check there before you send it again.',
    })
  })

  it('refuses to sign and send a transaction, before the wallet is asked, if the wallet cannot send', async () => {
    const wallet = createFakeInjectedWallet({ accounts: [payment.address] })
    const { pushPsbt: _, ...provider } = wallet.provider
    const account = toConnected(provider, [payment.address])
    await expect(provide(account, { psbt: psbt.toBase64(), broadcast: true })).rejects.toMatchObject({
      code: 'call_unsupported',
    })
    expect(wallet.asked).toEqual([])
  })
})

/** The sandbox's own wallet, connected; `provider` is what a page has of it. */
async function openKeel(way: 'announced' | 'injected') {
  const approval = createApproval(() => {})
  approval.autoApprove = true
  const { wallet, injected } = createKeel({ site: 'driftwood.example', approval, storage: localStorage })
  await injected.requestAccounts()
  const account =
    way === 'announced'
      ? toConnected(wallet, [payment.address, ordinals.address])
      : toConnected(injected, [payment.address])
  const pageProvider = createBitcoinPageProvider()
  const { setActive } = createBitcoinAdapter(pageProvider, { networks: [], call: callBitcoin })
  account.connector.name = 'Keel'
  setActive(account)
  return { approval, account, setActive, provider: pageProvider.provider }
}

interface StandardInput {
  psbt: Uint8Array
  inputsToSign: readonly { account: object }[]
  chain: string
}

/** A Wallet Standard wallet that answers everything it is asked for in one way. */
function createStandard(answer: (input: StandardInput) => Promise<unknown>) {
  const sign = vi.fn(answer)
  const own = [payment, ordinals].map(({ address }) => toBitcoinAccount(address, ['bitcoin:regtest']))
  const wallet: { accounts: object[]; features: object } = {
    accounts: own,
    features: {
      'bitcoin:signMessage': { signMessage: sign },
      'bitcoin:signTransaction': { signTransaction: sign },
      'bitcoin:signAndSendTransaction': { signAndSendTransaction: sign },
    },
  }
  return { own, wallet, sign, account: toConnected(wallet, [payment.address, ordinals.address]) }
}

const isActive = () => true

function provide(account: ConnectedAccount, request: object): Promise<unknown> {
  return bitcoinCalls.provide(account, 'signPsbt', request, isActive)
}

/** Whoever has no features is an injected wallet. */
function toConnected(provider: object, addresses: string[], where = 'regtest'): ConnectedAccount {
  const caipNetworkId =
    where === 'regtest' ? bitcoinRegtest.caipNetworkId : 'bip122:000000000019d6689c085ae165831e93'
  const allAccounts = addresses.map((address) => ({
    caipAddress: `${caipNetworkId}:${address}` as const,
    address,
    purpose: 'payment' as const,
  }))
  return {
    status: 'connected',
    connector: {
      id: 'bip122/Lantern',
      name: 'Lantern',
      type: 'features' in provider ? 'ANNOUNCED' : 'INJECTED',
      chain: 'bip122',
      namespaces: ['bip122'],
      restoreKey: 'Lantern',
      provider,
    },
    caipAddress: allAccounts[0]!.caipAddress,
    address: addresses[0]!,
    caipNetworkId,
    network: undefined,
    allAccounts: allAccounts as never,
  }
}

type Key = (typeof bitcoinKeys)[keyof typeof bitcoinKeys]

/** Spends one coin of each. */
function createPsbt(keys: readonly Key[], outputs = 1, value = 30_000): Psbt & { finalize(): Transaction } {
  const psbt = new Psbt({ network })
  for (const [index, { script, tapInternalKey }] of keys.entries()) {
    psbt.addInput({
      hash: 'ab'.repeat(32),
      index,
      witnessUtxo: { script: Buffer.from(script), value: 100_000n },
      ...(tapInternalKey ? { tapInternalKey: Buffer.from(tapInternalKey) } : {}),
    })
  }
  for (let index = 0; index < outputs; index += 1)
    psbt.addOutput({ address: payment.address, value: BigInt(value) })
  return Object.assign(psbt, {
    finalize() {
      const [key] = keys as [Key]
      const signer = {
        publicKey: Buffer.from(key.publicKey),
        sign: (hash: Uint8Array) => Buffer.from(ecc.sign(hash, key.privateKey)),
      }
      return psbt.signAllInputs(signer).finalizeAllInputs().extractTransaction()
    },
  })
}

type Transaction = ReturnType<Psbt['extractTransaction']>

function createBarePsbt(): Psbt {
  const psbt = new Psbt({ network }).addInput({ hash: 'ab'.repeat(32), index: 0 })
  return psbt.addOutput({ address: payment.address, value: 1_000n })
}

function verify(pubkey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  return pubkey.length === 32
    ? ecc.verifySchnorr(hash, pubkey, signature)
    : ecc.verify(hash, pubkey, signature)
}
