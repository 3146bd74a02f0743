/**
 * Uniswap V2 in its published bytecode, with a few pools. The router has the same address as on Ethereum, which
 * Billfold knows. The first request for a swap deploys it, so that it doesn't delay the sandbox's start.
 */
import { createRequire } from 'node:module'
import {
  type Abi,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  maxUint256,
  parseUnits,
} from 'viem'
import { treasury } from '../people/accounts.ts'
import type { EvmChain } from './evm-chain.ts'
import { createSender } from './sender.ts'
import { nativeCoin } from './tokens.ts'

export interface Uniswap {
  router: Hex
  /** Address of wrapped ether. */
  weth: Hex
  /** Amount that the path returns, in base units; 0n without pools or with too little liquidity. */
  quote(amount: bigint, path: readonly Hex[]): Promise<bigint>
  encode(name: string, args: readonly unknown[]): Hex
}

interface Artifact {
  abi: Abi
  bytecode: string
}

/**
 * The router's address on Ethereum.
 * @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
 */
export const ROUTER: Hex = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

const require = createRequire(import.meta.url)
const artifacts = {
  factory: require('@uniswap/v2-core/build/UniswapV2Factory.json') as Artifact,
  router: require('@uniswap/v2-periphery/build/UniswapV2Router02.json') as Artifact,
  weth: require('@uniswap/v2-periphery/build/WETH9.json') as Artifact,
}

/** US dollars on each side of a token's pool with ether. KELP's pool is small, so that a swap moves its price. */
const pools: Readonly<Record<string, number>> = { HUSD: 600_000, DRIFT: 200_000, LTRN: 150_000, KELP: 900 }
const DAY = 86_400

/** Deploys Uniswap and fills its pools from the treasury. */
export async function deployUniswap({ anvil, world }: EvmChain): Promise<Uniswap> {
  const owner = treasury.account
  const sender = createSender(anvil)
  const encode = (name: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: artifacts.router.abi, functionName: name, args })

  async function deploy({ abi, bytecode }: Artifact, args: readonly unknown[] = []): Promise<Hex> {
    const nonce = BigInt(await anvil.rpc<Hex>('eth_getTransactionCount', owner.address, 'latest'))
    const code = (bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`) as Hex
    await sender.send(owner, { data: encodeDeployData({ abi, bytecode: code, args }) })
    return getContractAddress({ from: owner.address, nonce })
  }

  const weth = await deploy(artifacts.weth)
  const factory = await deploy(artifacts.factory, [owner.address])
  const made = await deploy(artifacts.router, [factory, weth])
  // The router has no storage, so copying its code is enough.
  await anvil.rpc('anvil_setCode', ROUTER, await anvil.rpc('eth_getCode', made, 'latest'))

  const { timestamp } = await anvil.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
  const until = Number(timestamp) + DAY
  for (const [symbol, dollars] of Object.entries(pools)) {
    const token = world.tokens.find((one) => one.symbol === symbol)
    if (!token) continue
    const units = parseUnits((dollars / token.price).toFixed(token.decimals), token.decimals)
    const ether = parseUnits((dollars / nativeCoin.price).toFixed(9), 18)
    await sender.call(owner, 'Token', token.address, { name: 'approve', args: [ROUTER, maxUint256] })
    const data = encode('addLiquidityETH', [token.address, units, 0n, 0n, owner.address, until])
    await sender.send(owner, { to: ROUTER, data, value: ether })
  }

  return {
    router: ROUTER,
    weth,
    encode,
    async quote(amount, path) {
      const data = encode('getAmountsOut', [amount, path])
      const answer = await anvil.rpc<Hex>('eth_call', { to: ROUTER, data }, 'latest').catch(() => undefined)
      if (!answer) return 0n
      const { abi } = artifacts.router
      const amounts = decodeFunctionResult({ abi, functionName: 'getAmountsOut', data: answer }) as bigint[]
      return amounts.at(-1) ?? 0n
    },
  }
}
