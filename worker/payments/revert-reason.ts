/**
 * Why a contract refuses, in its own words.
 * @see https://docs.soliditylang.org/en/latest/control-structures.html#revert
 */
import { fromHex } from '../../src/core/byte-text.ts'
import { hasCode } from '../../src/core/errors.ts'
import type { Simulation } from '../../src/core/transfer.ts'
import { toForeignReason } from './foreign-reason.ts'

/** Bytes of a reason that are read. */
const LONGEST = 480

/** What came in place of an answer. A node that could not be asked says nothing of the transaction. */
export function readRefusal(error: unknown): Simulation {
  if (!hasCode(error, 'bad_envelope')) return { status: 'unknown' }
  const { rpcCode, rpcData, description = '' } = (error as { context: Record<string, unknown> }).context
  const said = String(description)
  if (/insufficient (funds|balance)/i.test(said) || /exceeds balance/i.test(said))
    return { status: 'failed', fault: 'funds' }
  if (rpcCode !== 3 && !/revert/i.test(said)) return { status: 'unknown' }
  const reason =
    readReason(rpcData) ?? /revert(?:ed)?:? (?:with reason string )?['"]?([^'"]+)/i.exec(said)?.[1]
  const text = toForeignReason(reason ?? '')
  return { status: 'failed', fault: 'reverted', ...(text ? { reason: text } : {}) }
}

/** `Error(string)`, and what newer tokens say instead. */
function readReason(data: unknown): string | undefined {
  if (typeof data !== 'string' || !/^0x[0-9a-f]{8,}$/i.test(data)) return undefined
  const selector = data.slice(0, 10).toLowerCase()
  if (selector !== ERROR) return known[selector]
  const length = Number.parseInt(data.slice(74, 138), 16)
  const bytes = fromHex(data.slice(138, 138 + 2 * Math.min(length, LONGEST)))
  return bytes && new TextDecoder().decode(bytes)
}

const ERROR = '0x08c379a0'

/** @see https://eips.ethereum.org/EIPS/eip-6093 and what OpenZeppelin's contracts have */
const known: Readonly<Record<string, string>> = {
  '0xe450d38c': 'ERC20InsufficientBalance',
  '0xec442f05': 'ERC20InvalidReceiver',
  '0x96c6fd1e': 'ERC20InvalidSender',
  '0xd93c0665': 'EnforcedPause',
}
