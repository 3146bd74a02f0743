/**
 * Reads the reason with which a contract reverts.
 * @see https://docs.soliditylang.org/en/latest/control-structures.html#revert
 */
import { decodeErrorResult, type Hex, isHex, parseAbi } from 'viem'
import { hasCode } from '../../../src/core/base/errors.ts'
import type { Simulation } from '../../../src/core/payments/transfer.ts'
import { toForeignReason } from './foreign-reason.ts'

/**
 * Reads the error of a simulation. The status is `unknown` if the request itself failed, which says nothing about the
 * transaction.
 */
export function readRefusal(error: unknown): Simulation {
  if (!hasCode(error, 'bad_envelope')) return { status: 'unknown' }
  const { rpcCode, rpcData, description = '' } = (error as { context: Record<string, unknown> }).context
  const reasonText = String(description)
  if (/insufficient (funds|balance)/i.test(reasonText) || /exceeds balance/i.test(reasonText))
    return { status: 'failed', fault: 'funds' }
  if (rpcCode !== 3 && !/revert/i.test(reasonText)) return { status: 'unknown' }
  const reason =
    readReason(rpcData) ?? /revert(?:ed)?:? (?:with reason string )?['"]?([^'"]+)/i.exec(reasonText)?.[1]
  const text = toForeignReason(reason ?? '')
  return { status: 'failed', fault: 'reverted', ...(text ? { reason: text } : {}) }
}

/** The text of `Error(string)`, or the name of a known custom error. */
function readReason(data: unknown): string | undefined {
  if (!isHex(data)) return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi, data: data.toLowerCase() as Hex })
    return errorName === 'Error' ? String(args[0]) : errorName === 'Panic' ? undefined : errorName
  } catch {
    return undefined
  }
}

/** Errors of ERC-6093, and other errors of OpenZeppelin's contracts. @see https://eips.ethereum.org/EIPS/eip-6093 */
const abi = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSender(address sender)',
  'error EnforcedPause()',
])
