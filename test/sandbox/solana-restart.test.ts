import { afterEach, expect, test, vi } from 'vitest'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import { startSolanaChain } from '../../sandbox/chains/solana-chain.ts'
import { hasSurfpool } from '../../sandbox/chains/surfpool/start-surfpool.ts'

afterEach(() => vi.restoreAllMocks())

test.runIf(hasSurfpool())(
  '[V4] the sandbox starts a new Solana validator when the running validator stops answering',
  async () => {
    const onRestart = vi.fn()
    const chain = startSolanaChain({ onRestart, lookEvery: 300 })!
    const dead = chain.rpcUrl
    const fetchNow = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      input === dead ? Promise.reject(new Error('connection refused')) : fetchNow(input, init),
    )
    await expect.poll(() => onRestart.mock.calls.length).toBe(1)
    expect(chain.rpcUrl).not.toBe(dead)
    const [coin] = await chain.fetchBalances(solanaPeople.mara.publicKey.toBase58(), 'http://127.0.0.1')
    expect(coin).toMatchObject({ symbol: 'SOL', quantity: { numeric: '14.2087' } })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(onRestart).toHaveBeenCalledOnce()
    chain.stop()
  },
)
