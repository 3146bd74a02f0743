/** The Solana chain of the sandbox, asked by the library that dapps use. Left out where its validator has no build. */
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
} from '@solana/web3.js'
import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiBalance } from '../../sandbox/api-types.ts'
import { solanaPeople } from '../../sandbox/solana-accounts.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { startSurfpool } from '../../sandbox/surfpool/start-surfpool.ts'

const surfpool = startSurfpool()
surfpool?.stop()

describe.runIf(surfpool)('the Solana chain', () => {
  const mara = solanaPeople.mara.publicKey
  let sandbox: Sandbox
  let connection: Connection
  beforeAll(async () => {
    sandbox = await startSandbox()
    const { rpc, events } = sandbox.solana!
    connection = new Connection(rpc, { wsEndpoint: events, commitment: 'confirmed' })
  })
  afterAll(async () => {
    // The library goes on knocking where nobody answers any more.
    const { _rpcWebSocket: socket } = connection as unknown as { _rpcWebSocket: { close(): void } }
    socket.close()
    await sandbox.stop()
  })

  async function getBalances(account: PublicKey): Promise<ApiBalance[]> {
    const path = `/v1/account/${account.toBase58()}/balance?sv=test&chainId=solana:localnet`
    const response = await fetch(sandbox.urls.api + path)
    return ((await response.json()) as { balances: ApiBalance[] }).balances
  }

  it('confirms a transfer that a library sends, and tells of it by the proxy’s socket', async () => {
    const receiver = Keypair.generate().publicKey
    const transfer = SystemProgram.transfer({ fromPubkey: mara, toPubkey: receiver, lamports: 250_000_000 })
    const transaction = new Transaction().add(transfer)
    const signature = await sendAndConfirmTransaction(connection, transaction, [solanaPeople.mara])
    const { value } = await connection.getSignatureStatus(signature)
    expect(value).toMatchObject({
      err: null,
      confirmationStatus: expect.stringMatching(/confirmed|finalized/),
    })
    expect(await connection.getBalance(receiver)).toBe(250_000_000)
    expect(await getBalances(receiver)).toMatchObject([{ symbol: 'SOL', quantity: { numeric: '0.25' } }])
  })

  it('holds what the provider API says: coin and tokens, each with its mint', async () => {
    const balances = await getBalances(mara)
    expect(balances.map(({ symbol }) => symbol).sort()).toEqual(['HUSD', 'REEF', 'SOL'])
    for (const { address, quantity } of balances) {
      const decimals = Number(quantity.decimals)
      if (!address) {
        const lamports = await connection.getBalance(mara)
        expect(parseUnits(quantity.numeric, decimals)).toBe(BigInt(lamports))
        continue
      }
      const mint = new PublicKey(address.split(':')[2]!)
      const { value } = await connection.getParsedTokenAccountsByOwner(mara, { mint })
      const { tokenAmount } = value[0]!.account.data.parsed.info as {
        tokenAmount: { amount: string; decimals: number }
      }
      expect(parseUnits(quantity.numeric, decimals)).toBe(BigInt(tokenAmount.amount))
      expect(decimals).toBe(tokenAmount.decimals)
    }
  })

  it('knows an account in which nothing has happened, and none on the other families’ networks', async () => {
    expect(await getBalances(solanaPeople.wren.publicKey)).toEqual([])
    const path = `/v1/account/${mara.toBase58()}/balance?sv=test&chainId=${sandbox.chain}`
    expect(await (await fetch(sandbox.urls.api + path)).json()).toEqual({ balances: [] })
  })

  it('is paid on by the treasury', async () => {
    const to = Keypair.generate().publicKey
    const { hash } = await sandbox.control.transfer({ to: to.toBase58(), amount: '1.5' })
    const { value } = await connection.getSignatureStatus(hash)
    expect(value?.err).toBeNull()
    expect(await connection.getBalance(to)).toBe(1.5 * LAMPORTS_PER_SOL)
  })

  it('lets a page ask for coins, and nobody rewrite accounts', async () => {
    const account = Keypair.generate().publicKey
    const signature = await connection.requestAirdrop(account, LAMPORTS_PER_SOL)
    expect(signature).toMatch(/^\w{80,90}$/)
    const cheat = { jsonrpc: '2.0', id: 1, method: 'surfnet_setAccount', params: [account.toBase58(), {}] }
    const response = await fetch(sandbox.solana!.rpc, { method: 'POST', body: JSON.stringify(cheat) })
    expect(await response.json()).toMatchObject({ error: { code: -32601 } })
  })

  it('goes away and comes back with the other chains', async () => {
    await sandbox.control.stop({ part: 'rpc' })
    await expect(fetch(sandbox.solana!.rpc, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed')
    await sandbox.control.start({ part: 'rpc' })
    expect(await connection.getSlot()).toBeGreaterThan(0)
  })
})
