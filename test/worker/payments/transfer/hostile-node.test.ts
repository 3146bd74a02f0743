/** [F1] Whatever a node answers, nothing else is sent than what was entered, and every failure has a name. */
import { Keypair, PublicKey, SystemInstruction, Transaction } from '@solana/web3.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import { type TransferDraft, type TransferToken } from '../../../../src/core/payments/transfer.ts'
import { prepareTransfer, transferFee } from '../../../../worker/payments/transfer/prepare-transfer.ts'
import { createPaymentContext } from './create-context.ts'
import { propertyRuns } from '../../../property-runs.ts'
import { encodeTransfer } from '../../../encode-transfer.ts'

const runs = propertyRuns(2_000)
const NADIA = '0x000000000000000000000000000000000000bEEF'
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const rpcUrls = { default: { http: ['https://node.example'] } }
const networks = [
  toNetwork({ id: 1, name: 'Ethereum', nativeCurrency, rpcUrls }),
  toNetwork({
    id: 'localnet',
    name: 'Solana',
    nativeCurrency: { ...nativeCurrency, decimals: 9 },
    rpcUrls,
    chainNamespace: 'solana',
  }),
]
const [mara, nadia, mint] = [1, 2, 3].map((seed) =>
  Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey.toBase58(),
) as [string, string, string]
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const word = `0x${'6'.padStart(64, '0')}`
const mintData = new Uint8Array(82).fill(6, 44, 45)
const held = new Uint8Array(165)
held.set(new PublicKey(mint).toBytes(), 0)
held.set(new PublicKey(mara).toBytes(), 32)
held.fill(9, 64, 70)
const toAccount = (data: Uint8Array) => ({
  owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  data: [base64(data), 'base64'],
  executable: false,
  lamports: 2_039_280,
  rentEpoch: 0,
})
const context = { slot: 1 }
/** What a genuine node says. */
const genuine: Record<string, unknown> = {
  eth_call: word,
  eth_getCode: '0x60',
  eth_getBalance: '0xffffffffffffffffffff',
  eth_estimateGas: '0x5208',
  eth_gasPrice: '0x1',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x7' },
  getLatestBlockhash: { context, value: { blockhash: mint, lastValidBlockHeight: 150 } },
  getBalance: { context, value: 5_000_000_000 },
  getFeeForMessage: { context, value: 5000 },
  simulateTransaction: { context, value: { err: null, logs: [] } },
  getAccountInfo: { context, value: toAccount(mintData) },
  getTokenAccountsByOwner: { context, value: [{ pubkey: nadia, account: toAccount(held) }] },
  getMinimumBalanceForRentExemption: 2_039_280,
  getEpochInfo: { epoch: 1, slotIndex: 1, slotsInEpoch: 432_000, absoluteSlot: 432_001 },
}

const hostile = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    '0x',
    '0xzz',
    `0x${'f'.repeat(64)}`,
    '0x1',
    -1,
    Number.NaN,
    Infinity,
    { value: null },
    { value: -1 },
  ),
  fc.record({ value: fc.anything() }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => ({ context: { slot: 1 }, value: toAccount(bytes) })),
  fc.constant(new BillfoldError('bad_envelope', 'no', { context: { rpcCode: 3, rpcData: '0x08c379a0' } })),
  fc.constant(new BillfoldError('http_timeout', 'late')),
)
/** Some methods lie, the others do not. */
const lies = fc.dictionary(fc.constantFrom(...Object.keys(genuine)), hostile, { maxKeys: 4 })

const ether: TransferToken = {
  id: 'eip155:1',
  kind: 'native',
  symbol: 'ETH',
  decimals: 18,
  amount: 10n ** 20n,
}
const contract = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const tokens = {
  'eip155:1': [
    ether,
    { ...ether, id: `eip155:1:${contract.toLowerCase()}`, kind: 'token', contract, decimals: 6 },
  ],
  'solana:localnet': [
    { ...ether, id: 'solana:localnet', decimals: 9 },
    { ...ether, id: `solana:localnet:${mint}`, kind: 'token', contract: mint, decimals: 6 },
  ],
} as const

