import { describe, expect, it } from 'vitest'
import {
  isDeclined,
  isRefusalCode,
  isUnknownNetwork,
  readDataContext,
  toDataContext,
} from '../../../src/core/contract/wallet-answers.ts'
import { toWalletError } from '../../../src/wallets/wallet-error.ts'
import { fromJsonRpcError } from '../../../worker/walletconnect/json-rpc-error.ts'

describe('[D15] A declined wallet request', () => {
  it.each<[string, unknown]>([
    [
      'an error of MetaMask',
      { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    ],
    ['an error without a code', new Error('User canceled')],
    ['a message in British spelling', 'User cancelled the request'],
    ['a message in the passive voice', { message: 'Rejected by user' }],
    ['a message about a cancelled action', { message: 'Action cancelled by the user' }],
    ['a message about a rejected transaction', { message: 'Transaction was rejected by the user.' }],
    ['an error of Phantom', new Error('Approval Denied')],
    ['an error about a closed plugin window', new Error('Plugin Closed')],
    ['an error of Keplr', new Error('Request rejected')],
    ['a message with the word “declined”', new Error('The user has declined the request')],
    ['an error of TronLink', 'Confirmation declined'],
    ['the status code 0x6985 of Ledger', { statusCode: 0x6985, message: 'Ledger device: UNKNOWN_ERROR' }],
    [
      'a message of Ledger',
      new Error('Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'),
    ],
    ['the status code 0x5501 of Ledger', { statusCode: 0x5501, message: 'User refused on device' }],
    ['an error of Trezor', { code: 'Failure_ActionCancelled', message: 'Action cancelled by user' }],
    ['an error of ethers', { code: 'ACTION_REJECTED', message: 'rejected' }],
    ['the error code 5000 of WalletConnect', { code: 5000, message: 'User rejected.' }],
    ['the error code 5750 of EIP-5792', { code: 5750, message: 'Rejected the upgrade' }],
    ['a message of sats-connect', { code: -32000, message: 'User rejected request to sign a message' }],
    ['a nested error', { code: -32603, data: { originalError: { message: 'user cancelled' } } }],
  ])('is recognised from %s', (_, error) => {
    expect(isDeclined(error)).toBe(true)
    expect(toWalletError(error, 'Harbor').code).toBe('wallet_declined')
  })

  it('is recognised by the error code of sats-connect in a Bitcoin wallet', () => {
    expect(isDeclined({ code: -32000 }, 'bip122')).toBe(true)
    expect(isDeclined({ code: -32000, message: 'nonce too low' })).toBe(false)
  })

  it.each<[string, unknown]>([
    ['an error of a node', new Error('Transaction rejected by the network')],
    ['a message that the transaction is already known', { code: -32000, message: 'already known' }],
    ['a time-out of a server', new Error('Request timed out and was cancelled by the server')],
    [
      'a contract’s revert with the words “user denied”',
      { code: 3, message: 'execution reverted: user denied' },
    ],
    ['a revert without a code', new Error('execution reverted: rejected by owner')],
    ['an aborted operation', new Error('The operation was aborted')],
    ['an AbortError', new DOMException('The user aborted a request.', 'AbortError')],
    ['an aborted request without a code', new Error('Request aborted')],
    ['an aborted request with a code', { code: -32603, message: 'The request was aborted' }],
    ['a request cancelled by a time-out', new Error('Request canceled due to timeout')],
    ['a locked hardware wallet', { statusCode: 0x5515, message: 'Device is locked' }],
    ['a missing signature', new Error('Signature missing')],
    ['undefined', undefined],
    ['a code and a message of wrong types', { code: { toString: 1 }, message: 7 }],
  ])('is not inferred from %s', (_, error) => {
    expect(isDeclined(error)).toBe(false)
  })

  it('is recognised by the same rules in an error that comes over WalletConnect', () => {
    expect(fromJsonRpcError({ code: -32000, message: 'Rejected by user' })!.code).toBe('wallet_declined')
    expect(fromJsonRpcError({ code: -32000, message: 'insufficient funds' })!.code).toBe('wallet_failed')
    expect(fromJsonRpcError({ code: '4001', message: 'No' })!.code).toBe('wallet_declined')
    expect(
      fromJsonRpcError({ code: -32603, message: '', data: { originalError: { code: 4001 } } })!.code,
    ).toBe('wallet_declined')
    expect(fromJsonRpcError('User rejected')!.code).toBe('wallet_declined')
    expect(fromJsonRpcError('Request timed out')).toBeUndefined()
    expect(fromJsonRpcError({ code: 1.5, message: 'It broke' })!.context).toEqual({ said: 'It broke' })
  })

  it('counts as not sent for error codes such as 4001 and 4902, but not for codes such as 4900 and -32603', () => {
    expect([4001, 4100, 4200, 4901, 4902, -32602, 5710].every(isRefusalCode)).toBe(true)
    expect([4900, -32603, -32000, 3, 'outcome_unknown', undefined].some(isRefusalCode)).toBe(false)
  })
})

describe('[D32] An unknown network reported by a wallet', () => {
  it.each<unknown>([
    'Unsupported network',
    { code: 5100, message: 'Unsupported chains.' },
    { code: 5710 },
    { message: 'Chain not supported' },
    { message: 'Chain ID 0xa4b1 is not supported' },
    { message: 'Network is not supported' },
    { message: 'This chain is not supported by the wallet' },
    { message: 'Unknown chain id' },
    { message: 'Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.' },
    { message: 'unsupported chainId: 10' },
    { message: 'Network 10 has not been added' },
    { message: 'chain 10 not found' },
    { message: 'The wallet does not support this network' },
    { code: -32603, data: { originalError: { message: 'Unsupported chain' } } },
  ])('is recognised from %j', (error) => {
    expect(isUnknownNetwork(error)).toBe(true)
  })

  it.each<unknown>([
    { code: 4001, message: 'User rejected: unsupported network' },
    'User rejected the unsupported network',
    { message: 'Network error' },
    { message: 'Could not reach the network' },
    { code: 4901, message: 'Disconnected from the chain' },
    { code: -32603, message: 'Internal error 0x4902ab' },
    { code: 4200, message: 'Method not supported' },
    null,
  ])('is not inferred from %j', (error) => {
    expect(isUnknownNetwork(error)).toBe(false)
  })
})

describe('[D50] The data of an error', () => {
  it.each<unknown>(['0x08c379a0', { reason: 'x', nested: [1] }, ['a'], 7, false])(
    'is unchanged after a transfer between threads: %j',
    (data) => {
      expect(readDataContext(structuredClone(toDataContext(data)))).toEqual(data)
    },
  )

  it('is limited in size, and is left out if it cannot be converted', () => {
    expect((readDataContext(toDataContext('0'.repeat(1e6))) as string).length).toBe(20_000)
    const circle: { self?: unknown } = {}
    circle.self = circle
    for (const bad of [{ long: 'x'.repeat(1e6) }, circle, 1n, undefined, null])
      expect(readDataContext(toDataContext(bad))).toBeUndefined()
  })
})
