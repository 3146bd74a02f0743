/**
 * The parts of a Solana transaction, read from its bytes.
 * @see https://solana.com/docs/core/transactions
 */
import type { Key } from './solana-programs.ts'

export interface SolanaInstruction {
  program: Key
  accounts: readonly Key[]
  data: Uint8Array
}

export interface ReadTransaction {
  payer: Key
  instructions: readonly SolanaInstruction[]
}

/** With one signature, which may still be to come. Undefined for what is none, or of a kind that Billfold does not make. */
export function readTransaction(bytes: Uint8Array): ReadTransaction | undefined {
  let at = 0
  /** Past the end there is nothing. */
  const take = (length: number) => bytes.subarray(at, (at += length))
  const takeByte = () => take(1)[0] ?? Number.NaN
  /** Below 128 a length is one byte, and longer is nothing here. */
  const takeMany = <T>(one: () => T): T[] => {
    const count = takeByte()
    return count < 128 ? Array.from({ length: count }, one) : []
  }
  if (takeByte() !== 1) return undefined
  take(64)
  // Whoever signs is who pays. What has a version begins with another bit.
  if (takeByte() !== 1 || takeByte() !== 0) return undefined
  takeByte()
  const keys = takeMany(() => take(32))
  take(32)
  const takeKey = () => keys[takeByte()]
  const instructions = takeMany(() => ({
    program: takeKey(),
    accounts: takeMany(takeKey),
    data: Uint8Array.from(takeMany(takeByte)),
  }))
  const [payer] = keys
  const isWhole = at === bytes.length && instructions.every(isComplete)
  return isWhole && payer?.length === 32
    ? { payer, instructions: instructions as SolanaInstruction[] }
    : undefined
}

function isComplete({ program, accounts }: { program?: Key | undefined; accounts: (Key | undefined)[] }) {
  return [program, ...accounts].every((key) => key?.length === 32)
}
