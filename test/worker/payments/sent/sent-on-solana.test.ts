/** What becomes of a payment on a real Solana chain: compared with what was reviewed, and settled when it is final. */
import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, describe, expect, test } from 'vitest'
import { startSurfpool } from '../../../../sandbox/chains/surfpool/start-surfpool.ts'
import type { SentRow } from '../../../../src/core/payments/sent.ts'
import type { WorkerContext } from '../../../../worker/base/context.ts'
import { domain } from '../../../../worker/main/files/billfold-solana.ts'
import { checkSolanaPayment } from '../../../../worker/payments/sent/check-solana-payment.ts'

const surfpool = startSurfpool()

describe.runIf(surfpool)('[D2] [D14] A Solana payment on a local chain', () => {
  afterAll(() => surfpool!.stop())

  test('is confirmed only for the reviewed amount, and settles when it is final', async () => {
    const connection = new Connection(surfpool!.rpcUrl, 'confirmed')
    const [owner, to] = [Keypair.generate(), Keypair.generate().publicKey]
    surfpool!.fundSol(owner.publicKey.toBase58(), 1_000_000_000)
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: owner.publicKey, recentBlockhash: blockhash })
    const lamports = 5_000_000
    transaction.add(SystemProgram.transfer({ fromPubkey: owner.publicKey, toPubkey: to, lamports }))
    transaction.sign(owner)
    const hash = await connection.sendRawTransaction(transaction.serialize())
    const account = `solana:localnet:${owner.publicKey.toBase58()}` as const

    const look = (units: string) => {
      const out = { symbol: 'SOL', text: '0.005', units }
      const row: SentRow = {
        account,
        kind: 'send',
        to: to.toBase58(),
        out,
        hash,
        sentAt: Date.now(),
        status: 'pending',
      }
      const record = {
        caipNetworkId: 'solana:localnet',
        hash,
        sentAt: Date.now(),
        account,
        row,
        isSettled: false,
      } as const
      return checkSolanaPayment(
        record,
        ask,
        Date.now(),
        (async () => domain) as unknown as WorkerContext['load'],
      )
    }
    await expect.poll(() => look('5000000'), { timeout: 30_000 }).toMatchObject({ status: 'confirmed' })
    expect(await look('6000000')).toMatchObject({ status: 'mismatched' })
    await expect.poll(() => look('5000000'), { timeout: 60_000 }).toMatchObject({ isSettled: true })
  }, 120_000)
})

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(surfpool!.rpcUrl, { method: 'POST', headers, body })
  return ((await answer.json()) as { result: unknown }).result
}
