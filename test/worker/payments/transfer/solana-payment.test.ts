/**
 * [F27] [F36] What goes to a wallet of Solana is read anew. The transactions are written by another library than the one that
 * reads them, the forged ones too: they are as whole and as right as the others, and do something else.
 */
import { generateKeyPairSigner, getBase58Decoder } from '@solana/kit'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFull } from '../../../../src/core/text/amount.ts'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { Payment } from '../../../../src/core/payments/sent.ts'
import { isSignedPayment, isSolanaPayment } from '../../../../worker/payments/transfer/solana-payment.ts'
import { propertyRuns } from '../../../property-runs.ts'
import {
  findTokenAccount,
  openAccount,
  payCoin,
  payToken as writeToken,
  type ReadInstruction,
  TOKENS,
  TOKENS_2022,
  writeByKit,
} from './read-by-kit.ts'

const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const keys = await Promise.all(Array.from({ length: 7 }, generateKeyPairSigner))
const [payer, friend, thief, mint, otherMint, source, blockhash] = keys.map((one) => String(one.address)) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
/** By owner, token and program. */
const holders = new Map<string, string>()
for (const owner of [friend, thief])
  for (const of of [mint, otherMint])
    for (const program of [TOKENS, TOKENS_2022])
      holders.set([owner, of, program].join(), await findTokenAccount(owner, of, program))

const coins = (units: bigint): Payment => ({
  account: `${network}:${payer}` as CaipAddress,
  kind: 'send',
  to: friend,
  out: { symbol: 'SOL', text: formatFull(units, 9), units: String(units) },
})
const token = (units: bigint, decimals = 6): Payment => ({
  ...coins(units),
  out: {
    symbol: 'HUSD',
    text: formatFull(units, decimals),
    units: String(units),
    token: `${network}:${mint}` as CaipAddress,
  },
})

function holder(owner: string, of = mint, program = TOKENS): string {
  return holders.get([owner, of, program].join())!
}

const pay = (units: bigint, to = friend, from = payer) => payCoin(from, to, units)

interface TokenPlan {
  target?: string
  of?: string
  program?: string
  decimals?: number
  tag?: number
}

function payToken(amount: bigint, plan: TokenPlan = {}): ReadInstruction {
  const { of = mint, program = TOKENS, decimals = 6, tag = 12, target = holder(friend, of, program) } = plan
  const instruction = writeToken({ source, mint: of, target, owner: payer, amount, decimals, program })
  instruction.data[0] = tag
  return instruction
}

function open(owner = friend, of = mint, program = TOKENS, tag = 1): ReadInstruction {
  const account = holder(owner, of, program)
  return { ...openAccount({ payer, account, owner, mint: of, program }), data: Uint8Array.of(tag) }
}

const write = (instructions: readonly ReadInstruction[], from = payer) =>
  writeByKit(from, instructions, blockhash)

describe('The check of a Solana transaction against its review', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })

  test('[D1] accepts a token with a display multiplier only when the shown amount matches the raw amount', () => {
    const shown = (text: string, by: string) => {
      const plain = token(1_000_000n)
      return isSolanaPayment(
        { ...plain, out: { ...plain.out, text, multiplier: by } },
        write([payToken(1_000_000n)]),
      )
    }
    expect(shown('10', '10')).toBe(true)
    expect(shown('0.25', '0.25')).toBe(true)
    // What was entered stands for as much, or more.
    for (const [entered, isRight] of [
      ['10000000', true],
      ['10000009', true],
      ['9999999', false],
    ] as const) {
      const plain = token(1_000_000n)
      const out = { ...plain.out, text: '10', multiplier: '10', entered }
      expect(isSolanaPayment({ ...plain, out }, write([payToken(1_000_000n)]))).toBe(isRight)
    }
    // The amount without its multiplier, another one, and what is none.
    expect(shown('1', '10')).toBe(false)
    expect(shown('10', '9.9999999')).toBe(false)
    for (const by of ['', '0', '1e1', '10/1', '-10']) expect(shown('10', by)).toBe(false)
  })

  test('accepts the reviewed amount, and rejects every other amount', () => {
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
    ['a token payment that first opens the receiver’s account', token(5n), [open(), payToken(5n)]],
    [
      'a payment of a Token-2022 token',
      token(5n),
      [open(friend, mint, TOKENS_2022), payToken(5n, { program: TOKENS_2022 })],
    ],
    ['a payment of a token without decimals', token(5n, 0), [payToken(5n, { decimals: 0 })]],
    ['a SOL payment to the payer', { ...coins(5n), to: payer }, [pay(5n, payer)]],
  ] as const)('accepts %s', (_, payment, instructions) => {
    expect(isSolanaPayment(payment, write([...instructions]))).toBe(true)
  })
})

