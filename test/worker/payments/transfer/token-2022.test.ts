/**
 * [A80] [D1] [D13] Tokens of the newer program, which may keep a part of each transfer, need larger accounts, or cannot be
 * sent plainly. What is shown is what the chain says afterwards.
 */
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js'
import { formatUnits, parseUnits } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startSurfpool } from '../../../../sandbox/chains/surfpool/start-surfpool.ts'
import { solanaLocalnet } from '../../../../sandbox/chains/solana-network.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import { prepareTransfer } from '../../../../worker/payments/transfer/prepare-transfer.ts'
import { createPaymentContext } from './create-context.ts'

const PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const surfpool = startSurfpool()

/** Type, length, value. */
function extend(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value])
}

/** @see https://docs.rs/spl-token-2022-interface/latest/spl_token_2022_interface/extension/index.html */
function layOutMint(extensions: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(166)
  head.writeBigUInt64LE(10n ** 15n, 36)
  head.writeUInt8(6, 44)
  head.writeUInt8(1, 45)
  head.writeUInt8(1, 165)
  return Buffer.concat([head, ...extensions])
}

function layOutAccount(mint: PublicKey, owner: PublicKey, amount: bigint, extensions: readonly Buffer[]) {
  const head = Buffer.alloc(166)
  mint.toBuffer().copy(head, 0)
  owner.toBuffer().copy(head, 32)
  head.writeBigUInt64LE(amount, 64)
  head.writeUInt8(1, 108)
  head.writeUInt8(2, 165)
  return Buffer.concat([head, ...extensions])
}

/** Parts of 10,000 of each transfer, and the most base units, since the first epoch. */
function layOutFee(rate: number, most: bigint): Buffer {
  const value = Buffer.alloc(108)
  for (const at of [72, 90]) {
    value.writeBigUInt64LE(most, at + 8)
    value.writeUInt16LE(rate, at + 16)
  }
  return value
}

/** An authority, and no program. */
const emptyHook = Buffer.concat([Buffer.alloc(32, 7), Buffer.alloc(32)])
const hook = Buffer.alloc(64, 7)
const IMMUTABLE_OWNER = extend(7, Buffer.alloc(0))
const withheld = extend(2, Buffer.alloc(8))

interface Plan {
  mint: readonly Buffer[]
  account?: readonly Buffer[]
}

const plain: Plan = { mint: [], account: [IMMUTABLE_OWNER] }
const fee: Plan = { mint: [extend(1, layOutFee(100, 2_000_000n))], account: [withheld] }
const sendable: [name: string, plan: Plan, typed: string, arrives: bigint][] = [
  ['no extension', plain, '50', 50_000_000n],
  ['a transfer fee that is rounded up', fee, '50.000001', 49_500_000n],
  ['a transfer fee at its maximum', fee, '900', 898_000_000n],
  [
    'a transfer fee of 0 and an empty transfer hook, as PYUSD has',
    {
      mint: [extend(1, layOutFee(0, 0n)), extend(14, emptyHook)],
      account: [withheld, extend(15, Buffer.alloc(1))],
    },
    '5',
    5_000_000n,
  ],
  [
    'an inactive pause',
    { mint: [extend(26, Buffer.alloc(33))], account: [extend(27, Buffer.alloc(0))] },
    '5',
    5_000_000n,
  ],
]

/** Authority, multiplier, when the new one begins (seconds since 1970), and that. */
function layOutScaled(now: number, later = now, from = 0n): Buffer {
  const value = Buffer.alloc(56)
  value.writeDoubleLE(now, 32)
  value.writeBigInt64LE(from, 40)
  value.writeDoubleLE(later, 48)
  return extend(25, value)
}

