/** Common purchase options, used when the API fails. */
import {
  cardPayChains,
  type OnRampOptions,
  type PaymentLimit,
  type PurchaseNetwork,
} from '../../../src/core/payments/onramp.ts'

const limits: readonly PaymentLimit[] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Circle's USDC contracts, by the API's name of the network. @see
 * https://developers.circle.com/stablecoins/usdc-contract-addresses
 */
const usdc = {
  ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  arbitrum: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  polygon: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  'avalanche-c-chain': '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  optimism: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  celo: '0xcebA9300f2b948710d2653dD7B07f33A8B32118C',
  base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
} as const
const names: Readonly<Record<string, string>> = {
  ethereum: 'Ethereum',
  arbitrum: 'Arbitrum',
  polygon: 'Polygon',
  'avalanche-c-chain': 'Avalanche',
  optimism: 'Optimism',
  celo: 'Celo',
  base: 'Base',
}
/** Networks whose native token is Ether. */
const withEther = ['ethereum', 'arbitrum', 'optimism', 'base']
const toNetworkOf = (name: string, address: string): PurchaseNetwork[] =>
  cardPayChains
    .filter(([chain]) => chain === name)
    .map(([, id]) => ({
      name,
      display_name: names[name] ?? name,
      chain_id: String(id),
      contract_address: address,
    }))

/** The samples. A token's contract differs on each network; the provider's page decides which tokens it sells. */
export const sampleOptions: OnRampOptions = {
  source: 'sample',
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: limits },
    { id: 'EUR', payment_method_limits: limits },
  ],
  purchaseCurrencies: [
    {
      id: 'eth',
      name: 'Ether',
      symbol: 'ETH',
      networks: withEther.flatMap((name) => toNetworkOf(name, NATIVE)),
    },
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        ...Object.entries(usdc).flatMap(([name, address]) => toNetworkOf(name, address)),
        {
          name: 'solana',
          display_name: 'Solana',
          chain_id: 'solana',
          contract_address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        },
      ],
    },
    {
      id: 'sol',
      name: 'Solana',
      symbol: 'SOL',
      networks: [
        {
          name: 'solana',
          display_name: 'Solana',
          chain_id: 'solana',
          contract_address: 'So11111111111111111111111111111111111111111',
        },
      ],
    },
  ],
}
