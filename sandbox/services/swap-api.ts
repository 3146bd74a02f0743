/** The provider API's calls about swaps, answered by Uniswap V2 on the first chain. */
import type { IncomingMessage } from 'node:http'
import { erc20Abi, encodeFunctionData, getAddress, type Hex, isAddress, maxUint256 } from 'viem'
import type { EvmChain } from '../chains/evm-chain.ts'
import { readBody } from './local-server.ts'
import { nativeCoin } from '../chains/tokens.ts'
import { deployUniswap, ROUTER, type Uniswap } from '../chains/uniswap.ts'

export type SwapCallName =
  | 'quotes'
  | 'tokens'
  | 'allowance'
  | 'gas-price'
  | 'build-transaction'
  | 'build-approve'

/** Resolves to undefined for other calls. Throws with the reason for a request that the public API refuses. */
export type AnswerSwap = (
  request: IncomingMessage,
  url: URL,
) => Promise<{ call: SwapCallName; body: unknown } | undefined>

const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Seconds until a built swap expires. */
const LIFE = 1_200n

export function createSwapApi(chain: EvmChain): AnswerSwap {
  const { anvil, world, caipNetworkId } = chain
  let deployed: Promise<Uniswap> | undefined
  const getUniswap = () => {
    deployed ??= deployUniswap(chain)
    deployed.catch(() => (deployed = undefined))
    return deployed
  }

  return async (request, url) => {
    const [, name] = /^\/v1\/convert\/([a-z-]+)$/.exec(url.pathname) ?? []
    const query = (key: string) => url.searchParams.get(key)
    const route = `${request.method} ${name}`
    if (route === 'GET quotes') return { call: 'quotes', body: await getQuotes(query) }
    if (route === 'GET tokens') return { call: 'tokens', body: getTokens(query('chainId')) }
    if (route === 'GET allowance')
      return { call: 'allowance', body: { allowance: await readAllowance(query) } }
    if (route === 'GET gas-price') {
      const price = String(BigInt(await anvil.rpc<Hex>('eth_gasPrice')))
      return { call: 'gas-price', body: { standard: price, fast: price, instant: price } }
    }
    if (route === 'GET build-approve') return { call: 'build-approve', body: getApproval(query) }
    if (route === 'POST build-transaction')
      return { call: 'build-transaction', body: await build(JSON.parse(await readBody(request))) }
    return undefined
  }

  function getTokens(chainId: string | null): object {
    const all = [{ ...nativeCoin, address: COIN }, ...world.tokens]
    const tokens = chainId === caipNetworkId ? all : []
    return {
      provider: 'Uniswap V2',
      tokens: tokens.map(({ name, symbol, address, decimals }) => ({
        name,
        symbol,
        address: `${caipNetworkId}:${address}`,
        decimals,
        logoUri: null,
        eip2612: false,
      })),
    }
  }

  async function getQuotes(query: (key: string) => string | null): Promise<object> {
    const { weth, quote } = await getUniswap()
    const amount = readAmount(query('amount'))
    const toAmount = await quote(amount, getPath(read(query('from')), read(query('to')), weth))
    if (toAmount === 0n) throw new Error('Conversion parameter error: insufficient liquidity')
    const fromAccount = query('from')
    const one = {
      id: null,
      fromAmount: `${amount}`,
      fromAccount,
      toAmount: `${toAmount}`,
      toAccount: query('to'),
    }
    return { provider: 'Uniswap V2', quotes: [one] }
  }

  async function readAllowance(query: (key: string) => string | null): Promise<string> {
    const token = read(query('tokenAddress'))
    if (token.toLowerCase() === COIN) return `${maxUint256}`
    const args = [read(query('userAddress')), ROUTER] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
    return `${BigInt(await anvil.rpc<Hex>('eth_call', { to: token, data }, 'latest'))}`
  }

  /**
   * Returns the same approval as the public API: an unlimited amount, with the sold token as `from` and the bought
   * token as `to`.
   */
  function getApproval(query: (key: string) => string | null): object {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, maxUint256] })
    return { tx: { from: query('from'), to: query('to'), data, value: '0', eip155: null } }
  }

  async function build(body: Record<string, unknown>): Promise<object> {
    const { eip155, userAddress } = body as { eip155?: { slippage?: number }; userAddress: string }
    const slippage = eip155?.slippage ?? 1
    if (!Number.isInteger(slippage)) throw new Error('slippage must be an integer')
    const { router, weth, quote, encode } = await getUniswap()
    const [from, to, own] = [body['from'], body['to'], userAddress].map(read) as [Hex, Hex, Hex]
    const path = getPath(from, to, weth)
    const amount = readAmount(body['amount'])
    const toAmount = await quote(amount, path)
    const least = (toAmount * BigInt(100 - slippage)) / 100n
    if (least === 0n) throw new Error('insufficient liquidity')
    const { timestamp } = await anvil.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
    const now = BigInt(Math.floor(Date.now() / 1_000))
    const until = (BigInt(timestamp) > now ? BigInt(timestamp) : now) + LIFE
    const isCoin = from.toLowerCase() === COIN
    const data = isCoin
      ? encode('swapExactETHForTokens', [least, path, own, until])
      : encode(to.toLowerCase() === COIN ? 'swapExactTokensForETH' : 'swapExactTokensForTokens', [
          amount,
          least,
          path,
          own,
          until,
        ])
    return {
      tx: {
        from: userAddress,
        to: `${caipNetworkId}:${router}`,
        data,
        // The public API puts the bought amount here.
        amount: `${toAmount}`,
        eip155: null,
      },
    }
  }

  /** The address in a CAIP-10 id. @throws for an id of another chain */
  function read(value: unknown): Hex {
    const address = typeof value === 'string' ? value.replace(`${caipNetworkId}:`, '') : ''
    if (!isAddress(address, { strict: false })) throw new Error(`${String(value)} is not on ${caipNetworkId}`)
    return getAddress(address)
  }
}

/** Routes through WETH: every pool pairs a token with it. */
function getPath(from: Hex, to: Hex, weth: Hex): readonly Hex[] {
  const [start, end] = [from, to].map((one) => (one.toLowerCase() === COIN ? weth : one)) as [Hex, Hex]
  return start === weth || end === weth ? [start, end] : [start, weth, end]
}

function readAmount(value: unknown): bigint {
  if (typeof value !== 'string' || !/^[1-9]\d{0,77}$/.test(value))
    throw new Error('amount must be in base units')
  return BigInt(value)
}
