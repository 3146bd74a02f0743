// @vitest-environment happy-dom
/** Reef and Keel keep to the Wallet Standard, and what they sign is what other people's libraries take for signed. */
import * as ecc from '@bitcoinerlab/secp256k1'
import { ed25519 } from '@noble/curves/ed25519'
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { Verifier } from 'bip322-js'
import { initEccLib, networks, payments, Psbt } from 'bitcoinjs-lib'
import { bytesToHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { bitcoinKeys } from '../../sandbox/bitcoin-keys.ts'
import { solanaPeople } from '../../sandbox/solana-accounts.ts'
import { type Approval, createApproval } from '../../sandbox/wallets/approval.ts'
import { createKeel } from '../../sandbox/wallets/keel.ts'
import { createReef } from '../../sandbox/wallets/reef.ts'
import type { StandardWallet, WalletOptions } from '../../sandbox/wallets/standard-wallet.ts'

initEccLib(ecc)
beforeEach(() => localStorage.clear())

type Account = StandardWallet['wallet']['accounts'][number]
type Connect = (input?: object) => Promise<{ accounts: Account[] }>
type Sign = (...inputs: object[]) => Promise<Record<string, Uint8Array>[]>

function start<T extends StandardWallet>(create: (options: WalletOptions) => T) {
  const approval = createApproval(() => {})
  const created = create({ site: 'driftwood.example', approval, storage: localStorage })
  const getMethod = <M>(feature: string) => {
    const found = created.wallet.features[feature as `${string}:${string}`] as Record<string, M>
    return found[feature.split(':')[1]!]!
  }
  const changes: (readonly Account[])[] = []
  const on = getMethod<(event: string, listener: (change: { accounts: Account[] }) => void) => () => void>
  const events = created.wallet.features['standard:events'] as { on: ReturnType<typeof on> }
  events.on('change', ({ accounts }) => changes.push(accounts))
  return { ...created, approval, getMethod, changes }
}

const sent: { method: string; params: unknown[] }[] = []
const startReef = () =>
  start((options) =>
    createReef({
      ...options,
      rpcUrl: 'http://127.0.0.1:1',
      fetch: (async (_url: unknown, init?: RequestInit) => {
        sent.push(JSON.parse(String(init?.body)) as (typeof sent)[number])
        return Response.json({ result: 'signature' })
      }) as typeof fetch,
    }),
  )
const startKeel = () => start(createKeel)

async function answer(approval: Approval, yes: boolean): Promise<void> {
  while (!approval.getPending()) await new Promise((resolve) => setTimeout(resolve))
  if (yes) approval.approve()
  else approval.reject()
}

describe.each([
  ['Reef', startReef, 'solana:localnet', solanaPeople.mara.publicKey.toBase58()],
  ['Keel', startKeel, 'bitcoin:regtest', bitcoinKeys.payment.address],
] as const)('%s', (_name, startWallet, chain, address) => {
  const connected = async () => {
    const wallet = startWallet()
    const asked = wallet.getMethod<Connect>('standard:connect')()
    await answer(wallet.approval, true)
    await asked
    return wallet
  }

  it('shares nothing before a person agrees, and asks nobody when it is to be silent', async () => {
    const { wallet, approval, getMethod } = startWallet()
    expect(wallet.accounts).toEqual([])
    expect(await getMethod<Connect>('standard:connect')({ silent: true })).toEqual({ accounts: [] })
    expect(approval.getPending()).toBeUndefined()
  })

  it('connects when the person agrees, tells so by event, and remembers it over a reload', async () => {
    const { wallet, changes } = await connected()
    expect(wallet.accounts[0]).toMatchObject({ address, chains: [chain] })
    expect(changes).toHaveLength(1)
    const { accounts } = await startWallet().getMethod<Connect>('standard:connect')({ silent: true })
    expect(accounts[0]?.address).toBe(address)
  })

  it('answers 4001 when the person declines, and shares nothing', async () => {
    const { wallet, approval, getMethod } = startWallet()
    const declined = expect(getMethod<Connect>('standard:connect')()).rejects.toMatchObject({ code: 4001 })
    await answer(approval, false)
    await declined
    expect(wallet.accounts).toEqual([])
  })

  it('makes another account the active one, and takes its permission back, each with an event', async () => {
    const { wallet, permissions, changes, getMethod } = await connected()
    const second = wallet.accounts[1]!.address
    permissions.select(1)
    expect(changes.at(-1)?.[0]?.address).toBe(second)
    await getMethod<() => Promise<void>>('standard:disconnect')()
    expect(changes.at(-1)).toEqual([])
    expect(wallet.accounts).toEqual([])
  })

  it('shares nothing while it is locked, until the person unlocks it', async () => {
    const { wallet, approval, changes, getMethod } = await connected()
    approval.setCondition('locked')
    expect(changes.at(-1)).toEqual([])
    const asked = getMethod<Connect>('standard:connect')()
    await answer(approval, true)
    expect((await asked).accounts[0]?.address).toBe(address)
    expect(wallet.accounts[0]?.address).toBe(address)
  })

  it('shares accounts that are not its own while it lies, and signs for none of them', async () => {
    const { wallet, approval, getMethod } = await connected()
    const message = new Uint8Array([1])
    const [own] = wallet.accounts
    approval.setCondition('lying')
    expect(wallet.accounts.map((account) => account.address)).not.toContain(address)
    const sign = getMethod<Sign>(`${chain.split(':')[0]}:signMessage`)
    for (const account of [...wallet.accounts, own!]) {
      await expect(sign({ account, message })).rejects.toMatchObject({ code: 4100 })
    }
  })

  it('never answers while it is silent', async () => {
    const { approval, getMethod } = startWallet()
    approval.setCondition('silent')
    const asked = getMethod<Connect>('standard:connect')().then(() => 'answered')
    const later = new Promise((resolve) => setTimeout(() => resolve('nothing'), 50))
    expect(await Promise.race([asked, later])).toBe('nothing')
  })
})

describe('Reef', () => {
  const receiver = solanaPeople.theo.publicKey
  const connected = async () => {
    sent.length = 0
    const reef = startReef()
    reef.approval.autoApprove = true
    const { accounts } = await reef.getMethod<Connect>('standard:connect')()
    return { ...reef, account: accounts[0]! }
  }
  const transfer = () =>
    SystemProgram.transfer({
      fromPubkey: solanaPeople.mara.publicKey,
      toPubkey: receiver,
      lamports: 1_000,
    })
  const recentBlockhash = PublicKey.default.toBase58()

  it('signs a message with the key of its account', async () => {
    const { account, getMethod } = await connected()
    const message = new TextEncoder().encode('Hello from the reef')
    const [output] = await getMethod<Sign>('solana:signMessage')({ account, message })
    expect(ed25519.verify(output!['signature']!, message, new Uint8Array(account.publicKey))).toBe(true)
  })

  it('signs transactions, the old kind and the new', async () => {
    const { account, getMethod } = await connected()
    const payerKey = solanaPeople.mara.publicKey
    const legacy = new Transaction({ feePayer: payerKey, recentBlockhash }).add(transfer())
    const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [transfer()] })
    const outputs = await getMethod<Sign>('solana:signTransaction')(
      { account, transaction: new Uint8Array(legacy.serialize({ requireAllSignatures: false })) },
      { account, transaction: new VersionedTransaction(message.compileToV0Message()).serialize() },
    )
    expect(Transaction.from(outputs[0]!['signedTransaction']!).verifySignatures()).toBe(true)
    const { signatures, message: signed } = VersionedTransaction.deserialize(
      outputs[1]!['signedTransaction']!,
    )
    expect(ed25519.verify(signatures[0]!, signed.serialize(), payerKey.toBytes())).toBe(true)
  })

  it('sends what it has signed, and answers with its signature', async () => {
    const { account, getMethod } = await connected()
    const legacy = new Transaction({ feePayer: solanaPeople.mara.publicKey, recentBlockhash }).add(transfer())
    const transaction = new Uint8Array(legacy.serialize({ requireAllSignatures: false }))
    const [output] = await getMethod<Sign>('solana:signAndSendTransaction')({ account, transaction })
    const [call] = sent
    expect(call?.method).toBe('sendTransaction')
    const reached = Transaction.from(Buffer.from(String(call!.params[0]), 'base64'))
    expect(new Uint8Array(reached.signature!)).toEqual(output!['signature'])
  })
})