async function prepare(given: Readonly<Record<string, unknown>>, draft: TransferDraft) {
  const rpc = async (_: string, method: string, [call]: unknown[]) => {
    // Six decimals, and a transfer that works.
    const isTransfer = method === 'eth_call' && Object.hasOwn(call as object, 'from')
    const said = isTransfer ? `0x${'1'.padStart(64, '0')}` : genuine[method]
    const answer = Object.hasOwn(given, method) ? given[method] : said
    if (answer instanceof Error) throw answer
    return answer
  }
  const { context } = createPaymentContext(networks, { http: { rpc } as never })
  const named = (error: unknown) => {
    expect(error).toMatchObject({ name: 'BillfoldError' })
    return undefined
  }
  const fee = await transferFee({ account: draft.account }, context).catch(named)
  if (fee) expect(fee.expected >= 0n && fee.max >= fee.expected).toBe(true)
  return prepareTransfer({ draft, own: [] }, context).catch(named)
}

test('[F1][F24] A prepared EVM transfer has the entered amount, receiver and token, whatever the node answers', async () => {
  const account = 'eip155:1:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a'
  await fc.assert(
    fc.asyncProperty(lies, fc.constantFrom(...tokens['eip155:1']), async (given, token) => {
      const draft = { account, locale: 'en', token, amountText: '1.5', receiverText: NADIA } as const
      const prepared = await prepare(given, draft)
      if (!prepared) return
      const amount = 15n * 10n ** BigInt(token.decimals - 1)
      expect(prepared.transaction).toEqual(encodeTransfer(token, NADIA, amount))
      expect(prepared.receiver.address).toBe(NADIA)
    }),
    { numRuns: runs },
  )
})

test('[F1][F24] A prepared Solana transfer has the entered amount, receiver and token, whatever the node answers', async () => {
  const account = `solana:localnet:${mara}` as const
  await fc.assert(
    fc.asyncProperty(lies, fc.constantFrom(...tokens['solana:localnet']), async (given, token) => {
      const draft = { account, locale: 'en', token, amountText: '1.5', receiverText: nadia } as const
      const prepared = await prepare(given, draft)
      if (!prepared) return
      if (prepared.transaction.namespace !== 'solana') throw new Error('That is for another network.')
      const { instructions, feePayer } = Transaction.from(prepared.transaction.transaction)
      const last = instructions.at(-1)!
      expect(feePayer!.toBase58()).toBe(mara)
      if (token.kind === 'native') {
        const { lamports, toPubkey } = SystemInstruction.decodeTransfer(last)
        expect([instructions.length, BigInt(lamports), toPubkey.toBase58()]).toEqual([
          1,
          1_500_000_000n,
          nadia,
        ])
        return
      }
      expect([last.data[0], last.data.readBigUInt64LE(1), last.data[9]]).toEqual([12, 1_500_000n, 6])
      expect(last.keys[1]!.pubkey.toBase58()).toBe(mint)
      const program = last.programId.toBytes()
      const [target] = PublicKey.findProgramAddressSync(
        [new PublicKey(nadia).toBytes(), program, new PublicKey(mint).toBytes()],
        new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
      )
      expect(last.keys[2]!.pubkey.equals(target)).toBe(true)
      expect(last.keys[3]!.pubkey.toBase58()).toBe(mara)
    }),
    { numRuns: runs },
  )
})

test('A prepared transfer passes the simulation when all answers come from a genuine node', async () => {
  for (const [id, [coin, token]] of Object.entries(tokens)) {
    const isEvm = id === 'eip155:1'
    const account = isEvm ? 'eip155:1:0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a' : (`${id}:${mara}` as never)
    const draft = { account, locale: 'en', amountText: '1.5', receiverText: isEvm ? NADIA : nadia } as const
    for (const one of [coin, token])
      await expect(prepare({}, { ...draft, token: one })).resolves.toMatchObject({
        amount: 15n * 10n ** BigInt(one.decimals - 1),
        simulation: { status: 'passed' },
      })
  }
})
