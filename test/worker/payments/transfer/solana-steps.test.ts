/** [A80] What a person reads of what will be signed on Solana is what another library wrote into it. */
import { getBase58Decoder } from '@solana/kit'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSolanaSteps } from '../../../../worker/payments/transfer/solana-steps.ts'
import { propertyRuns } from '../../../property-runs.ts'
import {
  findTokenAccount,
  openAccount,
  payCoin,
  payToken,
  SYSTEM,
  TOKENS,
  TOKENS_2022,
  writeByKit,
} from './read-by-kit.ts'

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(base58)
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const one = base58(new Uint8Array(32).fill(1))
const other = base58(new Uint8Array(32).fill(2))
const block = base58(new Uint8Array(32).fill(7))
const toInputs = (inputs: Record<string, unknown>) =>
  Object.entries(inputs).map(([name, value]) => ({ name, value: String(value) }))

describe('The readable steps of a Solana transaction', () => {
  test('[A80] show a transfer of SOL with its exact amount', () => {
    fc.assert(
      fc.property(key, key, uint64, (from, to, lamports) => {
        fc.pre(from !== to)
        const step = payCoin(from, to, lamports)
        expect(readSolanaSteps(writeByKit(from, [step], block))).toEqual([
          {
            to: SYSTEM,
            name: 'System, transfer',
            inputs: toInputs({ from, to, lamports }),
            data: `0x${Buffer.from(step.data).toString('hex')}`,
          },
        ])
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  test('[A80] show that a token account is opened before the token transfer', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(key, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(TOKENS, TOKENS_2022),
        uint64,
        fc.integer({ min: 0, max: 255 }),
        async ([payer, owner, mint, source], program, amount, decimals) => {
          const account = await findTokenAccount(owner!, mint!, program)
          const open = openAccount({ payer: payer!, account, owner: owner!, mint: mint!, program })
          const transfer = payToken({
            source: source!,
            mint: mint!,
            target: account,
            owner: payer!,
            amount,
            decimals,
            program,
          })
          expect(readSolanaSteps(writeByKit(payer!, [open, transfer], block))).toMatchObject([
            {
              name: 'Associated Token Account, createIdempotent',
              inputs: toInputs({ payer, account, owner, mint }),
            },
            {
              to: program,
              name: 'Token, transferChecked',
              inputs: toInputs({ source, mint, destination: account, owner: payer, amount, decimals }),
            },
          ])
        },
      ),
      { numRuns: propertyRuns(100) },
    )
  })

  test('show accounts and bytes for an unknown instruction', () => {
    const accounts = [{ key: one, isSigner: true, isWritable: true }]
    const odd = { program: SYSTEM, accounts, data: Uint8Array.of(1, 2, 3) }
    expect(readSolanaSteps(writeByKit(one, [odd], block))).toEqual([
      { to: SYSTEM, name: undefined, inputs: [{ name: '0', value: one }], data: '0x010203' },
    ])
  })

  test('show accounts and bytes for an instruction with an extra signer', () => {
    const transfer = payToken({
      source: other,
      mint: other,
      target: other,
      owner: one,
      amount: 1n,
      decimals: 0,
      program: TOKENS,
    })
    transfer.accounts.push({ key: one, isSigner: true, isWritable: true })
    expect(readSolanaSteps(writeByKit(one, [transfer], block))).toMatchObject([{ name: undefined }])
  })

  test('are undefined for a truncated or extended transaction, or one of version 0', () => {
    const whole = writeByKit(one, [payCoin(one, other, 1n)], block)
    for (let length = 0; length < whole.length; length += 1)
      expect(readSolanaSteps(whole.slice(0, length))).toBeUndefined()
    expect(readSolanaSteps(Uint8Array.of(...whole, 0))).toBeUndefined()
    expect(readSolanaSteps(whole.with(65, 0x80))).toBeUndefined()
    expect(readSolanaSteps(writeByKit(one, [payCoin(one, other, 1n)], block, 0))).toBeUndefined()
  })
})
