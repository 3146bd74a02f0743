/** Calls and events as ethers writes them are read back; whatever a decoder would pass over is refused. */
import * as ethers from 'ethers'
import { erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { decodeCall, decodeLog, readContract } from '../../../worker/evm/contract.ts'
import { fetchDecimals, fetchTokenBalance } from '../../../worker/evm/token.ts'

const TOKEN = '0x00000000000000000000000000000000000000aa'
const MARA = '0x71c4a3b19f3e40d8a2b65c7e18f09d2a44b3c02a'
const NADIA = '0x9fa341c27e190bd4a355f8e619b077cd6fa7b1e4'
const AMOUNT = 2n ** 256n - 1n
const erc20 = new ethers.Interface([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const spoil = (text: string, at: number) => text.slice(0, at) + 'f' + text.slice(at + 1)

test('[A79] decodeCall reads calldata that ethers encoded, and refuses malformed or extra bytes', () => {
  const data = erc20.encodeFunctionData('transfer', [NADIA, AMOUNT])
  const call = decodeCall(erc20Abi, data)
  expect(call?.functionName).toBe('transfer')
  expect(call?.args).toEqual([ethers.getAddress(NADIA), AMOUNT])
  expect(decodeCall(erc20Abi, data.toUpperCase().replace('0X', '0x'))).toEqual(call)
  const strange = [spoil(data, 12), `${data}00`, `${data}${word(1n)}`, data.slice(0, -2), data.slice(0, -1)]
  for (const one of [...strange, '0x', '0xa9059cbb', 'a', undefined, 7])
    expect(decodeCall(erc20Abi, one)).toBeUndefined()
})

test('[F24] decodeLog reads the log of an event that ethers encoded, and refuses malformed topics and data', () => {
  const { topics, data } = erc20.encodeEventLog('Transfer', [MARA, NADIA, AMOUNT])
  const log = { address: ethers.getAddress(TOKEN), topics, data }
  expect(decodeLog(erc20Abi, 'Transfer', log)).toMatchObject({
    address: TOKEN,
    args: { from: ethers.getAddress(MARA), to: ethers.getAddress(NADIA), value: AMOUNT },
  })
  const [event, from, to] = topics as [string, string, string]
  for (const change of [
    { topics: [event, from, spoil(to, 4)] },
    { topics: [event, from] },
    { topics: [event, from, to, to] },
    { topics: [event, from, 7] },
    { topics: [spoil(event, 2), from, to] },
    { topics: [] },
    { topics: undefined },
    { data: `${data}00` },
    { data: data.slice(0, -2) },
    { data: '0x' },
    { data: undefined },
    { address: undefined },
  ])
    expect(decodeLog(erc20Abi, 'Transfer', { ...log, ...change })).toBeUndefined()
  expect(decodeLog(erc20Abi, 'Transfer', null)).toBeUndefined()
})

test('readContract refuses an answer that is not exactly one 32-byte word, and fetchDecimals accepts decimals above 255', async () => {
  const asked: unknown[] = []
  const answering = (answer: unknown) => async (_: string, params: readonly unknown[]) => {
    asked.push(params[0])
    return answer
  }
  expect(await fetchTokenBalance(answering(`0x${word(AMOUNT)}`), TOKEN, MARA)).toBe(AMOUNT)
  expect(asked).toEqual([{ to: TOKEN, data: erc20.encodeFunctionData('balanceOf', [MARA]) }])
  expect(await fetchDecimals(answering(`0x${word(274n)}`), TOKEN)).toBe(274n)
  const call = { abi: erc20Abi, address: TOKEN, functionName: 'totalSupply' } as const
  for (const answer of ['0x', '0x1', `0x${word(1n)}00`, `0x${word(1n)}${word(1n)}`, word(1n), 1, null])
    await expect(readContract(answering(answer), call)).rejects.toMatchObject({ code: 'bad_envelope' })
})
