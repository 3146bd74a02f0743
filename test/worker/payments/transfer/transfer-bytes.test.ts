/**
 * [A41][F24] What is typed is what the wallet is given, to the last unit, as libraries read it that Billfold's own code
 * does not use. `npm run prove:amounts` tries a million cases, as many of each of the four properties.
 */
import { getBase58Decoder } from '@solana/kit'
import { PublicKey } from '@solana/web3.js'
import * as ethers from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../../../src/core/chains/checksum-address.ts'
import {
  checkTransfer,
  type TransferDraft,
  type TransferToken,
} from '../../../../src/core/payments/transfer.ts'
import { formatTypedAmount } from '../../../../src/core/payments/typed-amount.ts'
import { isSameCall, toPaymentCall } from '../../../../src/core/payments/payment-call.ts'
import type { CaipAddress } from '../../../../src/core/chains/caip.ts'
import { encodeTransfer } from '../../../../worker/payments/transfer/evm-transfer.ts'
import type { TransferOrder } from '../../../../worker/payments/transfer/transfer-order.ts'
import { toInstructions, toTransaction } from '../../../../worker/payments/transfer/solana-transfer.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { findTokenAccount, OPENER, readByKit, SYSTEM, TOKENS, TOKENS_2022 } from './read-by-kit.ts'

const runs = propertyRuns(10_000)
const options = { numRuns: runs, interruptAfterTimeLimit: Math.max(150_000, runs * 20) }
const limit = Math.max(180_000, runs * 25)

const locale = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'pt-BR')
const solanaKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => getBase58Decoder().decode(bytes))
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
  const order: TransferOrder = {
    sender: '',
    receiver: address,
    token: { ...token, amount },
    amount: check.amount.amount,
  }
  return { typed, order }
}

/** As the page computes it. */
const toPageCall = ({ token, receiver, amount }: ReturnType<typeof type>['order']) =>
  toPaymentCall({
    kind: 'send',
    to: receiver,
    out: { units: String(amount), ...(token.kind === 'token' && { token: token.id as CaipAddress }) },
  })

const erc20 = new ethers.Interface(['function transfer(address to, uint256 amount)'])

describe('The bytes of an EVM transfer', () => {
  test('[A41][F24][A78] transfer exactly the entered amount of the native token', { timeout: limit }, () => {
    fc.assert(
      fc.property(upTo(256), locale, evmAddress, (amount, locale, receiverText) => {
        const account = 'eip155:1:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a'
        const token = { id: 'eip155:1', kind: 'native', symbol: 'ETH', decimals: 18 } as const
        const { typed, order } = type(amount, token, { account, locale, receiverText })
        const transaction = encodeTransfer(order)
        expect(isSameCall(toPageCall(order)!, transaction)).toBe(true)
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

  test('[A41][F24][A79] transfer exactly the entered amount of an ERC-20 token', { timeout: limit }, () => {
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
          expect(isSameCall(toPageCall(order)!, transaction)).toBe(true)
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

/** Before the message: the count of signatures, and one that is empty. What the node tries is what the wallet signs. */
const UNSIGNED = 1 + 64

describe('The bytes of a Solana transfer', () => {
  const account = 'solana:localnet:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

  test('[A41][F24][A80] transfer exactly the entered amount of SOL', { timeout: limit }, () => {
    fc.assert(
      fc.property(
        upTo(64),
        locale,
        solanaKey,
        solanaKey,
        solanaKey,
        (amount, locale, sender, to, blockhash) => {
          const token = { id: 'solana:localnet', kind: 'native', symbol: 'SOL', decimals: 9 } as const
          const { typed, order } = type(amount, token, { account, locale, receiverText: to })
          const { transaction, message } = toTransaction(
            new PublicKey(sender),
            toInstructions({ ...order, sender }),
            blockhash,
          )
          expect(Uint8Array.from(message.serialize())).toEqual(transaction.subarray(UNSIGNED))
          const data = Buffer.alloc(12)
          data.writeUInt32LE(2, 0)
          data.writeBigUInt64LE(typed, 4)
          expect(readByKit(transaction)).toMatchObject({
            payer: sender,
            blockhash,
            instructions: [
              {
                program: SYSTEM,
                accounts: [{ key: sender, isSigner: true }, { key: to }],
                data: Uint8Array.from(data),
              },
            ],
          })
          expect(typed).toBe(amount)
        },
      ),
      options,
    )
  })

  test(
    '[A41][F24][A80] transfer exactly the entered amount of a token, whether or not the receiver’s account must be opened',
    { timeout: limit },
    async () => {
      const decimals = fc.integer({ min: 0, max: 20 })
      const keys = fc.uniqueArray(solanaKey, { minLength: 4, maxLength: 4 }) as unknown as fc.Arbitrary<
        [string, string, string, string]
      >
      await fc.assert(
        fc.asyncProperty(
          upTo(64),
          decimals,
          locale,
          keys,
          fc.constantFrom(TOKENS, TOKENS_2022),
          fc.boolean(),
          async (amount, decimals, locale, [owner, to, contract, source], program, isOpen) => {
            const id = `solana:localnet:${contract}`
            const token = { id, kind: 'token', contract, symbol: 'T', decimals } as const
            const { typed, order } = type(amount, token, { account, locale, receiverText: to })
            const held = { program: new PublicKey(program), source: new PublicKey(source), isOpen }
            const instructions = toInstructions({ ...order, sender: owner }, held)
            const { transaction, message } = toTransaction(new PublicKey(owner), instructions, source)
            expect(Uint8Array.from(message.serialize())).toEqual(transaction.subarray(UNSIGNED))
            const target = await findTokenAccount(to, contract, program)
            // TransferChecked: kind, amount, decimals.
            const data = Buffer.alloc(10)
            data.writeUInt8(12, 0)
            data.writeBigUInt64LE(typed, 1)
            data.writeUInt8(decimals, 9)
            const transfer = {
              program,
              accounts: [
                { key: source, isSigner: false, isWritable: true },
                { key: contract, isSigner: false },
                { key: target, isSigner: false, isWritable: true },
                { key: owner, isSigner: true },
              ],
              data: Uint8Array.from(data),
            }
            const open = {
              program: OPENER,
              accounts: [owner, target, to, contract, SYSTEM, program].map((key) => ({ key })),
              data: Uint8Array.of(1),
            }
            expect(readByKit(transaction)).toMatchObject({
              payer: owner,
              instructions: isOpen ? [transfer] : [open, transfer],
            })
            expect(typed).toBe(amount)
          },
        ),
        options,
      )
    },
  )
})
