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
    ['a person’s no', { code: 4001, message: 'User rejected the request.' }],
    ['a person’s no, deep within', internal({ originalError: { code: 4001 } })],
    ['not allowed', { code: 4100, message: 'Not authorized' }],
    ['no such method', { code: 4200, message: 'Unsupported method' }],
    [
      'no such method, by JSON-RPC',
      { code: -32601, message: 'The method does not exist / is not available.' },
    ],
    ['another network', { code: 4901, message: 'The provider is not connected to the requested chain.' }],
    ['wrong parameters', { code: -32602, message: 'invalid argument 0: unknown account' }],
    ['too little money', { code: -32000, message: 'insufficient funds for gas * price + value' }],
    ['too little money, within', internal({ code: -32000, message: 'insufficient funds for transfer' })],
    ['too little money, by ethers', { code: 'INSUFFICIENT_FUNDS', message: 'not enough' }],
    ['no permission, by sats-connect', { code: -32002, message: 'Access denied.' }],
    ['no such method, over WalletConnect', { code: 5101, message: 'Unsupported methods.' }],
    ['another question that is open', { code: -32002, message: 'Request already pending. Please wait.' }],
  ])('counts as not sent: %s', (_, error) => {
    expect(said(error)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['a node that has it', internal({ code: -32000, message: 'already known' })],
    [
      'a node that has it, by its other name',
      internal({ originalError: { message: 'known transaction: 0x1' } }),
    ],
    [
      'a node that has it, in a cause',
      { code: -32602, message: 'Invalid', cause: { message: 'AlreadyKnown' } },
    ],
    ['a node that has mined it', internal({ message: 'nonce too low' })],
    [
      'a node that has mined it, by ethers',
      { code: 'NONCE_EXPIRED', message: 'nonce has already been used' },
    ],
    ['a node that has one in its place', internal({ message: 'replacement transaction underpriced' })],
    ['Solana’s node that has it', { code: -32002, message: 'This transaction has already been processed' }],
    ['Solana’s node that says no', { code: -32002, message: 'Transaction simulation failed' }],
    ['a node that took too long', { code: -32002, message: 'request timed out' }],
    [
      'too little money for it once more',
      internal({ message: 'insufficient funds', cause: { message: 'nonce too low' } }),
    ],
    ['a proxy', { code: -32603, message: 'Request failed with status code 502' }],
    [
      'a web page in place of an answer',
      { code: -32603, message: 'Unexpected token < in JSON at position 0' },
    ],
    ['no connection', { code: -32603, message: 'Failed to fetch' }],
    ['one that was cut off', { code: 4900, message: 'Disconnected' }],
    ['no reason', { code: -32603 }],
    ['a number alone', { code: -32002 }],
    ['words alone', new Error('boom')],
    ['a text', 'boom'],
    ['nothing', undefined],
    ['a node’s limit', { code: -32005, message: 'Too many requests' }],
    ['a node’s no', { code: -32003, message: 'Transaction rejected' }],
    ['whatever has an unknown number', { code: -32099, message: 'no' }],
  ])('counts as possibly sent: %s', (_, error) => {
    expect(said(error)).toBe(false)
  })

  it('counts as possibly sent when a nested error says “already known”, whatever the outer error says', () => {
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

  it.each(nobodyKnows)('counts as possibly sent after %s', (code) => {
    expect(isNotSent(new BillfoldError(code, 'This Billfold was destroyed.'))).toBe(false)
  })

  it.each<ErrorCode>(['account_changed', 'payment_changed', 'call_unsupported', 'relay_unreachable'])(
    'counts as not sent after %s, which is raised before the wallet is asked',
    (code) => {
      expect(isNotSent(new BillfoldError(code, 'no'))).toBe(true)
    },
  )

  it('[D15] counts as not sent when the error is marked as raised before the wallet was asked', () => {
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

  it('is judged by the wallet’s code and message when they came over WalletConnect', () => {
    const over = (code: number, message: string) =>
      isNotSent(new BillfoldError('wallet_failed', message, { context: { code } }))
    expect(over(-32000, 'insufficient funds for gas')).toBe(true)
    expect(over(-32000, 'already known')).toBe(false)
    expect(over(-32603, 'Internal error')).toBe(false)
  })
})
