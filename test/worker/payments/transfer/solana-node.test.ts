/** [F8] What nodes of Solana may answer, and what is made of it. */
import { getBase58Decoder } from '@solana/kit'
import { expect, test } from 'vitest'
import { isSolanaPayment } from '../../../../worker/payments/transfer/solana-payment.ts'
import { checkSolanaReceiver } from '../../../../worker/payments/receivers/solana-receiver.ts'
import { readSolanaSteps } from '../../../../worker/payments/transfer/solana-steps.ts'
import { prepareSolana } from '../../../../worker/payments/transfer/solana-transfer.ts'
import type { Payment } from '../../../../src/core/payments/sent.ts'
import { findTokenAccount, payCoin, payToken, TOKENS, TOKENS_2022, writeByKit } from './read-by-kit.ts'

const toKey = (fill: number) => getBase58Decoder().decode(new Uint8Array(32).fill(fill))
const [me, friend, mint, source, block] = [1, 2, 3, 4, 5].map(toKey) as [
  string,
  string,
  string,
  string,
  string,
]
const context = { slot: 1 }

function toAccount(owner: string, data: Uint8Array) {
  const text = Buffer.from(data).toString('base64')
  return { owner, data: [text, 'base64'], executable: false, lamports: 1, rentEpoch: 0 }
}

function layOutMint(extensions = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(extensions.length > 0 ? 166 : 82)
  head.writeUInt8(6, 44)
  head.writeUInt8(1, 45)
  if (extensions.length > 0) head.writeUInt8(1, 165)
  return Buffer.concat([head, extensions])
}

function layOutHeld(): Buffer {
  const data = Buffer.alloc(165)
  data.fill(3, 0, 32).fill(1, 32, 64)
  data.writeBigUInt64LE(10n ** 12n, 64)
  data[108] = 1
  return data
}

interface Said {
  program?: string
  mintData?: Buffer
  coins?: number
  /** Of the trial that asks how large an account is. */
  size?: unknown
  tried?: object
  blockhash?: string
}

function createNode(said: Said = {}) {
  const { program = TOKENS, mintData = layOutMint(), coins = 5_000_000_000, blockhash = block } = said
  const passed = { err: null, logs: [] }
  const sized = { ...passed, returnData: { programId: program, data: ['pQAAAAAAAAA=', 'base64'] } }
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getLatestBlockhash: () => ({ context, value: { blockhash, lastValidBlockHeight: 150 } }),
    getBalance: () => ({ context, value: coins }),
    getFeeForMessage: () => ({ context, value: 5_000 }),
    simulateTransaction: ([, options]) =>
      (options as { replaceRecentBlockhash?: boolean }).replaceRecentBlockhash
        ? { context, value: said.size ?? sized }
        : { context, value: said.tried ?? passed },
    getAccountInfo: ([key]) => ({ context, value: key === mint ? toAccount(program, mintData) : null }),
    getTokenAccountsByOwner: () => ({
      context,
      value: [{ pubkey: source, account: toAccount(program, layOutHeld()) }],
    }),
    getMinimumBalanceForRentExemption: () => 2_039_280,
  }
  return async (method: string, params: readonly unknown[]) => answers[method]!(params)
}

const prepare = (said?: Said) => {
  const id = `solana:localnet:${mint}`
  const token = {
    id,
    kind: 'token',
    contract: mint,
    symbol: 'TIDE',
    decimals: 6,
    amount: 10n ** 12n,
  } as const
  return prepareSolana({ sender: me, receiver: friend, token, amount: 5n }, createNode(said), 0)
}

test('the rent of a new Solana token account is known even if the node omits the trailing zeros of the account size', async () => {
  const returnData = { programId: TOKENS, data: ['pQ==', 'base64'] }
  const [whole, short] = [await prepare(), await prepare({ size: { err: null, logs: [], returnData } })]
  expect(whole.fee).toEqual({ expected: 2_044_280n, max: 2_044_280n, rent: 2_039_280n })
  expect(short.fee).toEqual(whole.fee)
})

test.each([
  ['a program other than the token’s', { programId: TOKENS_2022, data: ['pQAAAAAAAAA=', 'base64'] }],
  ['no program', null],
  ['a program that answers too few bytes', { programId: TOKENS, data: ['AQAAAAAAAAA=', 'base64'] }],
  ['a program that answers too many bytes', { programId: TOKENS, data: ['AAAAAAAAAAE=', 'base64'] }],
])(
  'the fee of a Solana transfer is unknown when the account size comes from %s, and a shortage is still reported',
  async (_, returnData) => {
    const tried = await prepare({ size: { err: null, logs: [], returnData }, coins: 4_999 })
    expect(tried).toMatchObject({ shortage: 'fee' })
    expect(tried).not.toHaveProperty('fee')
  },
)

test('a failed Solana simulation is reported as failed even when its answer is incomplete', async () => {
  const err = { InstructionError: [0, { Custom: 1 }] }
  expect((await prepare({ tried: { err, unitsConsumed: null } })).simulation).toEqual({
    status: 'failed',
    fault: 'funds',
  })
})

test('a Solana token with truncated extensions is refused', async () => {
  const fee = Buffer.alloc(8)
  fee.writeUInt16LE(1, 0)
  fee.writeUInt16LE(4, 2)
  await expect(prepare({ program: TOKENS_2022, mintData: layOutMint(fee) })).rejects.toMatchObject({
    code: 'transfer_refused',
    context: { reason: 'mint' },
  })
})

test('overlong keys and hashes from a Solana node are reported as bad answers, and are not decoded', async () => {
  const long = '2'.repeat(1_000_000)
  await expect(prepare({ blockhash: long })).rejects.toMatchObject({ code: 'bad_envelope' })
  await expect(prepare({ program: long })).rejects.toMatchObject({ code: 'bad_envelope' })
  const account = { context, value: toAccount(long, Buffer.alloc(0)) }
  await expect(checkSolanaReceiver(friend, async () => account)).rejects.toMatchObject({
    code: 'bad_envelope',
  })
})

test('[F27] a transaction that is too long for Solana has no readable steps', () => {
  const long = { ...payCoin(me, friend, 5n), data: new Uint8Array(60_000) }
  expect(readSolanaSteps(writeByKit(me, [long], block))).toBeUndefined()
})

test('[F27] an amount above 64 bits does not match a transfer of only its lower 64 bits', async () => {
  const target = await findTokenAccount(friend, mint, TOKENS)
  const toPayment = (units: bigint, more: object): Payment => ({
    account: `solana:localnet:${me}`,
    kind: 'send',
    to: friend,
    out: { symbol: 'TIDE', text: String(units), units: String(units), ...more },
  })
  const token = { token: `solana:localnet:${mint}` }
  const transfer = payToken({ source, mint, target, owner: me, amount: 5n, decimals: 0, program: TOKENS })
  const bytes = writeByKit(me, [transfer], block)
  expect(isSolanaPayment(toPayment(5n, token), bytes)).toBe(true)
  expect(isSolanaPayment(toPayment(5n + 2n ** 64n, token), bytes)).toBe(false)
  const coins = writeByKit(me, [payCoin(me, friend, 5n)], block)
  expect(isSolanaPayment({ ...toPayment(2n ** 64n + 5n, {}) }, coins)).toBe(false)
  expect(isSolanaPayment({ ...toPayment(5n, {}), to: 'nobody' }, coins)).toBe(false)
})
