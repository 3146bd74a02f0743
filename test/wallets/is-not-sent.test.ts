import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BillfoldError, type ErrorCode } from '../../src/core/base/errors.ts'
import { isNotSent } from '../../src/wallets/is-not-sent.ts'
import { beforeAsking } from '../../src/wallets/before-asking.ts'
import { toWalletError } from '../../src/wallets/wallet-error.ts'

/** As payments hear of it. */
const said = (error: unknown) => isNotSent(toWalletError(error, 'Harbor'))
const internal = (data: unknown) => ({ code: -32603, message: 'Internal JSON-RPC error.', data })

describe('[F28] A payment that fails with a wallet’s error', () => {
  it.each<[string, unknown]>([
    ['a decline', { code: 4001, message: 'User rejected the request.' }],
    ['a nested decline', internal({ originalError: { code: 4001 } })],
    ['the request is not authorised', { code: 4100, message: 'Not authorized' }],
    ['an unsupported method', { code: 4200, message: 'Unsupported method' }],
    [
      'an unsupported method with a JSON-RPC code',
      { code: -32601, message: 'The method does not exist / is not available.' },
    ],
    [
      'a wallet on another network',
      { code: 4901, message: 'The provider is not connected to the requested chain.' },
    ],
    ['invalid parameters', { code: -32602, message: 'invalid argument 0: unknown account' }],
    ['insufficient funds', { code: -32000, message: 'insufficient funds for gas * price + value' }],
    [
      'insufficient funds in a nested error',
      internal({ code: -32000, message: 'insufficient funds for transfer' }),
    ],
    ['insufficient funds with ethers’ error code', { code: 'INSUFFICIENT_FUNDS', message: 'not enough' }],
    ['a missing permission in sats-connect', { code: -32002, message: 'Access denied.' }],
    ['an unsupported method over WalletConnect', { code: 5101, message: 'Unsupported methods.' }],
    [
      'another request open in the wallet',
      { code: -32002, message: 'Request already pending. Please wait.' },
    ],
  ])('counts as not sent: %s', (_, error) => {
    expect(said(error)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['the node already knows the transaction', internal({ code: -32000, message: 'already known' })],
    [
      'the node already knows the transaction (“known transaction”)',
      internal({ originalError: { message: 'known transaction: 0x1' } }),
    ],
    [
      'the node already knows the transaction (in a cause)',
      { code: -32602, message: 'Invalid', cause: { message: 'AlreadyKnown' } },
    ],
    ['the nonce is too low', internal({ message: 'nonce too low' })],
    [
      'the nonce is used, with ethers’ error code',
      { code: 'NONCE_EXPIRED', message: 'nonce has already been used' },
    ],
    ['a replacement is underpriced', internal({ message: 'replacement transaction underpriced' })],
    [
      'a Solana node has processed the transaction',
      { code: -32002, message: 'This transaction has already been processed' },
    ],
    ['a Solana node’s simulation failed', { code: -32002, message: 'Transaction simulation failed' }],
    ['the request timed out', { code: -32002, message: 'request timed out' }],
    [
      'insufficient funds, caused by a nonce that is too low',
      internal({ message: 'insufficient funds', cause: { message: 'nonce too low' } }),
    ],
    ['a proxy returns status 502', { code: -32603, message: 'Request failed with status code 502' }],
    [
      'the node answers with a web page',
      { code: -32603, message: 'Unexpected token < in JSON at position 0' },
    ],
    ['the request to the node fails', { code: -32603, message: 'Failed to fetch' }],
    ['the wallet disconnects', { code: 4900, message: 'Disconnected' }],
    ['an internal error without a message', { code: -32603 }],
    ['a code without a message', { code: -32002 }],
    ['a message without a code', new Error('boom')],
    ['a string is thrown', 'boom'],
    ['undefined is thrown', undefined],
    ['the node limits requests', { code: -32005, message: 'Too many requests' }],
    ['the node rejects the transaction', { code: -32003, message: 'Transaction rejected' }],
    ['an unknown error code', { code: -32099, message: 'no' }],
  ])('counts as possibly sent: %s', (_, error) => {
    expect(said(error)).toBe(false)
  })

  it('counts as possibly sent if a nested error says “already known”, whatever the outer error says', () => {
    const layer = fc.record(
      { code: fc.oneof(fc.integer(), fc.string()), message: fc.string(), name: fc.constant('BillfoldError') },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(layer, fc.constantFrom('data', 'cause', 'error'), (outer, key) => {
        expect(said({ ...outer, code: -32603, [key]: { message: 'already known' } })).toBe(false)
      }),
    )
  })
})

describe('[F28] A payment that fails with a Billfold error', () => {
  const nobodyKnows: readonly ErrorCode[] = [
    'aborted',
    'auth_lost',
    'auth_timeout',
    'http_network',
    'leader_gone',
    'leader_missing',
    'outcome_unknown',
    'protocol_mismatch',
    'session_ended',
    'stopped',
    'unexpected',
    'wallet_bad_answer',
    'wallet_failed',
    'worker_deadline',
    'worker_unavailable',
  ]

  it.each(nobodyKnows)('counts as possibly sent if the error is %s', (code) => {
    expect(isNotSent(new BillfoldError(code, 'This Billfold was destroyed.'))).toBe(false)
  })

  it.each<ErrorCode>(['account_changed', 'payment_changed', 'call_unsupported', 'relay_unreachable'])(
    'counts as not sent if the error is %s, which can occur only before the wallet is asked',
    (code) => {
      expect(isNotSent(new BillfoldError(code, 'no'))).toBe(true)
    },
  )

  it('[D15] counts as not sent if the error is marked as raised before the wallet was asked', () => {
    const lost = () =>
      beforeAsking('Harbor', () => {
        throw new Error('timed out: already known')
      })
    expect(lost).toThrow(expect.objectContaining({ code: 'wallet_failed' }))
    try {
      lost()
    } catch (error) {
      expect(isNotSent(error)).toBe(true)
    }
  })

  it('is judged by the wallet’s code and message if the request went over WalletConnect', () => {
    const over = (code: number, message: string) =>
      isNotSent(new BillfoldError('wallet_failed', message, { context: { code } }))
    expect(over(-32000, 'insufficient funds for gas')).toBe(true)
    expect(over(-32000, 'already known')).toBe(false)
    expect(over(-32603, 'Internal error')).toBe(false)
  })
})
