/** Transfers on a real Solana chain: what was prepared is signed by a library and does what was shown. */
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, describe, expect, test } from 'vitest'
import { createMint, solanaPeople } from '../../../../sandbox/chains/solana-accounts.ts'
import { startSolanaChain } from '../../../../sandbox/chains/solana-chain.ts'
import { startLocalServer } from '../../../../sandbox/services/local-server.ts'
import { createRpcProxy, toSolanaNode } from '../../../../sandbox/chains/rpc-proxy.ts'
import { solanaLocalnet } from '../../../../sandbox/chains/solana-network.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import {
  formatMaxAmount,
  type TransferDraft,
  type TransferToken,
} from '../../../../src/core/payments/transfer.ts'
import { prepareTransfer, transferFee } from '../../../../worker/payments/transfer/prepare-transfer.ts'
import { checkAddress } from '../../../../worker/payments/receivers/receivers.ts'
import { createPaymentContext } from './create-context.ts'

const chain = startSolanaChain()
const { mara, theo } = solanaPeople
const toAccount = (who: Keypair) => `solana:localnet:${who.publicKey.toBase58()}` as const

describe.runIf(chain)('A prepared Solana transfer', () => {
  const connection = new Connection(chain?.rpcUrl ?? 'http://127.0.0.1:1', 'confirmed')
  const network = toNetwork({ ...solanaLocalnet, rpcUrls: { default: { http: [chain?.rpcUrl ?? ''] } } })
  const mint = createMint('HUSD')
  afterAll(() => chain!.stop())

  const contexts = () => createPaymentContext([network]).context
  const getCoin = async (who = mara): Promise<TransferToken> => ({
    id: 'solana:localnet',
    kind: 'native',
    symbol: 'SOL',
    decimals: 9,
    amount: BigInt(await connection.getBalance(who.publicKey)),
  })
  const dollar: TransferToken = {
    id: `solana:localnet:${mint}`,
    kind: 'token',
    contract: mint,
    symbol: 'HUSD',
    decimals: 6,
    amount: 486_310_000n,
  }
  const prepare = (token: TransferToken, amountText: string, to: PublicKey, from = mara) => {
    const draft: TransferDraft = {
      account: toAccount(from),
      locale: 'en',
      token,
      amountText,
      receiverText: to.toBase58(),
    }
    return prepareTransfer({ draft, own: [] }, contexts())
  }

  async function send(prepared: Awaited<ReturnType<typeof prepare>>, from = mara): Promise<void> {
    if (prepared.transaction.namespace !== 'solana') throw new Error('That is for another network.')
    const transaction = Transaction.from(prepared.transaction.transaction)
    transaction.sign(from)
    const signature = await connection.sendRawTransaction(transaction.serialize())
    await expect
      .poll(async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus, {
        timeout: 30_000,
      })
      .toMatch(/confirmed|finalized/)
    expect((await connection.getSignatureStatus(signature)).value?.err).toBeNull()
  }

  const getTokens = async (who: PublicKey) =>
    (await connection.getParsedTokenAccountsByOwner(who, { mint: new PublicKey(mint) })).value.reduce(
      (sum, one) =>
        sum +
        BigInt(
          (one.account.data.parsed as { info: { tokenAmount: { amount: string } } }).info.tokenAmount.amount,
        ),
      0n,
    )

  test('[A80][F24] delivers the exact amount of SOL, and costs the shown fee', async () => {
    const to = Keypair.generate().publicKey
    const coin = await getCoin()
    const prepared = await prepare(coin, '0.123456789', to)
    expect(prepared).toMatchObject({
      amount: 123_456_789n,
      simulation: { status: 'passed' },
      fee: { expected: 5_000n },
      lastValidBlockHeight: expect.any(Number),
    })
    expect(prepared.freshUntil!).toBeGreaterThan(Date.now())
    await send(prepared)
    expect(await connection.getBalance(to)).toBe(123_456_789)
    expect((await getCoin()).amount).toBe(coin.amount - 123_456_789n - prepared.fee!.expected)
  })

  test('[A80][F24] opens a token account at the shown cost if the receiver is new to the token', async () => {
    const to = Keypair.generate().publicKey
    const coin = await getCoin()
    const prepared = await prepare(dollar, '12.345678', to)
    expect(prepared).toMatchObject({ amount: 12_345_678n, simulation: { status: 'passed' } })
    expect(prepared.fee!.rent).toBeGreaterThan(0n)
    await send(prepared)
    expect(await getTokens(to)).toBe(12_345_678n)
    expect((await getCoin()).amount).toBe(coin.amount - prepared.fee!.expected)

    const again = await prepare(dollar, '0.000001', to)
    expect(again.fee).toEqual({ expected: 5_000n, max: 5_000n })
    await send(again)
    expect(await getTokens(to)).toBe(12_345_679n)
  })

  test('[F24] [D13] leaves, after Max, the network fee, a reserve for a fee that the wallet may add, and the minimum balance', async () => {
    const fee = (await transferFee({ account: toAccount(theo) }, contexts()))!
    const coin = await getCoin(theo)
    const to = Keypair.generate().publicKey
    const prepared = await prepare(coin, formatMaxAmount(coin, fee.max, 'en'), to, theo)
    expect(prepared).toMatchObject({ simulation: { status: 'passed' } })
    expect(prepared).not.toHaveProperty('shortage')
    await send(prepared, theo)
    const least = BigInt(await connection.getMinimumBalanceForRentExemption(0))
    expect((await getCoin(theo)).amount).toBe(100_000n + least)
    expect(BigInt(await connection.getBalance(to))).toBe(coin.amount - fee.max)
  })

  test('reports a shortage and the reason why the simulation fails', async () => {
    const to = Keypair.generate().publicKey
    await expect(prepare({ ...dollar, amount: 10n ** 15n }, '2000', to)).resolves.toMatchObject({
      shortage: 'funds',
      simulation: { status: 'failed', fault: 'funds' },
    })
    // Less than what an account must hold.
    const little = await prepare(await getCoin(), '0.000001', to)
    expect(little.simulation).toMatchObject({ status: 'failed', fault: 'rent' })
    const coin = await getCoin()
    await expect(prepare(coin, formatMaxAmount(coin, 0n, 'en'), to)).resolves.toMatchObject({
      shortage: 'fee',
    })
  })

  test('shows the program’s reason when the simulation fails', async () => {
    const node = toSolanaNode(chain!)
    const proxy = await startLocalServer(
      createRpcProxy([node], { name: () => {} }, { refusesTrials: true }),
      0,
    )
    const rpcUrls = { default: { http: [proxy.url] } }
    const { context } = createPaymentContext([toNetwork({ ...solanaLocalnet, rpcUrls })])
    const draft: TransferDraft = {
      account: toAccount(mara),
      locale: 'en',
      token: await getCoin(),
      amountText: '1',
      receiverText: Keypair.generate().publicKey.toBase58(),
    }
    await expect(prepareTransfer({ draft, own: [] }, context)).resolves.toMatchObject({
      simulation: { status: 'failed', fault: 'reverted', reason: 'The sandbox lets no trial pass' },
    })
    await proxy.close()
  })

  test('[F24] is refused if the token has wrong decimals or an unknown mint, or the amount is too large', async () => {
    const to = Keypair.generate().publicKey
    await expect(prepare({ ...dollar, decimals: 9 }, '0.1', to)).rejects.toMatchObject({
      code: 'transfer_refused',
      context: { reason: 'decimals' },
    })
    const other = Keypair.generate().publicKey.toBase58()
    await expect(
      prepare({ ...dollar, contract: other, id: `solana:localnet:${other}` }, '1', to),
    ).rejects.toMatchObject({ context: { reason: 'mint' } })
    await expect(
      prepare({ ...(await getCoin()), amount: 2n ** 70n }, '99999999999', to),
    ).rejects.toMatchObject({
      context: { reason: 'amount' },
    })
  })

  test('[F25][T9] warns if the receiver is the account itself, zero, a mint, a token account, a program or off-curve', async () => {
    const look = async (address: PublicKey) =>
      (
        await checkAddress({ account: toAccount(mara), address: address.toBase58(), own: [] }, contexts())
      ).map(({ code }) => code)
    expect(await look(Keypair.generate().publicKey)).toEqual(['new'])
    expect(await look(mara.publicKey)).toEqual(['self'])
    expect(await look(SystemProgram.programId)).toEqual(['zero', 'new'])
    expect(await look(new PublicKey(mint))).toEqual(['token_contract', 'new'])
    const { value } = await connection.getTokenAccountsByOwner(mara.publicKey, { mint: new PublicKey(mint) })
    expect(await look(value[0]!.pubkey)).toEqual(['token_account', 'new'])
    expect(await look(new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'))).toEqual([
      'contract',
      'new',
    ])
    const [derived] = PublicKey.findProgramAddressSync([Buffer.from('vault')], SystemProgram.programId)
    expect(await look(derived)).toEqual(['off_curve', 'new'])
  })
})
