import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import { readRefusal } from '../../../../worker/payments/transfer/revert-reason.ts'

const refusal = (context: Record<string, string | number>) =>
  new BillfoldError('bad_envelope', 'no', { context })
const abi = parseAbi(['error Error(string)', 'error ERC20InsufficientBalance(address,uint256,uint256)'])
const said = (reason: string) =>
  readRefusal(
    refusal({
      rpcCode: 3,
      description: 'execution reverted',
      rpcData: encodeErrorResult({ abi, errorName: 'Error', args: [reason] }),
    }),
  )

describe('The reason of a reverted simulation', () => {
  test('is the contract’s own message, or the name of the contract’s error', () => {
    expect(said('Pausable: paused')).toEqual({
      status: 'failed',
      fault: 'reverted',
      reason: 'Pausable: paused',
    })
    const rpcData = encodeErrorResult({
      abi,
      errorName: 'ERC20InsufficientBalance',
      args: ['0x0000000000000000000000000000000000000001', 1n, 2n],
    })
    expect(readRefusal(refusal({ rpcCode: 3, rpcData }))).toMatchObject({
      reason: 'ERC20InsufficientBalance',
    })
    expect(
      readRefusal(refusal({ rpcCode: -32000, description: 'execution reverted: no more today' })),
    ).toEqual({
      status: 'failed',
      fault: 'reverted',
      reason: 'no more today',
    })
    expect(readRefusal(refusal({ rpcCode: 3, rpcData: '0xdeadbeef' }))).toEqual({
      status: 'failed',
      fault: 'reverted',
    })
  })

  test('[F18] is shortened and cleaned of links and look-alike letters', () => {
    expect(said('Visit claim.example now')).toMatchObject({ reason: 'Visit claim·example now' })
    expect(said('\u202Eevil\u0000 \u0430pprove')).toMatchObject({ reason: '\uFFFDevil\uFFFD \uFFFDpprove' })
    expect((said('x'.repeat(100_000)) as { reason: string }).reason).toHaveLength(120)
    for (const rpcData of ['0x08c379a0', `0x08c379a0${'f'.repeat(128)}`, `0x08c379a0${'0'.repeat(200)}`])
      expect(readRefusal(refusal({ rpcCode: 3, rpcData }))).toMatchObject({ status: 'failed' })
  })

  test('is unknown when the node itself failed', () => {
    expect(readRefusal(new BillfoldError('http_timeout', 'late'))).toEqual({ status: 'unknown' })
    expect(readRefusal(refusal({ rpcCode: -32005, description: 'limit exceeded' }))).toEqual({
      status: 'unknown',
    })
    expect(
      readRefusal(refusal({ rpcCode: -32000, description: 'insufficient funds for gas' })),
    ).toMatchObject({
      fault: 'funds',
    })
  })
})
