import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import type { Payment } from '../../../../src/core/payments/sent.ts'
import type { FetchedSolanaTransaction } from '../../../../worker/payments/sent/fetch-solana-transaction.ts'
import { isPaid } from '../../../../worker/payments/transfer/solana-paid.ts'
import { payCoin, type ReadInstruction, writeByKit } from './read-by-kit.ts'

const OWN = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const TO = 'So11111111111111111111111111111111111111112'
const MEMBER = 'Vote111111111111111111111111111111111111111'
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const account: CaipAddress = `solana:devnet:${OWN}`
const coins: Payment = {
  account,
  kind: 'send',
  to: TO,
  out: { symbol: 'SOL', text: '0.000000005', units: '5' },
}
const tokens: Payment = {
  ...coins,
  out: { symbol: 'USDC', text: '5', units: '5000000', token: `solana:devnet:${MINT}` },
}
/** Such as of a wallet's guard, or of a multisig program: what it does cannot be read. */
const unknown = (...keys: string[]): ReadInstruction => ({
  program: 'Stake11111111111111111111111111111111111111',
  accounts: keys.map((key) => ({ key, isSigner: false, isWritable: true })),
  data: Uint8Array.of(7),
})

function mine(
  payer: string,
  instructions: readonly ReadInstruction[],
  changes: Record<string, number>,
  version: 'legacy' | 0 = 'legacy',
): FetchedSolanaTransaction {
  const bytes = writeByKit(payer, instructions, TO, version)
  const keys = [
    ...new Set([payer, ...instructions.flatMap(({ accounts }) => accounts.map(({ key }) => key))]),
  ]
  const inOrder = keys.every((key) => key === payer || key === TO || key === OWN)
  expect(inOrder).toBe(true)
  return {
    bytes,
    meta: {
      preBalances: keys.map(() => 1_000),
      postBalances: keys.map((key) => 1_000 + (changes[key] ?? 0)),
      preTokenBalances: [],
      postTokenBalances: [],
      loadedAddresses: { writable: [], readonly: [] },
    },
  }
}

const hold = (owner: string, amount: string, mint = MINT) => ({
  accountIndex: 1,
  mint,
  owner,
  uiTokenAmount: { amount },
})
const moveTokens = (before: ReturnType<typeof hold>[], after: ReturnType<typeof hold>[]) => {
  const { bytes, meta } = mine(OWN, [unknown(TO)], {})
  return { bytes, meta: { ...meta!, preTokenBalances: before, postTokenBalances: after } }
}

describe('[D2] The comparison of a mined Solana transaction with its review', () => {
  test.each<[string, Payment, FetchedSolanaTransaction]>([
    ['the transaction is only the payment', coins, { bytes: writeByKit(OWN, [payCoin(OWN, TO, 5n)], TO) }],
    [
      'the wallet added an instruction',
      coins,
      mine(OWN, [payCoin(OWN, TO, 5n), unknown(TO)], { [TO]: 5, [OWN]: -505 }),
    ],
    [
      'the transaction has version 0',
      coins,
      mine(OWN, [payCoin(OWN, TO, 5n), unknown(TO)], { [TO]: 5, [OWN]: -505 }, 0),
    ],
    [
      'a multisig account paid in an inner instruction',
      coins,
      mine(MEMBER, [unknown(OWN, TO)], { [TO]: 5, [OWN]: -5 }),
    ],
    [
      'the token arrived',
      tokens,
      moveTokens([hold(OWN, '9000000'), hold(TO, '1')], [hold(OWN, '4000000'), hold(TO, '5000001')]),
    ],
    [
      'the token arrived in a new token account',
      tokens,
      moveTokens([hold(OWN, '9000000')], [hold(TO, '5000000')]),
    ],
    [
      'the token kept a transfer fee',
      tokens,
      moveTokens([hold(OWN, '9000000')], [hold(OWN, '4000000'), hold(TO, '4900000')]),
    ],
  ])('recognises the payment if %s', (_, payment, transaction) => {
    expect(isPaid(payment, transaction)).toBe(true)
  })
})

describe('[D2] The comparison of a mined Solana transaction with its review', () => {
  test.each<[string, Payment, FetchedSolanaTransaction]>([
    [
      'the transaction only proposes the payment to other signers',
      coins,
      mine(OWN, [unknown(TO)], { [OWN]: -5_000 }),
    ],
    ['less SOL arrived than reviewed', coins, mine(OWN, [payCoin(OWN, TO, 4n), unknown(TO)], { [TO]: 4 })],
    ['the transaction does not name the receiver', coins, mine(OWN, [unknown(OWN)], {})],
    [
      'the token went to a receiver other than the reviewed one',
      tokens,
      moveTokens([hold(OWN, '9000000')], [hold(MEMBER, '5000000')]),
    ],
    ['a token other than the reviewed one arrived', tokens, moveTokens([], [hold(TO, '5000000', TO)])],
    [
      'less of the token was sent and arrived than reviewed',
      tokens,
      moveTokens([hold(OWN, '9000000')], [hold(OWN, '8000000'), hold(TO, '1000000')]),
    ],
  ])('reports a mismatch if %s', (_, payment, transaction) => {
    expect(isPaid(payment, transaction)).toBe(false)
  })
})

test.each<[string, Payment, FetchedSolanaTransaction]>([
  ['the node returns no balance changes', coins, { bytes: writeByKit(OWN, [unknown(TO)], TO) }],
  [
    'the account paid itself and the wallet added an instruction',
    { ...coins, to: OWN },
    mine(OWN, [payCoin(OWN, OWN, 5n), unknown(TO)], { [OWN]: -5_000 }),
  ],
  [
    'an account other than the reviewed one paid the receiver',
    coins,
    mine(MEMBER, [unknown(OWN, TO)], { [TO]: 5 }),
  ],
])(
  '[D2] The comparison of a mined Solana transaction with its review has no result if %s',
  (_, payment, transaction) => {
    expect(isPaid(payment, transaction)).toBeUndefined()
  },
)
