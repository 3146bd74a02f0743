/**
 * [F27] [F36] What goes to a wallet of Solana is read anew. The transactions are made by another library, the forged ones
 * too: they are as whole and as right as the others, and do something else.
 */
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFull } from '../../src/core/amount.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import type { Payment } from '../../src/core/sent.ts'
import { isSignedPayment, isSolanaPayment } from '../../src/core/solana-payment.ts'
import { propertyRuns } from '../property-runs.ts'

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const [payer, friend, thief, mint, otherMint] = Array.from(
  { length: 5 },
  () => Keypair.generate().publicKey,
) as [PublicKey, PublicKey, PublicKey, PublicKey, PublicKey]
const tokens = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const tokens2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const opener = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const computing = new PublicKey('ComputeBudget111111111111111111111111111111')
const blockhash = Keypair.generate().publicKey.toBase58()
const source = Keypair.generate().publicKey

const coins = (units: bigint): Payment => ({
  account: `${network}:${payer.toBase58()}` as CaipAddress,
  kind: 'send',
  to: friend.toBase58(),
  out: { symbol: 'SOL', text: formatFull(units, 9), units: String(units) },
})
const token = (units: bigint, decimals = 6): Payment => ({
  ...coins(units),
  out: {
    symbol: 'HUSD',
    text: formatFull(units, decimals),
    units: String(units),
    token: `${network}:${mint.toBase58()}` as CaipAddress,
  },
})

function holder(owner: PublicKey, of = mint, program = tokens): PublicKey {
  const seeds = [owner.toBuffer(), program.toBuffer(), of.toBuffer()]
  return PublicKey.findProgramAddressSync(seeds, opener)[0]
}

function pay(units: bigint, to = friend, from = payer): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: units })
}

interface TokenPlan {
  target?: PublicKey
  of?: PublicKey
  program?: PublicKey
  decimals?: number
  tag?: number
}

function payToken(units: bigint, plan: TokenPlan = {}): TransactionInstruction {
  const { of = mint, program = tokens, decimals = 6, tag = 12, target = holder(friend, of, program) } = plan
  const data = Buffer.alloc(10)
  data.writeUInt8(tag, 0)
  data.writeBigUInt64LE(units, 1)
  data.writeUInt8(decimals, 9)
  const keys = [source, of, target, payer].map((pubkey, at) => ({
    pubkey,
    isSigner: at === 3,
    isWritable: at === 0 || at === 2,
  }))
  return new TransactionInstruction({ programId: program, keys, data })
}

function open(owner = friend, of = mint, program = tokens, tag = 1): TransactionInstruction {
  const keys = [payer, holder(owner, of, program), owner, of, SystemProgram.programId, program].map(
    (pubkey, at) => ({ pubkey, isSigner: at === 0, isWritable: at < 2 }),
  )
  return new TransactionInstruction({ programId: opener, keys, data: Buffer.from([tag]) })
}

function write(instructions: TransactionInstruction[], feePayer = payer): Uint8Array {
  const transaction = new Transaction({ feePayer, recentBlockhash: blockhash }).add(...instructions)
  return new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
}

