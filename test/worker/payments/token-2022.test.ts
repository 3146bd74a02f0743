/**
 * [A80] [D1] [D13] Tokens of the newer program, which may keep a part of each transfer, need larger accounts, or cannot be
 * sent plainly. What is shown is what the chain says afterwards.
 */
import { Connection, Keypair, PublicKey, Transaction } from '@solana/web3.js'
import { afterAll, describe, expect, test } from 'vitest'
import { startSurfpool } from '../../../sandbox/surfpool/start-surfpool.ts'
import { solanaLocalnet } from '../../../sandbox/solana-network.ts'
import { toNetwork } from '../../../src/core/networks.ts'
import { prepareTransfer } from '../../../worker/payments/prepare-transfer.ts'
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
  ['a fee, which is rounded up', fee, '50.000001', 49_500_000n],
  ['a fee that has reached its most', fee, '900', 898_000_000n],
  [
    'a fee of nothing and a hook without a program, as PYUSD has them',
    {
      mint: [extend(1, layOutFee(0, 0n)), extend(14, emptyHook)],
      account: [withheld, extend(15, Buffer.alloc(1))],
    },
    '5',
    5_000_000n,
  ],
  [
    'a pause that is not on',
    { mint: [extend(26, Buffer.alloc(33))], account: [extend(27, Buffer.alloc(0))] },
    '5',
    5_000_000n,
  ],
]

/** Authority, two moments and the multiplier, which is 10. */
const scaled = Buffer.alloc(56)
scaled.writeDoubleLE(10, 32)
scaled.writeDoubleLE(10, 48)
const refused: [reason: string, plan: Plan][] = [
  ['hook', { mint: [extend(14, hook)] }],
  ['bound', { mint: [extend(9, Buffer.alloc(0))] }],
  ['scaled', { mint: [extend(25, scaled)] }],
  // Authority, moments and two rates.
  ['scaled', { mint: [extend(10, Buffer.alloc(52))] }],
  ['receiver_frozen', { mint: [extend(6, Buffer.from([2]))] }],
]

describe.runIf(surfpool)('A token of the newer program', () => {
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

  /** The owner holds 1,000 of it. */
  function createToken({ mint: extensions, account = [] }: Plan) {
    const mint = Keypair.generate().publicKey
    surfpool!.setAccount(mint.toBase58(), 10_000_000, [...layOutMint(extensions)], PROGRAM)
    hold(mint, owner.publicKey, 1_000_000_000n, account)
    const contract = mint.toBase58()
    const id = `solana:localnet:${contract}`
    return { id, kind: 'token', contract, symbol: 'TIDE', decimals: 6, amount: 1_000_000_000n } as const
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

  test.each(sendable)('with %s: fee, rent and what arrives are as shown', async (_, plan, typed, arrives) => {
    const to = Keypair.generate().publicKey
    const token = createToken(plan)
    const before = await connection.getBalance(owner.publicKey)
    const prepared = await prepare(token, typed, to)
    expect(prepared).toMatchObject({ simulation: { status: 'passed' } })
    expect(prepared.received ?? prepared.amount).toBe(arrives)
    if (prepared.transaction.namespace !== 'solana') throw new Error('That is for another network.')
    const transaction = Transaction.from(prepared.transaction.transaction)
    transaction.sign(owner)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    await expect
      .poll(async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus, {
        timeout: 30_000,
      })
      .toMatch(/confirmed|finalized/)
    const { value } = await connection.getTokenAccountsByOwner(to, { mint: new PublicKey(token.contract) })
    const [{ account } = { account: undefined }] = value
    expect(account?.data.readBigUInt64LE(64)).toBe(arrives)
    const { expected, rent } = prepared.fee!
    expect(BigInt(before - (await connection.getBalance(owner.publicKey)))).toBe(expected)
    expect(BigInt(account!.lamports)).toBe(rent)
  })

  test.each(refused)('is not sent, for the reason "%s"', async (reason, plan) => {
    await expect(prepare(createToken(plan), '1', Keypair.generate().publicKey)).rejects.toMatchObject({
      code: 'transfer_refused',
      context: { reason },
    })
  })

  test('is not sent to an account that asks for a memo', async () => {
    const to = Keypair.generate().publicKey
    const token = createToken(plain)
    hold(new PublicKey(token.contract), to, 0n, [IMMUTABLE_OWNER, extend(8, Buffer.from([1]))])
    await expect(prepare(token, '1', to)).rejects.toMatchObject({ context: { reason: 'memo' } })
  })

  test('says no fee where the program could not be asked, and that coins are missing', async () => {
    const poor = Keypair.generate().publicKey
    const token = createToken(plain)
    hold(new PublicKey(token.contract), poor, 5_000_000n, [IMMUTABLE_OWNER])
    const prepared = await prepare(token, '1', Keypair.generate().publicKey, poor)
    expect(prepared).toMatchObject({ shortage: 'fee' })
    expect(prepared).not.toHaveProperty('fee')
  })
})
