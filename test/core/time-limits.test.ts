import { expect, test } from 'vitest'
import { commandRules } from '../../src/core/protocol.ts'
import * as limits from '../../src/core/time-limits.ts'

test('[G11] whoever waits outlasts what it waits for', () => {
  const inward = [
    limits.TRY_LIMIT,
    limits.REQUEST_LIMIT,
    limits.ATTEMPT_LIMIT,
    limits.ATTEMPT_HARD_LIMIT,
    limits.TURN_LIMIT,
    limits.LOCK_LIMIT,
  ]
  for (const [index, limit] of inward.entries())
    if (index > 0) expect(limit).toBeGreaterThan(inward[index - 1]!)
  // One request for the list of networks fits into the wait for it.
  expect(limits.NETWORKS_LIMIT).toBeGreaterThan(limits.REQUEST_LIMIT)
  expect(limits.TURN_LIMIT).toBeGreaterThanOrEqual(limits.NETWORKS_LIMIT + limits.ATTEMPT_HARD_LIMIT)
  for (const command of ['refresh', 'more'] as const) {
    const worker = commandRules[command].deadline! - limits.ANSWER_MARGIN
    expect(worker).toBeGreaterThan(limits.LOCK_LIMIT + limits.TURN_LIMIT)
  }
})
