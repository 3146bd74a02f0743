import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BillfoldError, hasCode, isBillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import { named } from '../../../worker/payments/transfer/solana-connection.ts'

/** As another file of the worker throws it: each has a copy of the class. */
class Copy extends Error {
  override readonly name = 'BillfoldError'
  readonly code = 'http_network'
  readonly category = 'API_ERROR'
  readonly context = { reason: 'offline' }
}

describe('[V1] An error from another copy of the library', () => {
  test('is recognised by its name and its code', () => {
    const copy = new Copy('No answer.')
    expect(copy instanceof BillfoldError).toBe(false)
    expect(isBillfoldError(copy)).toBe(true)
    expect(hasCode(copy, 'http_network')).toBe(true)
    expect(toErrorRecord(copy)).toMatchObject({ code: 'http_network', context: { reason: 'offline' } })
    for (const other of [new Error('x'), undefined, null, 'BillfoldError', {}])
      expect(isBillfoldError(other)).toBe(false)
  })

  test('keeps its code when a call of the Solana library fails with the error', async () => {
    await expect(named('getBalance', Promise.reject(new Copy('No answer.')))).rejects.toMatchObject({
      code: 'http_network',
    })
  })

  /** Wallets can give their errors any name. */
  const ofWallets = [
    'src/wallets/wallet-error.ts',
    'worker/walletconnect/pairings.ts',
    'worker/walletconnect/session-requests.ts',
  ]

  test('is recognised by its code: only the listed wallet files contain `instanceof BillfoldError`', () => {
    const files = ['src', 'ui', 'worker'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => `${folder}/${name}`),
    )
    expect(files.length).toBeGreaterThan(300)
    const told = files.filter((name) => readFileSync(name, 'utf8').includes('instanceof BillfoldError'))
    expect(told.sort()).toEqual(ofWallets)
  })
})

test('The stack of an error links to its line in docs/errors.md, but the message does not', () => {
  const error = new BillfoldError('http_type', 'The server sent no JSON.')
  expect(error.docs).toBe('billfold/docs/errors.md#http_type')
  expect(error.stack).toMatch(
    /^BillfoldError: The server sent no JSON\.\n[^]+\nSee billfold\/docs\/errors\.md#http_type$/,
  )
  expect([error.message, String(error), toErrorRecord(error).message].join()).not.toContain('errors.md')
})