describe('Keel', () => {
  const { payment, ordinals } = bitcoinKeys
  const connected = async () => {
    const keel = startKeel()
    keel.approval.autoApprove = true
    const { accounts } = await keel.getMethod<Connect>('bitcoin:connect')()
    return { ...keel, accounts }
  }

  /** Spends one coin of each address. */
  function createPsbt(): Psbt {
    const psbt = new Psbt({ network: networks.regtest })
    const value = 40_000
    for (const { script, tapInternalKey } of [payment, ordinals]) {
      psbt.addInput({
        hash: 'ab'.repeat(32),
        index: psbt.inputCount,
        witnessUtxo: { script: Buffer.from(script), value },
        ...(tapInternalKey ? { tapInternalKey: Buffer.from(tapInternalKey) } : {}),
      })
    }
    return psbt.addOutput({ address: bitcoinKeys.stranger.address, value: 70_000 })
  }
  const verify = (pubkey: Buffer, hash: Buffer, signature: Buffer) =>
    pubkey.length === 32 ? ecc.verifySchnorr(hash, pubkey, signature) : ecc.verify(hash, pubkey, signature)

  it('has the addresses that another library derives from its keys', () => {
    const network = networks.regtest
    const pubkey = Buffer.from(payment.publicKey)
    expect(payments.p2wpkh({ pubkey, network }).address).toBe(payment.address)
    const internalPubkey = Buffer.from(ordinals.publicKey)
    expect(payments.p2tr({ internalPubkey, network }).address).toBe(ordinals.address)
  })

  it('gives a page the accounts for what it wants them', async () => {
    const { getMethod } = await connected()
    const { accounts } = await getMethod<Connect>('bitcoin:connect')({ purposes: ['ordinals'] })
    expect(accounts.map(({ address }) => address)).toEqual([ordinals.address])
  })

  it('signs messages of either address by BIP-322', async () => {
    const { accounts, getMethod } = await connected()
    const text = 'Hello from the keel: ₿ 21'
    expect(accounts.map(({ address }) => address)).toEqual([payment.address, ordinals.address])
    for (const account of accounts) {
      const message = new TextEncoder().encode(text)
      const [output] = await getMethod<Sign>('bitcoin:signMessage')({ account, message })
      const signature = Buffer.from(output!['signature']!).toString('base64')
      expect(Verifier.verifySignature(account.address, text, signature)).toBe(true)
      expect(Verifier.verifySignature(account.address, `${text}.`, signature)).toBe(false)
    }
  })

  it('signs the inputs of a PSBT that it is asked for, and no others', async () => {
    const { accounts, getMethod } = await connected()
    const sign = getMethod<Sign>('bitcoin:signTransaction')
    const psbt = new Uint8Array(createPsbt().toBuffer())
    const [paid] = await sign({ psbt, inputsToSign: [{ account: accounts[0], signingIndexes: [0] }] })
    const half = Psbt.fromBuffer(Buffer.from(paid!['signedPsbt']!), { network: networks.regtest })
    expect(half.validateSignaturesOfInput(0, verify)).toBe(true)
    expect(half.data.inputs[1]).not.toHaveProperty('tapKeySig')
    const [both] = await sign({
      psbt: paid!['signedPsbt'],
      inputsToSign: [{ account: accounts[1], signingIndexes: [1] }],
    })
    const whole = Psbt.fromBuffer(Buffer.from(both!['signedPsbt']!), { network: networks.regtest })
    expect(whole.validateSignaturesOfAllInputs(verify)).toBe(true)
    const [output] = whole.finalizeAllInputs().extractTransaction().outs
    expect(output).toMatchObject({ value: 70_000 })
  })

  it('speaks as extensions inject it, with one active account', async () => {
    const { injected, permissions, approval } = startKeel()
    const heard: string[][] = []
    const listener = (accounts: string[]) => heard.push(accounts)
    injected.on('accountsChanged', listener)
    expect(await injected.getAccounts()).toEqual([])
    await expect(injected.signMessage('no')).rejects.toMatchObject({ code: 4100 })
    approval.autoApprove = true
    expect(await injected.requestAccounts()).toEqual([payment.address])
    expect(await injected.getPublicKey()).toBe(bytesToHex(payment.publicKey).slice(2))
    expect(await injected.getNetwork()).toBe('regtest')
    expect(await injected.getChain()).toMatchObject({ enum: 'BITCOIN_REGTEST' })
    const signature = await injected.signMessage('Hello')
    expect(Verifier.verifySignature(payment.address, 'Hello', signature)).toBe(true)
    permissions.select(1)
    expect(await injected.getAccounts()).toEqual([ordinals.address])
    injected.removeListener('accountsChanged', listener)
    await injected.disconnect()
    expect(heard).toEqual([[payment.address], [ordinals.address]])
  })

  it('signs a PSBT there in hex, finalized unless the page wants it otherwise', async () => {
    const { injected, approval } = startKeel()
    approval.autoApprove = true
    await injected.requestAccounts()
    const psbt = createPsbt().toHex()
    const toSignInputs = [{ index: 0 }, { index: 1, address: ordinals.address }]
    const open = await injected.signPsbt(psbt, { toSignInputs, autoFinalized: false })
    expect(Psbt.fromHex(open).validateSignaturesOfAllInputs(verify)).toBe(true)
    const final = await injected.signPsbt(psbt, { toSignInputs })
    expect(Psbt.fromHex(final).extractTransaction().ins).toHaveLength(2)
  })
})
