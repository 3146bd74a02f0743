import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { BillfoldError, type ErrorCode, toErrorRecord } from '../../src/core/base/errors.ts'
import { createSnacks } from '../../src/base/snacks.ts'
import { createFailureSnacks } from '../../src/shell/failure-snacks.ts'

const record = (code: ErrorCode) => toErrorRecord(new BillfoldError(code, 'It failed.'))

test('[A162] on an unsupported network, a failed balance causes an error message, but a failed history does not', () => {
  const snacks = createSnacks()
  const failures = createFailureSnacks(snacks, signal(true))
  failures.onFailure('activity', record('network_unsupported'))
  expect(snacks.current.value).toBeUndefined()
  failures.onFailure('portfolio', record('network_unsupported'))
  expect(snacks.current.value).toMatchObject({ message: { code: 'balance_unavailable' } })
  failures.takeBackAll()
  failures.onFailure('activity', record('http_network'))
  expect(snacks.current.value).toMatchObject({ message: { code: 'history_failed' } })
  failures.stop()
})
