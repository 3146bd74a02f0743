import { expect, test } from 'vitest'
import { fromJsonRpcError } from '../../../worker/walletconnect/json-rpc-error.ts'

test('[G63] what a wallet says stays apart from what is said of it', () => {
  expect(fromJsonRpcError({ code: -32000, message: 'Locked' })).toMatchObject({
    code: 'wallet_failed',
    context: { code: -32000, said: 'Locked' },
  })
  expect(fromJsonRpcError({ code: -32000 })!.context).toEqual({ code: -32000 })
})

test('[G63] a no is a no, in whatever words', () => {
  const declined = fromJsonRpcError({ code: 5000, message: 'Go away' })!
  expect([declined.code, declined.context]).toEqual(['wallet_declined', { code: 5000 }])
})
