/** Balances of an account on an EVM chain in the shape of the provider's API, read from the chain. */
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { ApiBalance } from '../services/api-types.ts'
import type { EvmChain } from './evm-chain.ts'
import { toApiBalance } from '../services/to-api-balance.ts'
import { nativeCoin } from './tokens.ts'
import type { Token } from './world.ts'

/** @param assetsUrl base URL of the pictures */
export async function fetchEvmBalances(
  { anvil, index, world, caipNetworkId }: EvmChain,
  account: Hex,
  assetsUrl: string,
): Promise<ApiBalance[]> {
  await index.sync()
  const coin = toApiBalance({
    token: nativeCoin,
    amount: BigInt(await anvil.rpc('eth_getBalance', account, 'latest')),
    caipNetworkId,
    assetsUrl,
  })
  const held = await Promise.all(
    index.getTokens(account).flatMap((contract) => {
      const token = world.tokens.find(({ address }) => address.toLowerCase() === contract)
      return token ? [fetchToken(token)] : []
    }),
  )
  async function fetchToken(token: Token): Promise<ApiBalance> {
    const data = encodeFunctionData({ abi: balanceOf, args: [account] })
    const result = await anvil.rpc('eth_call', { to: token.address, data }, 'latest')
    const amount = decodeFunctionResult({ abi: balanceOf, data: result })
    return toApiBalance({ token, amount, caipNetworkId, assetsUrl })
  }
  return [coin, ...held]
}

const balanceOf = parseAbi(['function balanceOf(address) view returns (uint256)'])