describe('The check of a Solana transaction against its review', () => {
  const limit = {
    program: 'ComputeBudget111111111111111111111111111111',
    accounts: [],
    data: Uint8Array.of(2, 1, 0, 0, 0),
  }
  test.each<[string, Payment, ReadInstruction[]]>([
    ['a receiver other than the reviewed one', coins(5n), [pay(5n, thief)]],
    ['a second payment after the reviewed one', coins(5n), [pay(5n), pay(1n, thief)]],
    ['a payment before the reviewed one', coins(5n), [pay(1n, thief), pay(5n)]],
    ['an added instruction of a different program', coins(5n), [limit, pay(5n)]],
    ['a transaction without a payment', coins(5n), [limit]],
    ['SOL in place of the token', token(5n), [pay(5n)]],
    ['a token in place of SOL', coins(5n), [payToken(5n)]],
    ['a token other than the reviewed one', token(5n), [payToken(5n, { of: otherMint })]],
    [
      'a token account that does not belong to the receiver',
      token(5n),
      [payToken(5n, { target: holder(thief) })],
    ],
    ['the payer’s token account in place of the receiver’s', token(5n), [payToken(5n, { target: source })]],
    [
      'the receiver’s Token-2022 account in place of the Token account',
      token(5n),
      [payToken(5n, { target: holder(friend, mint, TOKENS_2022) })],
    ],
    ['decimals other than the reviewed ones', token(5n), [payToken(5n, { decimals: 5 })]],
    ['an approval in place of a transfer', token(5n), [payToken(5n, { tag: 13 })]],
    ['a token account opened for someone other than the receiver', token(5n), [open(thief), payToken(5n)]],
    [
      'a token account opened for a token other than the reviewed one',
      token(5n),
      [open(friend, otherMint), payToken(5n)],
    ],
    [
      'an instruction of the associated token program that opens no account',
      token(5n),
      [open(friend, mint, TOKENS, 2), payToken(5n)],
    ],
    ['a SOL payment before the token', token(5n), [pay(1n, thief), payToken(5n)]],
    ['two transfers of the token', token(5n), [payToken(5n), payToken(5n)]],
    ['a payment whose review is a swap', { ...coins(5n), kind: 'swap' }, [pay(5n)]],
  ])('rejects %s', (_, payment, instructions) => {
    expect(isSolanaPayment(payment, write(instructions))).toBe(false)
  })

  test('accepts a signed transaction to which the wallet added a compute budget, if nothing else differs', () => {
    expect(isSignedPayment(coins(5n), write([limit, pay(5n)]))).toBe(true)
    expect(isSignedPayment(token(5n), write([limit, open(), payToken(5n)]))).toBe(true)
    expect(isSignedPayment(coins(5n), write([limit, pay(5n), pay(1n, thief)]))).toBe(false)
    expect(isSignedPayment(coins(5n), write([limit, pay(6n)]))).toBe(false)
  })

  test('rejects a payer other than the account, version 0, and extra bytes before or after the transaction', () => {
    expect(isSolanaPayment(coins(5n), write([pay(5n)], thief))).toBe(false)
    expect(isSolanaPayment(coins(5n), writeByKit(payer, [pay(5n)], blockhash, 0))).toBe(false)
    const right = write([pay(5n)])
    expect(isSolanaPayment(coins(5n), Uint8Array.of(...right, 0))).toBe(false)
    expect(isSolanaPayment(coins(5n), Uint8Array.of(0, ...right))).toBe(false)
  })

  test('rejects truncated or changed bytes, except bytes of the signature, the blockhash and the source account', () => {
    const right = write([payToken(5n)])
    for (let length = 0; length < right.length; length += 1)
      expect(isSolanaPayment(token(5n), right.subarray(0, length))).toBe(false)
    // Signature, how many may be changed, block, and the account that is drawn on, which is the payer’s or nothing moves.
    const keys = 1 + 64 + 3 + 1
    const count = right[keys - 1]!
    const place = Array.from({ length: count }, (_, at) =>
      right.subarray(keys + at * 32, keys + at * 32 + 32),
    )
    const drawn = keys + 32 * place.findIndex((key) => getBase58Decoder().decode(key) === source)
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
