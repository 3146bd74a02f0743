/**
 * [A41][F24] What is typed is what the wallet is given, to the last unit, as libraries read it that Billfold's own code
 * does not use. `npm run prove:amounts` does it a million times.
 */
import { PublicKey, SystemInstruction, SystemProgram, Transaction } from '@solana/web3.js'
import * as ethers from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../../src/core/checksum-address.ts'
import {
  checkTransfer,
  encodeEvmTransfer,
  type TransferDraft,
  type TransferToken,
} from '../../../src/core/transfer.ts'
import {
  getTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  toKey,
} from '../../../src/core/solana-programs.ts'
import { formatTypedAmount } from '../../../src/core/typed-amount.ts'
import { encodeTransfer } from '../../../worker/payments/evm-transfer.ts'
import type { Order } from '../../../worker/payments/order.ts'
import {
  encodeTransaction,
  openTokenAccount,
  transferCoin,
  transferToken,
} from '../../../worker/payments/solana-message.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(10_000)
const options = { numRuns: runs, interruptAfterTimeLimit: Math.max(150_000, runs * 20) }
const limit = Math.max(180_000, runs * 25)

const locale = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'pt-BR')
const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const evmAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => ethers.hexlify(bytes))

/** From one unit to all that there can be, each size as often as any other. */
function upTo(bits: number) {
  const all = 2n ** BigInt(bits) - 1n
  const bySize = fc
    .integer({ min: 1, max: bits })
    .chain((size) => fc.bigInt({ min: 1n, max: 2n ** BigInt(size) - 1n }))
  return fc.oneof({ weight: 20, arbitrary: bySize }, fc.constantFrom(1n, all, all - 1n))
}

/** What a person enters, and what it stands for by another library's reading. */
function type(
  amount: bigint,
  token: Omit<TransferToken, 'amount'>,
  draft: Pick<TransferDraft, 'account' | 'locale' | 'receiverText'>,
) {
  const amountText = formatTypedAmount(amount, token.decimals, draft.locale)
  const typed = ethers.FixedNumber.fromString(amountText.replace(',', '.'), {
    signed: false,
    width: 512,
    decimals: token.decimals,
  }).value
  const check = checkTransfer({ ...draft, amountText, token: { ...token, amount } })
  if (check.problem !== undefined) throw new Error(`${check.problem}: ${amountText}`)
  const { address } = check.receiver
  const order: Order = {
    sender: '',
    receiver: address,
    token: { ...token, amount },
    amount: check.amount.amount,
  }
  return { typed, order }
}

const erc20 = new ethers.Interface(['function transfer(address to, uint256 amount)'])

describe('On EVM networks', () => {
  test('[A41][F24][A78] a coin', { timeout: limit }, () => {
    fc.assert(
      fc.property(upTo(256), locale, evmAddress, (amount, locale, receiverText) => {
        const account = 'eip155:1:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a'
        const token = { id: 'eip155:1', kind: 'native', symbol: 'ETH', decimals: 18 } as const
        const { typed, order } = type(amount, token, { account, locale, receiverText })
        const transaction = encodeTransfer(order)
        expect(encodeEvmTransfer(order.token, order.receiver, order.amount)).toEqual(transaction)
        const { to, value, data } = transaction
        const read = ethers.Transaction.from(
          ethers.Transaction.from({ to, value, data, chainId: 1 }).unsignedSerialized,
        )
        expect([read.value, read.to, read.data]).toEqual([typed, ethers.getAddress(receiverText), '0x'])
        expect(typed).toBe(amount)
      }),
      options,
    )
  })

  test('[A41][F24][A79] a token', { timeout: limit }, () => {
    const decimals = fc.integer({ min: 0, max: 77 })
    fc.assert(
      fc.property(
        upTo(256),
        decimals,
        locale,
        evmAddress,
        evmAddress,
        (amount, decimals, locale, receiverText, at) => {
          const account = 'eip155:1:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a'
          const contract = toChecksumAddress(at)
          const token = { id: `eip155:1:${at}`, kind: 'token', contract, symbol: 'T', decimals } as const
          const { typed, order } = type(amount, token, { account, locale, receiverText })
          const transaction = encodeTransfer(order)
          expect(encodeEvmTransfer(order.token, order.receiver, order.amount)).toEqual(transaction)
          const { to, value, data } = transaction
          const read = ethers.Transaction.from(
            ethers.Transaction.from({ to, value, data, chainId: 1 }).unsignedSerialized,
          )
          expect([read.value, read.to]).toEqual([0n, ethers.getAddress(at)])
          expect([...erc20.decodeFunctionData('transfer', read.data)]).toEqual([
            ethers.getAddress(receiverText),
            typed,
          ])
          expect(typed).toBe(amount)
        },
      ),
      options,
    )
  })
})

