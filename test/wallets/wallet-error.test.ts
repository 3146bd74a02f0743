import { describe, expect, it } from 'vitest'
import { isUnknownNetwork, toWalletError } from '../../src/wallets/wallet-error.ts'

const REJECTED = 'User rejected the request.'
const trap = (inside: object) =>
  Object.defineProperties(inside, {
    data: {
      get() {
        throw new Error('trap')
      },
    },
  })
const circle: { code: number; cause?: unknown; data?: unknown } = { code: -32603 }
circle.cause = circle.data = circle

describe('[G33] A wallet’s error', () => {
  it.each<[string, unknown]>([
    ['the code 4001', { code: 4001 }],
    ['the code 4001 as a string', { code: '4001', message: 'no' }],
    ['the code ACTION_REJECTED of ethers', { code: 'ACTION_REJECTED' }],
    [
      'the code of its cause',
      Object.assign(new Error('Internal JSON-RPC error.'), { code: -32603, cause: { code: 4001 } }),
    ],
    ['the code in its data', { code: -32603, data: { code: 4001, message: REJECTED } }],
    ['the original error in its data', { code: -32603, data: { originalError: { code: 4001 } } }],
    ['the code of a nested error', { error: { code: 4001 } }],
    ['its message alone', new Error(REJECTED)],
    [
      'a message of MetaMask',
      { code: -32603, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    ],
    ['a string that is thrown', REJECTED],
    ['the code of its cause, though other fields throw', trap({ cause: { code: 4001 } })],
  ])('counts as a decline because of %s', (_, error) => {
    expect(toWalletError(error, 'Harbor')).toMatchObject({
      code: 'wallet_declined',
      message: 'Declined in Harbor.',
    })
  })

  it.each<[string, unknown, string]>([
    ['a string', 'The popup was closed', 'The popup was closed'],
    ['a string with a bidi override', 'Send\u202E now', 'Send\uFFFD now'],
    ['no reason (default)', undefined, 'it did not give a reason'],
    ['a circular error (default)', circle, 'it did not give a reason'],
    ['a message only in its data', { code: -32603, data: { message: 'Locked' } }, 'Locked'],
    [
      'only the code 4902 for an unknown network (default)',
      { data: { originalError: { code: 4902 } } },
      'it does not know this network',
    ],
  ])(
    'has a message with the wallet’s reason, or with a default reason if the wallet gave none: %s',
    (_, error, reason) => {
      expect(toWalletError(error, 'Harbor')).toMatchObject({
        code: 'wallet_failed',
        message: `Harbor could not do this: ${reason}`,
      })
    },
  )

  it('[D15] means that a request is already open in the wallet if its code is -32002, unless the message comes from a node', () => {
    const read = (message: string) => toWalletError({ code: -32002, message }, 'Harbor').code
    expect(read('Already processing eth_requestAccounts. Please wait.')).toBe('wallet_busy')
    expect(read('')).toBe('wallet_busy')
    expect(read('request timed out')).toBe('wallet_failed')
    expect(read('already known')).toBe('wallet_failed')
  })

  it('[G63] contains the wallet’s original message, separate from Billfold’s own message', () => {
    const said = (error: unknown) => toWalletError(error, 'Harbor').context
    expect(said(new Error('Locked'))).toEqual({ said: 'Locked', wallet: 'Harbor' })
    expect(said(undefined)).toEqual({ wallet: 'Harbor' })
    expect(said({ code: 4902 })).toEqual({ code: 4902, reason: 'unserved', wallet: 'Harbor' })
    expect(said({ code: 4001, message: 'User rejected the request.' })).toEqual({})
  })

  it('has a message of less than 300 characters', () => {
    expect(toWalletError(new Error('x'.repeat(100_000)), 'Harbor').message.length).toBeLessThan(300)
  })

  it.each([
    { code: 4902 },
    { code: '4902' },
    { code: -32603, data: { code: 4902 } },
    { code: -32603, data: { originalError: { code: 4902 } } },
    { code: -32000, message: 'Unrecognized chain ID 0xa' },
    { code: -32603, message: 'Unrecognised chain ID "0xa". Try adding the chain first.' },
    { code: -32600, message: 'wallet_addEthereumChain first' },
  ])('[A65] means that the network is unknown to the wallet: %j', (error) => {
    expect(isUnknownNetwork(error)).toBe(true)
  })

  it.each([
    { code: 4001, message: 'User rejected wallet_addEthereumChain' },
    { code: -32603, message: 'Internal error 0x4902ab' },
    undefined,
  ])('[A65] does not mean that the network is unknown to the wallet: %j', (error) => {
    expect(isUnknownNetwork(error)).toBe(false)
  })
})
