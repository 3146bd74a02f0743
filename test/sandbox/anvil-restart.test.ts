import { parseEther, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../sandbox/chains/anvil.ts'

const SOMEBODY = '0x00000000000000000000000000000000000000aa'
const restarts: number[] = []
let anvil: Anvil

beforeAll(async () => {
  const genesis = Math.floor(Date.now() / 1000) - 86_400
  anvil = await startAnvil({ chainId: 31337, genesis, onRestart: () => restarts.push(Date.now()) })
})
afterAll(() => anvil.stop())

test('[V4] the sandbox’s EVM chain restarts with its blocks and balances after its process was killed', async () => {
  await anvil.rpc('anvil_setBalance', SOMEBODY, `0x${parseEther('3').toString(16)}`)
  await anvil.rpc('anvil_mine', '0x5')
  const before = await anvil.rpc<{ hash: Hex; timestamp: Hex }>('eth_getBlockByNumber', '0x4', false)
  // Its state is kept every 2 s.
  await new Promise((resolve) => setTimeout(resolve, 5_000))

  for (const times of [1, 2]) {
    const { pid } = anvil
    process.kill(pid!, 'SIGKILL')
    await expect.poll(() => restarts.length).toBe(times)
    expect(anvil.pid).not.toBe(pid)
    expect(await anvil.rpc('eth_blockNumber')).toBe('0x5')
    expect(await anvil.rpc('eth_getBlockByNumber', '0x4', false)).toMatchObject(before)
    expect(BigInt(await anvil.rpc('eth_getBalance', SOMEBODY, 'latest'))).toBe(parseEther('3'))
  }
  await anvil.rpc('anvil_mine', '0x1')
  expect(await anvil.rpc('eth_blockNumber')).toBe('0x6')
  const { timestamp } = await anvil.rpc<{ timestamp: Hex }>('eth_getBlockByNumber', 'latest', false)
  expect(Number(timestamp)).toBeGreaterThanOrEqual(Number(before.timestamp))
})
