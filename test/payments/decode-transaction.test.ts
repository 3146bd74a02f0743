/** [A78][A80] What a person reads of what will be signed is what other libraries wrote into it. */
import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import * as ethers from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeTransaction } from '../../src/payments/decode-transaction.ts'
import { getTokenAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/core/solana-programs.ts'
import { encodeTransaction, openTokenAccount, transferToken } from '../../worker/payments/solana-message.ts'
import { propertyRuns } from '../property-runs.ts'

const runs = { numRuns: propertyRuns(300) }
const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => ethers.hexlify(bytes))
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const base58 = (bytes: Uint8Array) => new PublicKey(bytes).toBase58()
const read = (inputs: readonly { name: string; value: string }[]) =>
  Object.fromEntries(inputs.map(({ name, value }) => [name, value]))

describe('on EVM networks', () => {
  const abi = [
    'function transfer(address to, uint256 value)',
    'function approve(address spender, uint256 value)',
  ]
  const contract = new ethers.Interface(abi)

  test('[A78] coins alone are no call: receiver and wei are all', () => {
    fc.assert(
      fc.property(address, uint(256), (to, value) => {
        expect(decodeTransaction({ namespace: 'eip155', to, value, data: '0x' })).toEqual([
          { to: ethers.getAddress(to), value, data: '0x', name: undefined, inputs: [] },
        ])
      }),
      runs,
    )
  })

  test('[A79] a token says the function and its arguments as they were encoded', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('transfer', 'approve'),
        address,
        address,
        uint(256),
        (name, to, other, value) => {
          const data = contract.encodeFunctionData(name, [other, value])
          const [step] = decodeTransaction({ namespace: 'eip155', to, value: 0n, data })
          expect(step!.name).toBe(`${name}(address,uint256)`)
          expect(step!.inputs.map((input) => input.value)).toEqual([ethers.getAddress(other), String(value)])
        },
      ),
      runs,
    )
  })

  test('what is longer, shorter, of another function or no address in its place is not explained', () => {
    const to = ethers.ZeroAddress
    const data = contract.encodeFunctionData('transfer', [to, 7n])
    const dirty = `${data.slice(0, 10)}01${data.slice(12)}`
    for (const odd of [
      `${data}00`,
      data.slice(0, -2),
      `0xdeadbeef${data.slice(10)}`,
      dirty,
      '0x',
      '0xa9059cbb',
    ])
      expect(decodeTransaction({ namespace: 'eip155', to, value: 0n, data: odd })).toMatchObject([
        { name: undefined, inputs: [], data: odd },
      ])
  })
})

describe('on Solana', () => {
  const asBytes = (payer: Uint8Array, ...instructions: TransactionInstruction[]) => {
    const transaction = new Transaction({
      feePayer: new PublicKey(payer),
      blockhash: base58(new Uint8Array(32).fill(7)),
      lastValidBlockHeight: 1,
    }).add(...instructions)
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
  }
  const decode = (transaction: Uint8Array) => decodeTransaction({ namespace: 'solana', transaction })

  test('[A80] SOL that another library moves is read to the last lamport', () => {
    fc.assert(
      fc.property(key, key, uint(64), (from, to, lamports) => {
        fc.pre(!from.every((byte, at) => byte === to[at]))
        const step = SystemProgram.transfer({
          fromPubkey: new PublicKey(from),
          toPubkey: new PublicKey(to),
          lamports,
        })
        const [only, ...rest] = decode(asBytes(from, step))
        expect(rest).toEqual([])
        expect(only!.name).toBe('System, transfer')
        expect(read(only!.inputs)).toEqual({ from: base58(from), to: base58(to), lamports: String(lamports) })
      }),
      runs,
    )
  })

  test('[A80] a token and the account that is opened for it are two steps, in their order', () => {
    fc.assert(
      fc.property(
        key,
        key,
        key,
        key,
        fc.constantFrom(TOKEN_PROGRAM, TOKEN_2022_PROGRAM),
        uint(64),
        fc.integer({ min: 0, max: 255 }),
        (payer, owner, mint, source, program, amount, decimals) => {
          const target = getTokenAccount({ owner, mint, program })
          const { transaction } = encodeTransaction(
            payer,
            [
              openTokenAccount({ payer, owner, mint, program }),
              transferToken({ program, source, target, mint, owner: payer, amount, decimals }),
            ],
            new Uint8Array(32),
          )
          const steps = decode(transaction)
          expect(steps.map(({ name }) => name)).toEqual([
            'Associated Token Account, createIdempotent',
            'Token, transferChecked',
          ])
          expect(read(steps[0]!.inputs)).toEqual({
            payer: base58(payer),
            account: base58(target),
            owner: base58(owner),
            mint: base58(mint),
          })
          expect(read(steps[1]!.inputs)).toEqual({
            source: base58(source),
            mint: base58(mint),
            destination: base58(target),
            owner: base58(payer),
            amount: String(amount),
            decimals: String(decimals),
          })
        },
      ),
      { numRuns: propertyRuns(40) },
    )
  })

  test('another program, or another instruction of a known one, shows its accounts and bytes', () => {
    const payer = new Uint8Array(32).fill(1)
    const odd = new TransactionInstruction({
      programId: SystemProgram.programId,
      keys: [{ pubkey: new PublicKey(payer), isSigner: true, isWritable: true }],
      data: Buffer.from([1, 2, 3]),
    })
    expect(decode(asBytes(payer, odd))).toEqual([
      {
        to: SystemProgram.programId.toBase58(),
        name: undefined,
        inputs: [{ name: '0', value: base58(payer) }],
        data: '0x010203',
      },
    ])
  })

  test('bytes that end too early, go on or are of a later version are no transaction', () => {
    const payer = new Uint8Array(32).fill(1)
    const step = SystemProgram.transfer({
      fromPubkey: new PublicKey(payer),
      toPubkey: new PublicKey(new Uint8Array(32).fill(2)),
      lamports: 1n,
    })
    const whole = asBytes(payer, step)
    for (let length = 0; length < whole.length; length += 1)
      expect(() => decode(whole.slice(0, length))).toThrow()
    expect(() => decode(Uint8Array.from([...whole, 0]))).toThrow()
    expect(() => decode(whole.with(65, 0x80))).toThrow()
  })
})
