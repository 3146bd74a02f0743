/** Reads balances and transfers from the chain by RPC, independently of the API and its index. */
import { createPublicClient, erc20Abi, formatUnits, type Hex, http, type PublicClient } from 'viem'
import type { Sandbox } from '../../sandbox/start.ts'

export interface Chain {
  /** All balances of the account as `2.418123 ETH`, in no particular order. */
  readBalances(account: Hex): Promise<string[]>
  /** The newest transfer of a token or of ether to or from the account. */
  readNewest(account: Hex): Promise<Movement>
  readMovement(hash: Hex): Promise<Movement>
}

export interface Movement {
  hash: Hex
  /** Amount and symbol, such as `12.5 DRIFT`. */
  amount: string
  /** Time of the block in milliseconds since 1970. */
  time: number
}

export function createChain({ urls, world }: Sandbox): Chain {
  const client: PublicClient = createPublicClient({ transport: http(urls.rpc) })

  async function describe(contract: Hex | undefined, amount: bigint): Promise<string> {
    if (!contract) return `${formatUnits(amount, 18)} ETH`
    const about = { address: contract, abi: erc20Abi } as const
    const [decimals, symbol] = await Promise.all([
      client.readContract({ ...about, functionName: 'decimals' }),
      client.readContract({ ...about, functionName: 'symbol' }),
    ])
    return `${formatUnits(amount, decimals)} ${symbol}`
  }

  async function readMovement(hash: Hex): Promise<Movement> {
    const [{ value }, { logs, blockNumber }] = await Promise.all([
      client.getTransaction({ hash }),
      client.getTransactionReceipt({ hash }),
    ])
    const { timestamp } = await client.getBlock({ blockNumber })
    const [log] = logs
    const amount = await describe(log?.address, log ? BigInt(log.data) : value)
    return { hash, amount, time: Number(timestamp) * 1_000 }
  }

  return {
    readMovement,
    async readBalances(account) {
      const held = await Promise.all([
        client.getBalance({ address: account }).then((amount) => ({ contract: undefined, amount })),
        ...world.tokens.map(async ({ address: contract }) => {
          const call = {
            address: contract,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [account],
          } as const
          return { contract, amount: await client.readContract(call) }
        }),
      ])
      return Promise.all(
        held.filter(({ amount }) => amount > 0n).map(({ contract, amount }) => describe(contract, amount)),
      )
    },
    async readNewest(account) {
      const topic = `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
      const newest = await client.getBlockNumber({ cacheTime: 0 })
      for (let blockNumber = newest; blockNumber > 0n; blockNumber -= 1n) {
        const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
        for (const { hash, from, to } of transactions.toReversed()) {
          const { logs } = await client.getTransactionReceipt({ hash })
          const named = [from, to].some((party) => party?.toLowerCase() === account.toLowerCase())
          if (named || logs.some(({ topics }) => topics.some((each) => each === topic))) {
            return readMovement(hash)
          }
        }
      }
      throw new Error(`${account} has no history.`)
    },
  }
}