/** As a wallet reads it, past the one empty signature. */
function readTransaction(bytes: Uint8Array): Transaction {
  const read = Transaction.from(bytes)
  expect(read.signatures.map(({ signature }) => signature)).toEqual([null])
  // What is signed is byte for byte what another library makes of the same instructions.
  expect(Buffer.from(read.compileMessage().serialize()).equals(Buffer.from(bytes.subarray(65)))).toBe(true)
  return read
}

describe('On Solana', () => {
  const account = 'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

  test('[A41][F24][A80] a coin', { timeout: limit }, () => {
    fc.assert(
      fc.property(upTo(64), locale, key, key, key, (amount, locale, from, to, blockhash) => {
        const token = { id: 'solana:localnet', kind: 'native', symbol: 'SOL', decimals: 9 } as const
        const receiverText = new PublicKey(to).toBase58()
        const { typed, order } = type(amount, token, { account, locale, receiverText })
        const instruction = transferCoin({ from, to: toKey(order.receiver), amount: order.amount })
        const { feePayer, recentBlockhash, instructions } = readTransaction(
          encodeTransaction(from, [instruction], blockhash).transaction,
        )
        expect(instructions).toHaveLength(1)
        expect(instructions[0]!.programId.equals(SystemProgram.programId)).toBe(true)
        const read = SystemInstruction.decodeTransfer(instructions[0]!)
        expect(BigInt(read.lamports)).toBe(typed)
        expect([read.fromPubkey.toBase58(), read.toPubkey.toBase58()]).toEqual([
          new PublicKey(from).toBase58(),
          receiverText,
        ])
        expect([feePayer!.equals(read.fromPubkey), recentBlockhash]).toEqual([
          true,
          new PublicKey(blockhash).toBase58(),
        ])
        expect(typed).toBe(amount)
      }),
      options,
    )
  })

  test('[A41][F24][A80] a token, with the receiver’s account opened and without', { timeout: limit }, () => {
    const decimals = fc.integer({ min: 0, max: 20 })
    const keys = fc.tuple(key, key, key, key)
    fc.assert(
      fc.property(
        upTo(64),
        decimals,
        locale,
        keys,
        fc.boolean(),
        fc.boolean(),
        (amount, decimals, locale, [owner, to, mint, source], isNew, isOpen) => {
          const [contract, receiverText] = [new PublicKey(mint).toBase58(), new PublicKey(to).toBase58()]
          const token = {
            id: `solana:localnet:${contract}`,
            kind: 'token',
            contract,
            symbol: 'T',
            decimals,
          } as const
          const { typed, order } = type(amount, token, { account, locale, receiverText })
          const program = isNew ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
          const target = getTokenAccount({ owner: toKey(order.receiver), mint, program })
          const transfer = transferToken({
            program,
            source,
            target,
            mint,
            owner,
            amount: order.amount,
            decimals,
          })
          const open = openTokenAccount({ payer: owner, owner: to, mint, program })
          const { transaction } = encodeTransaction(owner, isOpen ? [transfer] : [open, transfer], source)
          const { instructions } = readTransaction(transaction)
          const last = instructions.at(-1)!
          const [expected] = PublicKey.findProgramAddressSync([to, program, mint], ASSOCIATED)
          expect(instructions).toHaveLength(isOpen ? 1 : 2)
          expect(last.programId.toBytes()).toEqual(program)
          // TransferChecked: kind, amount, decimals.
          const [kind] = last.data
          expect([kind, last.data.readBigUInt64LE(1), last.data[9], last.data.length]).toEqual([
            12,
            typed,
            decimals,
            10,
          ])
          expect(last.keys.map(({ pubkey, isSigner }) => [pubkey.toBase58(), isSigner])).toEqual([
            [new PublicKey(source).toBase58(), false],
            [contract, false],
            [expected.toBase58(), false],
            [new PublicKey(owner).toBase58(), true],
          ])
          if (!isOpen) {
            const [first] = instructions
            expect([first!.programId.equals(ASSOCIATED), [...first!.data]]).toEqual([true, [1]])
            expect(first!.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual(
              [owner, expected, to, mint, SystemProgram.programId, program].map((one) =>
                new PublicKey(one).toBase58(),
              ),
            )
          }
          expect(typed).toBe(amount)
        },
      ),
      { ...options, numRuns: runs },
    )
  })
})

const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
