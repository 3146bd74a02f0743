/** How many payments of one account are looked for at a time. */
import { expect, test } from 'vitest'
import { createWorld, hashOf, sentOf } from './sent-world.ts'

test('[A212] at most 99 payments are checked at a time, and the 100th payment is checked once one of the 99 has settled', async () => {
  const world = createWorld()
  const tab = world.open()
  for (let at = 0; at < 150; at += 1) {
    await tab.remember(sentOf(at))
    await world.clock.advance(1)
  }
  await world.clock.advance(60_000)
  const readAsked = () => {
    const looks = world.node.asked.filter(([method]) => method === 'eth_getTransactionReceipt')
    return new Set(looks.map(([, hash]) => hash))
  }
  const asked = readAsked()
  expect(asked.size).toBe(99)
  expect(asked).not.toContain(hashOf(99))
  world.node.mine(hashOf(0))
  world.node.height += 5
  world.node.final = world.node.height
  await world.clock.advance(60_000)
  expect(readAsked()).toContain(hashOf(99))
  expect(tab.statuses()).toHaveLength(150)
})
