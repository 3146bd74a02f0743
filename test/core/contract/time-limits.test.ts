import { expect, test } from 'vitest'
import { commandRules } from '../../../src/core/contract/protocol.ts'
import * as limits from '../../../src/core/contract/time-limits.ts'

test('[F7] A worker attempt ends within 15 s if the list of networks is already known', () => {
  expect(limits.ATTEMPT_LIMIT + limits.END_GRACE).toBeLessThanOrEqual(15_000)
})

test('[G11] Every time limit is longer than the limits of the work that it waits for', () => {
  const inward = [
    limits.TRY_LIMIT,
    limits.REQUEST_LIMIT,
    limits.ATTEMPT_LIMIT,
    limits.TURN_LIMIT,
    limits.LOCK_LIMIT,
  ]
  for (const [index, limit] of inward.entries())
    if (index > 0) expect(limit).toBeGreaterThan(inward[index - 1]!)
  // A healthy network that takes nearly a try for each answer is waited for, also where it has to name its networks first.
  const cold = limits.ATTEMPT_LIMIT + limits.NETWORKS_EXTRA
  expect(limits.NETWORKS_LIMIT).toBeGreaterThanOrEqual(limits.TRY_LIMIT)
  expect(cold - limits.NETWORKS_LIMIT).toBeGreaterThanOrEqual(limits.TRY_LIMIT)
  expect(limits.TURN_LIMIT).toBeGreaterThanOrEqual(cold + limits.END_GRACE)
  for (const command of ['refresh', 'more'] as const) {
    const worker = commandRules[command].deadline! - limits.ANSWER_MARGIN
    expect(worker).toBeGreaterThan(2 * (limits.LOCK_LIMIT + limits.TURN_LIMIT))
  }
})