describe('What was shown passes', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })

  test('with any amount', () => {
    fc.assert(
      fc.property(amount, amount, (units, said) => {
        expect(isSolanaPayment(coins(said), write([pay(units)]))).toBe(units === said)
        expect(isSolanaPayment(token(said), write([payToken(units)]))).toBe(units === said)
        expect(isSolanaPayment(coins(units), write([pay(units)]))).toBe(true)
        expect(isSolanaPayment(token(units), write([payToken(units)]))).toBe(true)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test.each([
    ['a token whose account is opened before', token(5n), [open(), payToken(5n)]],
    [
      'a token of the newer program',
      token(5n),
      [open(friend, mint, tokens2022), payToken(5n, { program: tokens2022 })],
    ],
    ['a token without decimals', token(5n, 0), [payToken(5n, { decimals: 0 })]],
    ['coins to oneself', { ...coins(5n), to: payer.toBase58() }, [pay(5n, payer)]],
  ] as const)('%s', (_, payment, instructions) => {
    expect(isSolanaPayment(payment, write([...instructions]))).toBe(true)
  })
})

describe('What was not shown does not pass', () => {
  const limit = new TransactionInstruction({
    programId: computing,
    keys: [],
    data: Buffer.from([2, 1, 0, 0, 0]),
  })
  test.each<[string, Payment, TransactionInstruction[]]>([
    ['another receiver', coins(5n), [pay(5n, thief)]],
    ['a payment beside it', coins(5n), [pay(5n), pay(1n, thief)]],
    ['a payment before it', coins(5n), [pay(1n, thief), pay(5n)]],
    ['an instruction of another program', coins(5n), [limit, pay(5n)]],
    ['nothing at all', coins(5n), [limit]],
    ['coins in place of the token', token(5n), [pay(5n)]],
    ['a token in place of the coins', coins(5n), [payToken(5n)]],
    ['another token', token(5n), [payToken(5n, { of: otherMint })]],
    ['somebody else’s account', token(5n), [payToken(5n, { target: holder(thief) })]],
    ['an account that is nobody’s by rule', token(5n), [payToken(5n, { target: source })]],
    [
      'the receiver’s account of the other program',
      token(5n),
      [payToken(5n, { target: holder(friend, mint, tokens2022) })],
    ],
    ['other decimals', token(5n), [payToken(5n, { decimals: 5 })]],
    ['a limit in place of a transfer', token(5n), [payToken(5n, { tag: 13 })]],
    ['an account that is opened for somebody else', token(5n), [open(thief), payToken(5n)]],
    ['an account of another token', token(5n), [open(friend, otherMint), payToken(5n)]],
    ['another call of the opener', token(5n), [open(friend, mint, tokens, 2), payToken(5n)]],
    ['a payment before the token', token(5n), [pay(1n, thief), payToken(5n)]],
    ['two transfers of the token', token(5n), [payToken(5n), payToken(5n)]],
    ['a payment that is called a swap', { ...coins(5n), kind: 'swap' }, [pay(5n)]],
  ])('%s', (_, payment, instructions) => {
    expect(isSolanaPayment(payment, write(instructions))).toBe(false)
  })

  test('but what only says a fee is no other payment once it is signed', () => {
    expect(isSignedPayment(coins(5n), write([limit, pay(5n)]))).toBe(true)
    expect(isSignedPayment(token(5n), write([limit, open(), payToken(5n)]))).toBe(true)
    expect(isSignedPayment(coins(5n), write([limit, pay(5n), pay(1n, thief)]))).toBe(false)
    expect(isSignedPayment(coins(5n), write([limit, pay(6n)]))).toBe(false)
  })

  test('another payer, a version, more signatures, and bytes before or behind it', () => {
    expect(isSolanaPayment(coins(5n), write([pay(5n)], thief))).toBe(false)
    const message = new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions: [pay(5n)],
    })
    for (const one of [message.compileToV0Message(), message.compileToLegacyMessage()]) {
      const isLegacy = one.version === 'legacy'
      expect(isSolanaPayment(coins(5n), new VersionedTransaction(one).serialize())).toBe(isLegacy)
    }
    const right = write([pay(5n)])
    expect(isSolanaPayment(coins(5n), Uint8Array.of(...right, 0))).toBe(false)
    expect(isSolanaPayment(coins(5n), Uint8Array.of(0, ...right))).toBe(false)
  })

  test('nor anything that is cut off or changed by a byte, but for what is no part of the payment', () => {
    const right = write([payToken(5n)])
    for (let length = 0; length < right.length; length += 1)
      expect(isSolanaPayment(token(5n), right.subarray(0, length))).toBe(false)
    // Signature, how many may be changed, block, and the account that is drawn on, which is the payer’s or nothing moves.
    const keys = 1 + 64 + 3 + 1
    const count = right[keys - 1]!
    const place = Array.from({ length: count }, (_, at) =>
      right.subarray(keys + at * 32, keys + at * 32 + 32),
    )
    const drawn = keys + 32 * place.findIndex((key) => Buffer.from(key).equals(source.toBuffer()))
    const block = keys + count * 32
    const isFree = (at: number) =>
      (at >= 1 && at < 65) ||
      at === 67 ||
      (at >= drawn && at < drawn + 32) ||
      (at >= block && at < block + 32)
    for (let at = 0; at < right.length; at += 1) {
      const changed = right.slice()
      changed[at]! ^= 1
      const isSource = at === block + 32 + 1 + 1 + 1
      if (!isSource) expect([at, isSolanaPayment(token(5n), changed)]).toEqual([at, isFree(at)])
    }
  })
})
