/** Tokens of the newer program, which may keep a part of each transfer, or forbid it. */
import { calculateEpochFee } from '@solana/spl-token'
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

/** @see https://docs.rs/spl-token-2022-interface/latest/spl_token_2022_interface/extension/index.html */
function layOutMint(extension: number, value: Buffer): Buffer {
  const data = Buffer.alloc(166 + 4 + value.length)
  data.writeBigUInt64LE(10n ** 15n, 36)
  data.writeUInt8(6, 44)
  data.writeUInt8(1, 45)
  data.writeUInt8(1, 165)
  data.writeUInt16LE(extension, 166)
  data.writeUInt16LE(value.length, 168)
  value.copy(data, 170)
  return data
}

/** 1 % of each transfer, at most 2 whole tokens, since the first epoch. */
function layOutFee(): Buffer {
  const value = Buffer.alloc(108)
  for (const at of [72, 90]) {
    value.writeBigUInt64LE(2_000_000n, at + 8)
    value.writeUInt16LE(100, at + 16)
  }
  return value
}

function layOutAccount(mint: PublicKey, owner: PublicKey, amount: bigint, extension: number): Buffer {
  const value = extension === 1 ? Buffer.alloc(12) : Buffer.alloc(4)
  // What is withheld, or a mark without a value.
  value.writeUInt16LE(extension === 1 ? 2 : 13, 0)
  value.writeUInt16LE(value.length - 4, 2)
  const data = Buffer.concat([Buffer.alloc(166), value])
  mint.toBuffer().copy(data, 0)
  owner.toBuffer().copy(data, 32)
  data.writeBigUInt64LE(amount, 64)
  data.writeUInt8(1, 108)
  data.writeUInt8(2, 165)
  return data
}

describe.runIf(surfpool)('A token of the newer program', () => {
  const connection = new Connection(surfpool?.rpcUrl ?? 'http://127.0.0.1:1', 'confirmed')
  const rpcUrls = { default: { http: [surfpool?.rpcUrl ?? ''] } }
  const { context } = createPaymentContext([toNetwork({ ...solanaLocalnet, rpcUrls })])
  const owner = Keypair.generate()
  surfpool?.fundSol(owner.publicKey.toBase58(), 1_000_000_000)
  afterAll(() => surfpool!.stop())

  /** The owner holds 1,000 of it. */
  function createToken(extension: number, value: Buffer) {
    const mint = Keypair.generate().publicKey
    const data = layOutMint(extension, value)
    surfpool!.setAccount(mint.toBase58(), 10_000_000, [...data], PROGRAM)
    const seeds = [owner.publicKey, new PublicKey(PROGRAM), mint].map((one) => one.toBuffer())
    const [account] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED))
    const held = layOutAccount(mint, owner.publicKey, 1_000_000_000n, extension)
    surfpool!.setAccount(account.toBase58(), 10_000_000, [...held], PROGRAM)
    const contract = mint.toBase58()
    const id = `solana:localnet:${contract}`
    return { id, kind: 'token', contract, symbol: 'TIDE', decimals: 6, amount: 1_000_000_000n } as const
  }
  const prepare = (token: ReturnType<typeof createToken>, amountText: string, to: PublicKey) =>
    prepareTransfer(
      {
        draft: {
          account: `solana:localnet:${owner.publicKey.toBase58()}`,
          locale: 'en',
          token,
          amountText,
          receiverText: to.toBase58(),
        },
        own: [],
      },
      context,
    )

  test('[A80] that keeps a part says what will come in, and it does', async () => {
    const to = Keypair.generate().publicKey
    const token = createToken(1, layOutFee())
    const before = await connection.getBalance(owner.publicKey)
    const prepared = await prepare(token, '50.000001', to)
    expect(prepared).toMatchObject({
      amount: 50_000_001n,
      received: 49_500_000n,
      simulation: { status: 'passed' },
    })
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
    expect(value[0]!.account.data.readBigUInt64LE(64)).toBe(49_500_000n)
    expect(BigInt(before - (await connection.getBalance(owner.publicKey)))).toBe(prepared.fee!.expected)
  })

  test('in whose transfers other programs have a say is not sent, nor one that is bound', async () => {
    const to = Keypair.generate().publicKey
    await expect(prepare(createToken(14, Buffer.alloc(64, 7)), '1', to)).rejects.toMatchObject({
      code: 'transfer_refused',
      context: { reason: 'hook' },
    })
    await expect(prepare(createToken(9, Buffer.alloc(0)), '1', to)).rejects.toMatchObject({
      context: { reason: 'bound' },
    })
  })
})

test('what a token keeps is rounded up, has a most, and follows the epoch', () => {
  const fee = {
    newerTransferFee: { epoch: 10n, transferFeeBasisPoints: 200, maximumFee: 1_000n },
    olderTransferFee: { epoch: 0n, transferFeeBasisPoints: 100, maximumFee: 5n },
  } as never
  expect(calculateEpochFee(fee, 9n, 101n)).toBe(2n)
  expect(calculateEpochFee(fee, 9n, 100_000n)).toBe(5n)
  expect(calculateEpochFee(fee, 10n, 101n)).toBe(3n)
  expect(calculateEpochFee(fee, 10n, 0n)).toBe(0n)
})
