/**
 * Transactions of Solana as bytes, with the few instructions that move something.
 * @see https://solana.com/docs/core/transactions
 * @see https://github.com/solana-program/token
 */
import {
  ASSOCIATED_TOKEN_PROGRAM,
  getTokenAccount,
  isSameKey,
  type Key,
  SYSTEM_PROGRAM,
  type TokenAccountOwner,
} from '../../src/core/solana-programs.ts'

export interface Instruction {
  program: Key
  accounts: readonly InstructionAccount[]
  data: Uint8Array
}

interface InstructionAccount {
  key: Key
  isSigner?: boolean
  isWritable?: boolean
}

export interface CoinTransfer {
  from: Key
  to: Key
  /** Lamports. */
  amount: bigint
}

export function transferCoin({ from, to, amount }: CoinTransfer): Instruction {
  return {
    program: SYSTEM_PROGRAM,
    accounts: [
      { key: from, isSigner: true, isWritable: true },
      { key: to, isWritable: true },
    ],
    data: Uint8Array.from([2, 0, 0, 0, ...toUint64(amount)]),
  }
}

export interface TokenTransfer {
  program: Key
  /** Accounts that hold the token. */
  source: Key
  target: Key
  mint: Key
  /** Who holds the source. */
  owner: Key
  /** Base units. */
  amount: bigint
  decimals: number
}

/** The chain compares mint and decimals: what was shown of the token is a part of what is signed. */
export function transferToken(transfer: TokenTransfer): Instruction {
  const { program, source, target, mint, owner, amount, decimals } = transfer
  return {
    program,
    accounts: [
      { key: source, isWritable: true },
      { key: mint },
      { key: target, isWritable: true },
      { key: owner, isSigner: true },
    ],
    data: Uint8Array.from([12, ...toUint64(amount), decimals]),
  }
}

interface TokenAccountPlan extends TokenAccountOwner {
  payer: Key
}

/** Opens the owner's account for a token; nothing happens where it is open by then. */
export function openTokenAccount({ payer, owner, mint, program }: TokenAccountPlan): Instruction {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { key: payer, isSigner: true, isWritable: true },
      { key: getTokenAccount({ owner, mint, program }), isWritable: true },
      { key: owner },
      { key: mint },
      { key: SYSTEM_PROGRAM },
      { key: program },
    ],
    data: Uint8Array.of(1),
  }
}

/**
 * Not signed yet: the one signature, of whoever pays, is zeros.
 * @param blockhash a hash of a block, which says until when it can go through.
 */
export function encodeTransaction(
  payer: Key,
  instructions: readonly Instruction[],
  blockhash: Key,
): { message: Uint8Array; transaction: Uint8Array } {
  const accounts = listAccounts(payer, instructions)
  const count = (isWanted: (one: Required<InstructionAccount>) => boolean) => accounts.filter(isWanted).length
  const find = (key: Key) => accounts.findIndex((one) => isSameKey(one.key, key))
  const message = join([
    Uint8Array.of(
      count(({ isSigner }) => isSigner),
      count(({ isSigner, isWritable }) => isSigner && !isWritable),
      count(({ isSigner, isWritable }) => !isSigner && !isWritable),
    ),
    toLength(accounts.length),
    ...accounts.map(({ key }) => key),
    blockhash,
    toLength(instructions.length),
    ...instructions.flatMap(({ program, accounts: used, data }) => [
      Uint8Array.of(find(program)),
      toLength(used.length),
      Uint8Array.from(used, ({ key }) => find(key)),
      toLength(data.length),
      data,
    ]),
  ])
  return { message, transaction: join([Uint8Array.of(1), new Uint8Array(64), message]) }
}

/** Each once, in the order that the message asks for: who signs, then who may be changed; who pays comes first. */
function listAccounts(payer: Key, instructions: readonly Instruction[]): Required<InstructionAccount>[] {
  const all: Required<InstructionAccount>[] = [{ key: payer, isSigner: true, isWritable: true }]
  const named = instructions.flatMap(({ accounts }) => accounts)
  const programs = instructions.map(({ program }) => ({ key: program }))
  for (const { key, isSigner = false, isWritable = false } of [
    ...named,
    ...(programs as InstructionAccount[]),
  ]) {
    const found = all.find((one) => isSameKey(one.key, key))
    if (!found) all.push({ key, isSigner, isWritable })
    else {
      found.isSigner ||= isSigner
      found.isWritable ||= isWritable
    }
  }
  const rank = (one: Required<InstructionAccount>) => (one.isSigner ? 0 : 2) + (one.isWritable ? 0 : 1)
  return all.sort((a, b) => rank(a) - rank(b))
}

/** Lengths here are below 128, which is one byte of "compact-u16". */
function toLength(length: number): Uint8Array {
  if (length > 127) throw new Error('That is too long.')
  return Uint8Array.of(length)
}

/** Little end first. @throws for what needs more */
function toUint64(value: bigint): Uint8Array {
  if (value < 0n || value >= 2n ** 64n) throw new Error(`${value} does not fit.`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
