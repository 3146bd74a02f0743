/** What a node answers to a transaction that a wallet has only signed. */
import { expect, test } from 'vitest'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import { commandRules } from '../../../../src/core/contract/protocol.ts'
import type { Network } from '../../../../src/core/chains/networks.ts'
import { sendSolana } from '../../../../worker/payments/transfer/send-solana.ts'
import { createPaymentContext } from './create-context.ts'

const caipNetworkId = 'solana:devnet'

function send(answer: BillfoldError, rpcUrls: readonly string[] = ['https://node.example']) {
  const asked: string[] = []
  const rpc = async (_: string, method: string) => {
    asked.push(method)
    throw answer
  }
  const networks = [{ caipNetworkId, rpcUrls }] as unknown as Network[]
  const { context } = createPaymentContext(networks, { http: { rpc } as never })
  return { asked, sent: sendSolana({ caipNetworkId, transaction: Uint8Array.of(1) }, context) }
}

const refusal = (rpcCode: number, description: string) =>
  new BillfoldError('bad_envelope', 'refused', { context: { rpcCode, description } })

test.each([
  [-32002, 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1'],
  [-32003, 'Transaction signature verification failure'],
])('[D18] A Solana transaction counts as not sent when its node rejects it: %i %s', async (rpcCode, said) => {
  const { sent, asked } = send(refusal(rpcCode, said))
  await expect(sent).rejects.toMatchObject({ code: 'transaction_bad', context: { said } })
  expect(asked).toEqual(['sendTransaction'])
})

test.each([
  [refusal(-32002, 'Transaction simulation failed: Blockhash not found'), ['https://node.example']],
  [refusal(-32002, 'This transaction has already been processed'), ['https://node.example']],
  [refusal(-32005, 'Node is behind by 42 slots'), ['https://node.example']],
  [refusal(-32002, 'Transaction simulation failed'), ['https://node.example', 'https://other.example']],
  [new BillfoldError('http_timeout', 'no answer'), ['https://node.example']],
])(
  '[D18] A Solana transaction counts as possibly sent, and the node’s error is passed on, after an error that does not rule out sending (%s)',
  async (answer, urls) => {
    await expect(send(answer, urls).sent).rejects.toBe(answer)
  },
)

test('[D18] A Solana transaction ends as outcome_unknown when the worker is lost, and is not sent a second time', () => {
  expect(commandRules.sendSolana.onLoss).toBe('outcome_unknown')
})
