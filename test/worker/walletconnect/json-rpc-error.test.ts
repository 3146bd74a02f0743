import { expect, test } from 'vitest'
import { fromJsonRpcError } from '../../../worker/walletconnect/json-rpc-error.ts'

test('[G63] A JSON-RPC error from a wallet keeps the wallet’s error code and message in its context', () => {
  expect(fromJsonRpcError({ code: -32000, message: 'Locked' })).toMatchObject({
    code: 'wallet_failed',
    context: { code: -32000, said: 'Locked' },
  })
  expect(fromJsonRpcError({ code: -32000 })!.context).toEqual({ code: -32000 })
})

test('[G63] A JSON-RPC error with a rejection code is read as a rejection, whatever its message says', () => {
  const declined = fromJsonRpcError({ code: 5000, message: 'Go away' })!
  expect([declined.code, declined.context]).toEqual(['wallet_declined', { code: 5000 }])
})