/** Authority, its first moment, the rate until now, this moment, and the rate since: parts of 10,000 in a year. */
function layOutInterest(before: number, since: number): Buffer {
  const now = Math.floor(Date.now() / 1_000)
  const value = Buffer.alloc(52)
  value.writeBigInt64LE(BigInt(now - 3 * 31_556_736), 32)
  value.writeInt16LE(before, 40)
  value.writeBigInt64LE(BigInt(now - 31_556_736), 42)
  value.writeInt16LE(since, 50)
  return extend(10, value)
}

const LATER = 4_000_000_000n
/** What the owner holds of each token: base units. */
const HELD = 1_000_000_000n
const multiplied: [name: string, extension: Buffer, by: number, typed: string, raw: bigint, shown: bigint][] =
  [
    ['a multiplier of 10', layOutScaled(10), 10, '1', 100_000n, 1_000_000n],
    ['an amount between two raw amounts', layOutScaled(10), 10, '1.000009', 100_000n, 1_000_000n],
    ['a multiplier of 0.25', layOutScaled(0.25), 0.25, '1', 4_000_000n, 1_000_000n],
    ['a multiplier without an exact float', layOutScaled(0.7), 0.7, '0.7', 1_000_000n, 700_000n],
    ['a changed multiplier', layOutScaled(10, 20), 20, '1', 50_000n, 1_000_000n],
    ['a multiplier that changes later', layOutScaled(10, 20, LATER), 10, '1', 100_000n, 1_000_000n],
    ['the whole balance', layOutScaled(10), 10, '10000', HELD, 10_000_000_000n],
  ]

const refused: [reason: string, plan: Plan][] = [
  ['hook', { mint: [extend(14, hook)] }],
  ['bound', { mint: [extend(9, Buffer.alloc(0))] }],
  ['multiplier', { mint: [layOutScaled(0)] }],
  ['multiplier', { mint: [layOutScaled(Infinity)] }],
  ['multiplier', { mint: [layOutScaled(NaN)] }],
  ['too_small', { mint: [layOutScaled(10_000_000)] }],
  ['receiver_frozen', { mint: [extend(6, Buffer.from([2]))] }],
]

