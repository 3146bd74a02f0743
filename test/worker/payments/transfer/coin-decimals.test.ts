import { expect, test } from 'vitest'
import { Keypair } from '@solana/web3.js'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import { formatFull } from '../../../../src/core/text/amount.ts'
import { prepareTransfer } from '../../../../worker/payments/transfer/prepare-transfer.ts'
import { toTransferIntent } from '../../../../src/payments/to-transfer-intent.ts'
import { assertSamePayment } from '../../../../src/payments/assert-same-payment.ts'
import { checkBalances } from '../../../../worker/portfolio/check-balances.ts'
import { toPortfolio } from '../../../../worker/portfolio/rows.ts'
import { createPaymentContext } from './create-context.ts'

const rpcUrls = { default: { http: ['https://node.example'] } }
const networks = [
  toNetwork({
    id: 1,
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls,
  }),
  toNetwork({
    id: 'localnet',
    name: 'Solana',
    nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
    rpcUrls,
    chainNamespace: 'solana',
  }),
]
const [mara, nadia] = [1, 2].map((seed) =>
  Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey.toBase58(),
) as [string, string]
const answers: Record<string, unknown> = {
  eth_call: '0x',
  eth_getCode: '0x',
  eth_getBalance: '0x' + (10n ** 21n).toString(16),
  eth_estimateGas: '0x5208',
  eth_gasPrice: '0x1',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x7' },
  getLatestBlockhash: { value: { blockhash: mara, lastValidBlockHeight: 150 } },
  getBalance: { value: 5_000_000_000_000 },
  getFeeForMessage: { value: 5000 },
  simulateTransaction: { value: { err: null, logs: [] } },
  getAccountInfo: { value: null },
}

test.each([
  [
    'eip155:1',
    '0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a',
    '0x000000000000000000000000000000000000bEEF1'.slice(0, 42),
    'ETH',
    '19',
    18,
  ],
  ['solana:localnet', mara, nadia, 'SOL', '10', 9],
])(
  'A transfer of the native token of %s is refused when the token’s decimals differ from the network’s',
  async (id, from, to, symbol, said, real) => {
    const { balances } = checkBalances(
      {
        balances: [
          {
            name: symbol,
            symbol,
            chainId: id,
            quantity: { numeric: '50', decimals: said },
            value: 1,
            price: 1,
          },
        ],
      },
      id,
    )
    const [token] = toPortfolio(balances, id, 'en').rows
    expect(token).toMatchObject({ kind: 'native', group: 'main', full: '50' })
    const draft = {
      account: `${id}:${from}`,
      locale: 'en',
      token,
      amountText: '1',
      receiverText: to,
    } as never
    const { context } = createPaymentContext(networks, {
      http: { rpc: async (_: string, method: string) => answers[method] } as never,
    })
    const outcome = await prepareTransfer({ draft, own: [] }, context).then(
      (prepared) => {
        const intent = toTransferIntent(prepared, draft)
        assertSamePayment(intent, intent.transaction)
        return `shown: ${intent.out.text} ${symbol}; simulation ${prepared.simulation.status}, shortage ${prepared.shortage}; signed: ${formatFull(BigInt(intent.out.units), real)} ${symbol}`
      },
      (error: { code: string }) => error.code,
    )
    expect(outcome).toBe('transfer_refused')
  },
)
