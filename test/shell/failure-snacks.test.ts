import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { BillfoldError, type ErrorCode, toErrorRecord } from '../../src/core/base/errors.ts'
import { createSnacks } from '../../src/base/snacks.ts'
import { createFailureSnacks } from '../../src/shell/failure-snacks.ts'

const record = (code: ErrorCode) => toErrorRecord(new BillfoldError(code, 'It failed.'))

test('[A162] an unsupported network causes a message for its balance, but not for its history', () => {
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