describe.runIf(surfpool)('A transfer of a Token-2022 token', () => {
  const connection = new Connection(surfpool?.rpcUrl ?? 'http://127.0.0.1:1', 'confirmed')
  const rpcUrls = { default: { http: [surfpool?.rpcUrl ?? ''] } }
  const { context } = createPaymentContext([toNetwork({ ...solanaLocalnet, rpcUrls })])
  const owner = Keypair.generate()
  surfpool?.fundSol(owner.publicKey.toBase58(), 1_000_000_000)
  afterAll(() => surfpool!.stop())

  function hold(mint: PublicKey, holder: PublicKey, amount: bigint, extensions: readonly Buffer[]) {
    const seeds = [holder, new PublicKey(PROGRAM), mint].map((one) => one.toBuffer())
    const [account] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED))
    const data = layOutAccount(mint, holder, amount, extensions)
    surfpool!.setAccount(account.toBase58(), 10_000_000, [...data], PROGRAM)
  }

  /** The owner holds 1,000 of it. @param amount what the API says that wallets show */
  function createToken({ mint: extensions, account = [] }: Plan, amount = HELD) {
    const mint = Keypair.generate().publicKey
    surfpool!.setAccount(mint.toBase58(), 10_000_000, [...layOutMint(extensions)], PROGRAM)
    hold(mint, owner.publicKey, HELD, account)
    const contract = mint.toBase58()
    const id = `solana:localnet:${contract}`
    return { id, kind: 'token', contract, symbol: 'TIDE', decimals: 6, amount } as const
  }
  const prepare = (
    token: ReturnType<typeof createToken>,
    amountText: string,
    to: PublicKey,
    sender = owner.publicKey,
  ) =>
    prepareTransfer(
      {
        draft: {
          account: `solana:localnet:${sender.toBase58()}`,
          locale: 'en',
          token,
          amountText,
          receiverText: to.toBase58(),
        },
        own: [],
      },
      context,
    )

  /** The receiver's account afterwards. */
  async function send(
    { transaction }: Awaited<ReturnType<typeof prepare>>,
    { contract }: ReturnType<typeof createToken>,
    to: PublicKey,
  ) {
    if (transaction.namespace !== 'solana') throw new Error('That is for another network.')
    const signed = Transaction.from(transaction.transaction)
    signed.sign(owner)
    const signature = await connection.sendRawTransaction(signed.serialize())
    const readStatus = async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus
    await expect.poll(readStatus, { timeout: 30_000 }).toMatch(/confirmed|finalized/)
    const { value } = await connection.getTokenAccountsByOwner(to, { mint: new PublicKey(contract) })
    return value[0]?.account
  }

  /** What the token's own program says that wallets show, which it reckons with floats: base units. */
  async function askShown(contract: string, raw: bigint): Promise<bigint> {
    const data = Buffer.alloc(9)
    data.writeUInt8(23, 0)
    data.writeBigUInt64LE(raw, 1)
    const keys = [{ pubkey: new PublicKey(contract), isSigner: false, isWritable: false }]
    const question = new TransactionInstruction({ programId: new PublicKey(PROGRAM), keys, data })
    const { blockhash } = await connection.getLatestBlockhash()
    const asked = new Transaction({ feePayer: owner.publicKey, recentBlockhash: blockhash }).add(question)
    const { value } = await connection.simulateTransaction(asked)
    return parseUnits(Buffer.from(value.returnData!.data[0], 'base64').toString(), 6)
  }

  test.each(sendable)(
    'costs the shown fee and rent, and delivers the shown amount (%s)',
    async (_, plan, typed, arrives) => {
      const to = Keypair.generate().publicKey
      const token = createToken(plan)
      const before = await connection.getBalance(owner.publicKey)
      const prepared = await prepare(token, typed, to)
      expect(prepared).toMatchObject({ simulation: { status: 'passed' } })
      expect(prepared.received ?? prepared.amount).toBe(arrives)
      const account = await send(prepared, token, to)
      expect(account?.data.readBigUInt64LE(64)).toBe(arrives)
      const { expected, rent } = prepared.fee!
      expect(BigInt(before - (await connection.getBalance(owner.publicKey)))).toBe(expected)
      expect(BigInt(account!.lamports)).toBe(rent)
    },
  )

  test.each(multiplied)(
    'transfers the raw amount that matches the displayed amount that the person entered (%s)',
    async (_, extension, by, typed, raw, shown) => {
      const to = Keypair.generate().publicKey
      const token = createToken({ mint: [extension], account: [IMMUTABLE_OWNER] }, BigInt(Number(HELD) * by))
      const prepared = await prepare(token, typed, to)
      expect(prepared).toMatchObject({ simulation: { status: 'passed' }, multiplied: { raw, shown } })
      expect(await askShown(token.contract, raw)).toBe(shown)
      const account = await send(prepared, token, to)
      expect(account?.data.readBigUInt64LE(64)).toBe(raw)
    },
  )

  // Two years at 5 % and one at 3 %, compounded at every moment; and one that melts.
  test.each([
    [500, 300, Math.exp(0.13)],
    [-500, -300, Math.exp(-0.13)],
  ])(
    'transfers the raw amount that matches the entered amount after the token’s interest changed from %i to %i basis points',
    async (before, since, growth) => {
      const to = Keypair.generate().publicKey
      const plan = { mint: [layOutInterest(before, since)], account: [IMMUTABLE_OWNER] }
      const token = createToken(plan, BigInt(Math.round(Number(HELD) * growth)))
      const prepared = await prepare(token, '100', to)
      const { raw, shown } = prepared.multiplied!
      expect(Number(raw) / (100_000_000 / growth)).toBeCloseTo(1, 5)
      // At most what was typed; less by the smallest unit where no raw amount stands for it.
      expect([100_000_000n, 99_999_999n]).toContain(shown)
      // The program rounds, and a moment has passed.
      expect(Number((await askShown(token.contract, raw)) - shown)).toBeLessThanOrEqual(5)
      const account = await send(prepared, token, to)
      expect(account?.data.readBigUInt64LE(64)).toBe(raw)
    },
  )

  test('shows the received amount as displayed, and the permanent delegate, if the token has a multiplier and a transfer fee', async () => {
    const to = Keypair.generate().publicKey
    const plan = {
      mint: [layOutScaled(10), extend(1, layOutFee(100, 2_000_000n)), extend(12, Buffer.alloc(32, 7))],
    }
    const token = createToken({ ...plan, account: [withheld] }, 10n * HELD)
    const prepared = await prepare(token, '50', to)
    expect(prepared).toMatchObject({
      multiplied: { raw: 5_000_000n, shown: 50_000_000n, by: '10' },
      received: 49_500_000n,
      hasDelegate: true,
    })
    const account = await send(prepared, token, to)
    expect(account?.data.readBigUInt64LE(64)).toBe(4_950_000n)
  })

  test.each(refused)('is refused for the reason "%s"', async (reason, plan) => {
    const amount = reason === 'too_small' ? HELD * 10_000_000n : HELD
    await expect(prepare(createToken(plan, amount), '1', Keypair.generate().publicKey)).rejects.toMatchObject(
      {
        code: 'transfer_refused',
        context: { reason },
      },
    )
  })

  test('is refused when the shown balance does not match the node’s balance', async () => {
    const plan = { mint: [layOutScaled(10)], account: [IMMUTABLE_OWNER] }
    // As if nothing were multiplied, and by another number.
    for (const amount of [HELD, 100n * HELD, (HELD * 98n) / 10n])
      await expect(
        prepare(createToken(plan, amount), '1', Keypair.generate().publicKey),
      ).rejects.toMatchObject({
        context: { reason: 'balance' },
      })
  })

  test('is refused when the token’s display multiplier is about to change', async () => {
    const soon = BigInt(Math.floor(Date.now() / 1_000) + 100)
    const token = createToken({ mint: [layOutScaled(10, 20, soon)], account: [IMMUTABLE_OWNER] }, 10n * HELD)
    await expect(prepare(token, '1', Keypair.generate().publicKey)).rejects.toMatchObject({
      context: { reason: 'multiplier_changes' },
    })
  })

  test('can send the whole balance even if the shown balance was rounded up', async () => {
    const plan = { mint: [layOutInterest(500, 300)], account: [IMMUTABLE_OWNER] }
    const token = createToken(plan, BigInt(Math.round(Number(HELD) * Math.exp(0.13) * 1.00005)))
    const prepared = await prepare(token, formatUnits(token.amount, 6), Keypair.generate().publicKey)
    expect(prepared.multiplied?.raw).toBe(HELD)
    expect(prepared.multiplied!.shown).toBeLessThan(token.amount)
    expect(prepared).not.toHaveProperty('shortage')
  })

  test('is refused when the receiver’s account requires a memo', async () => {
    const to = Keypair.generate().publicKey
    const token = createToken(plain)
    hold(new PublicKey(token.contract), to, 0n, [IMMUTABLE_OWNER, extend(8, Buffer.from([1]))])
    await expect(prepare(token, '1', to)).rejects.toMatchObject({ context: { reason: 'memo' } })
  })

  test('reports a shortage and no fee when the sender has no SOL', async () => {
    const poor = Keypair.generate().publicKey
    const token = createToken(plain)
    hold(new PublicKey(token.contract), poor, 5_000_000n, [IMMUTABLE_OWNER])
    const prepared = await prepare(token, '1', Keypair.generate().publicKey, poor)
    expect(prepared).toMatchObject({ shortage: 'fee' })
    expect(prepared).not.toHaveProperty('fee')
  })
})
