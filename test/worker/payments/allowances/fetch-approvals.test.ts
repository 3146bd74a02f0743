/** Approvals in receipts: only those that the account itself has made. */
import { encodeAbiParameters, encodeEventTopics, erc20Abi, erc721Abi, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { Rpc } from '../../../../worker/http/rpc.ts'
import { fetchAllowance, fetchApprovals } from '../../../../worker/payments/allowances/fetch-allowance.ts'

const OWN = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const THIEF = '0x000000000000000000000000000000000000dead'
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const HASH = `0x${'5e'.repeat(32)}`

const uint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const approval = (owner: Hex, address = TOKEN) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args: { owner, spender: ROUTER } }),
  data: uint(5n),
})
const operationAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])
const operation = (sender: Hex, address = ENTRY_POINT) => ({
  address,
  topics: encodeEventTopics({
    abi: operationAbi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: HASH as Hex, sender, paymaster: THIEF },
  }),
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [0n, true, 1n, 1n],
  ),
})

const read = (from: string, logs: readonly unknown[]) => {
  const rpc: Rpc = async () => ({ from, logs, status: '0x1' })
  return fetchApprovals(rpc, HASH, OWN)
}
const found = [{ token: TOKEN, spender: ROUTER }]

test('fetchApprovals finds the approvals in a transaction that the account signed', async () => {
  expect(await read(OWN, [approval(OWN), {}, null, approval(THIEF)])).toEqual(found)
})

test('fetchApprovals finds the approvals of a contract account in a transaction that a bundler sent', async () => {
  expect(await read(THIEF, [approval(OWN), operation(OWN)])).toEqual(found)
})

test.each([
  ['in a transaction that a different account signed', [approval(OWN)]],
  ['in a user operation of a different account', [approval(OWN), operation(THIEF)]],
  ['beside an imitated user operation event', [approval(OWN), operation(OWN, THIEF)]],
])('fetchApprovals ignores an approval event in the account’s name %s', async (_, logs) => {
  expect(await read(THIEF, logs)).toEqual([])
})

test('fetchApprovals ignores approvals of NFTs', async () => {
  const args = { owner: OWN, approved: ROUTER, tokenId: 0n } as const
  const topics = encodeEventTopics({ abi: erc721Abi, eventName: 'Approval', args })
  expect(await read(OWN, [{ address: TOKEN, topics, data: '0x' }])).toEqual([])
})

test('fetchApprovals returns null for an unknown transaction, and throws when the answer is not a receipt', async () => {
  expect(await fetchApprovals(async () => null, HASH, OWN)).toBeNull()
  await expect(fetchApprovals(async () => 'soon', HASH, OWN)).rejects.toMatchObject({ code: 'bad_envelope' })
})

test('fetchAllowance returns undefined when the contract is not an ERC-20 token or the allowance is 0', async () => {
  const ask = (answer: unknown) =>
    fetchAllowance(async () => answer, `eip155:1:${OWN}`, { token: TOKEN, spender: ROUTER })
  expect(await ask('0x')).toBeUndefined()
  expect(await ask(`${uint(5n)}00`)).toBeUndefined()
  expect(await ask(uint(0n))).toBeUndefined()
  await expect(ask('five')).rejects.toMatchObject({ code: 'bad_envelope' })
})
